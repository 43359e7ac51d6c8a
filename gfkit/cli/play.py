"""gfkit play: a game against the program, a move a line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from gfkit.cli.call import Call
from gfkit.cli.long import options
from gfkit.cli.long.progress import read_seconds
from gfkit.cli.output import terminal_width, write_json
from gfkit.errors import visible
from gfkit.host.memory import read_size
from gfkit.typing import Player

if TYPE_CHECKING:
    from gfkit.kinds.placement.move import Move
    from gfkit.values.play import Match, Prospect

_WIDTH = 100
_LISTED = 40
_INTERRUPTED = 130
_HELP = """\
A move is its cells, row and column from 1 on, as 2,3 or 2,3 3,3; so many cells as tell it apart are enough.
On a graph cells have their names, or numbers: 4, or 4 5 for an edge. Where a player has several colours,
their letter follows: 2,3 b. Other words: moves, hint, undo, board, quit."""


@click.command(short_help="Play against the program.")
@options.game_on("BOARD")
@click.option(
    "--side", type=click.Choice(["left", "right"]), default="left", help="Whom you play; Left by default."
)
@click.option(
    "--starts", type=click.Choice(["you", "gfkit"]), default="you", help="Who starts; you by default."
)
@click.option("--misere", is_flag=True, help="Who cannot move wins.")
@click.option(
    "--think", metavar="TIME", default="5s", help="Time for each move of the program; 5s by default."
)
@options.max_memory
@options.as_json
@click.pass_context
def play(
    ctx: click.Context,
    game: str,
    board: str,
    side: str,
    starts: str,
    misere: bool,
    think: str,
    max_memory: str | None,
    as_json: bool,
) -> None:
    """Play GAME on BOARD against the program; who cannot move loses.

    GAME is a name from 'gfkit games' or the path of a rule file in which pieces are placed. BOARD is any one
    board, a graph too, with pieces on it where play is under way. A line read is a move: its cells, row and
    column, as 2,3 or 2,3 3,3, and on a graph their names or numbers. The other words are help, moves, hint,
    undo, board and quit.

    The reply is perfect where the position can be solved, by a strategy by symmetry on boards of any size or
    by a search to the end, and the line of the reply says so; else it is chosen by counting moves, which it
    says too. With --json the boards go to standard error, and the record of the game to standard output.

    \b
    Example: Cram on 6 x 6, which who starts loses.
      $ echo '1,1 1,2' | gfkit play cram 6x6
      ...
      gfkit: row 6, column 5 and row 6, column 6 (wins: answers each move with its image under the half turn)
      ...
    """
    from gfkit.games import Question
    from gfkit.values.play import Match

    human = Player(side)
    other = Player.RIGHT if human is Player.LEFT else Player.LEFT
    memory = None if max_memory is None else read_size(max_memory, "--max-memory")
    match = Match(
        Question.of(game, board),
        starts=human if starts == "you" else other,
        misere=misere,
        max_memory=memory,
        seconds=read_seconds(think, "--think"),
    )
    table = _Table(match, human, to_error=as_json)
    interrupted = False
    try:
        table.play()
    except KeyboardInterrupt:
        interrupted = True
        (ctx.find_object(Call) or Call(())).stop.disarm()
        table.say("")
    if as_json:
        write_json(table.record())
    if interrupted:
        ctx.exit(_INTERRUPTED)


class _Table:
    """Board, prompt and replies of one game."""

    def __init__(self, match: Match, human: Player, to_error: bool) -> None:
        self.match, self.human = match, human
        self._to_error = to_error
        self._known: list[Prospect | None] = []
        """What was known of each move of the program, None for the others."""
        help_ = partial(self.say, _HELP)
        self._actions: dict[str, Callable[[], None]] = {
            **dict.fromkeys(("help", "?", ""), help_),
            "moves": self._list,
            "hint": self._hint,
            "undo": self._undo,
            "board": self._draw,
        }

    def say(self, line: str) -> None:
        click.echo(visible(line.rstrip()), err=self._to_error)

    def play(self) -> None:
        """Until somebody cannot move, or no line comes any more."""
        self._introduce()
        while self.match.winner is None:
            if self.match.mover is not self.human:
                self._reply()
            elif not self._turn():
                return
        loser, ends = ("You" if self.match.mover is self.human else "gfkit"), self.match.winner is self.human
        self.say(f"{loser} cannot move: {'you win' if ends else 'gfkit wins'}.")

    def _introduce(self) -> None:
        match = self.match
        who = (
            "Both make the same moves"
            if match.position.rule.impartial
            else f"You are {self.human.value.title()}"
        )
        first = "you start" if match.mover is self.human else "gfkit starts"
        ending = "wins" if match.misere else "loses"
        self.say(
            f"{match.question.game} on {match.question.board.text}. {who}; {first}; who cannot move {ending}."
        )
        self._draw()

    def _draw(self) -> None:
        from gfkit.show.characters import draw_position

        rule, board = self.match.position.rule, self.match.question.board
        width = terminal_width() or _WIDTH
        for line in draw_position(rule, board, [move for _, move in self.match.played], width):
            self.say(line)

    def _turn(self) -> bool:
        """One line of the human's; whether there was one that goes on."""
        if sys.stdin is None:
            return False
        if sys.stdin.isatty():
            click.echo("your move: ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line:
            if sys.stdin.isatty():
                self.say("")
            return False
        words = line.split()
        if words[:1] in (["quit"], ["exit"], ["q"]):
            return False
        action = self._actions.get(" ".join(words))
        if action is not None:
            action()
        else:
            self._try(words)
        return True

    def _try(self, words: Sequence[str]) -> None:
        read = self._parse_move(words)
        if isinstance(read, str):
            self.say(f"{read}; help says how moves are written")
            return
        moves = self.match.moves_on(*read)
        if len(moves) == 1:
            self.match.make(moves[0])
            self._known.append(None)
            self._draw()
        elif moves:
            self.say("that could be several moves; name more cells:")
            self._list(moves)
        else:
            self.say("no legal move covers that; moves lists them")

    def _parse_move(self, words: Sequence[str]) -> tuple[list[int], int | None] | str:
        """The cells of a move and its colour, or what cannot be read."""
        board, rule = self.match.question.board, self.match.position.rule
        cells, colour = [], None
        for word in words:
            row, comma, col = word.partition(",")
            if (
                len(word) == 1
                and word.isalpha()
                and word not in board.names
                and ord(word.lower()) - ord("a") < len(rule.colours)
            ):
                colour = ord(word.lower()) - ord("a")
            elif comma and board.places and _is_number(row) and _is_number(col):
                cell = board.at.get((int(row) - 1, int(col) - 1))
                if cell is None:
                    return f"{word!r}: there is no such cell"
                cells.append(cell)
            elif word in board.names:
                cells.append(board.names.index(word))
            elif (
                not comma and not board.places and _is_number(word) and not any(map(_is_number, board.names))
            ):
                if not 1 <= int(word) <= board.size:
                    return f"{word!r}: cells are 1 to {board.size}"
                cells.append(int(word) - 1)
            else:
                return f"{word[:40]!r} is no cell"
        return (cells, colour) if cells else "a move has a cell at least"

    def _reply(self) -> None:
        judged = self.match.judge()
        assert judged.move is not None, "who has not lost has a move"
        self.say(f"gfkit: {self._text(judged.move)} ({_known_text(judged)})")
        self.match.make(judged.move)
        self._known.append(judged)
        self._draw()

    def _hint(self) -> None:
        judged = self.match.judge()
        assert judged.move is not None, "the game goes on"
        verdicts = {
            True: "you win with",
            False: "every move loses against perfect play; try",
            None: "perhaps",
        }
        self.say(f"{verdicts[judged.wins]} {self._text(judged.move)} ({_known_by(judged)})")

    def _undo(self) -> None:
        """Takes back the last move of the human's and the reply to it."""
        own = [k for k, known in enumerate(self._known) if known is None]
        if not own:
            self.say("there is nothing to take back")
            return
        while len(self._known) > own[-1]:
            self._known.pop()
            self.match.take_back()
        self._draw()

    def _list(self, some: Sequence[Move] | None = None) -> None:
        """Lists moves, all that are legal by default."""
        moves = self.match.moves() if some is None else some
        for move in moves[:_LISTED]:
            self.say(f"  {self._words(move)}")
        if len(moves) > _LISTED:
            self.say(f"  and {len(moves) - _LISTED} more")

    def _words(self, move: Move) -> str:
        """A move as it is written."""
        board = self.match.question.board
        if board.places:
            cells = [f"{row + 1},{col + 1}" for row, col in (board.places[cell] for cell in move.cells)]
        else:
            names = board.names or [""] * board.size
            cells = [
                names[cell] if names[cell] and " " not in names[cell] else f"{cell + 1} {names[cell]}".strip()
                for cell in move.cells
            ]
        return " ".join([*cells, *self._colour(move)])

    def _colour(self, move: Move) -> list[str]:
        """The letter of a colour where the player has several."""
        own = [c for c in self.match.position.rule.colours if c.belongs_to(self.match.mover)]
        return [chr(ord("a") + move.colour)] if len(own) > 1 and move.colour < 26 else []

    def _text(self, move: Move) -> str:
        from gfkit.boards.board import spot_text

        board = self.match.question.board
        text = " and ".join(spot_text(board, cell) for cell in move.cells)
        return ", colour ".join([text, *self._colour(move)])

    def record(self) -> dict[str, object]:
        """The game as it went."""
        match = self.match
        moves: list[dict[str, object]] = []
        for (player, move), known in zip(match.played, self._known, strict=True):
            judgement = {"wins": known.wins, "known_by": known.known_by} if known is not None else {}
            by = "you" if player is self.human else "gfkit"
            moves.append(
                {
                    "player": player.value,
                    "by": by,
                    "cells": list(move.cells),
                    "colour": move.colour,
                    **judgement,
                }
            )
        return {
            "game": match.question.game,
            "board": match.question.board.text,
            "side": self.human.value,
            "play": "misere" if match.misere else "normal",
            "moves": moves,
            "winner": None if match.winner is None else match.winner.value,
        }


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 8


def _known_text(judged: Prospect) -> str:
    """What the program knows of its own move."""
    if judged.wins is None:
        return "chosen by counting moves; the position is not solved"
    if judged.known_by == "symmetry" and judged.wins:
        return f"wins: {judged.strategy}"
    return f"{'wins' if judged.wins else 'loses if you play perfectly'}: {_known_by(judged)}"


def _known_by(judged: Prospect) -> str:
    return {
        "symmetry": "by symmetry",
        "search": "searched to the end",
        "heuristics": "by counting moves; the position is not solved",
        "no move": "no move is left",
    }[judged.known_by]
