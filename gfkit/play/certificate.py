"""Certificates of outcomes, nimbers and values, which ``gfkit.proofs.checker`` checks from the rule.

A certificate is one JSON object with ``format`` "gfkit-play", ``version`` 1 and ``claim``. Certificates of
winners and nimbers contain ``game``, ``family`` (its name, or null), ``rule`` (``colours``: owner and pieces
as offsets; ``forbidden``: pairs of colours that must not be adjacent; ``liberties``), ``law`` (a further
claim as a sentence, or null) and ``boards``. A board has ``board`` (its name), ``n`` (null for a single
board), ``cells`` (``rows``, ``cols``, ``wraps``, ``places``, which is null if no cell is missing; or ``size``
and ``edges``), ``tints`` (for each cell left, right, both or none; null if both players may use every cell)
and ``lying`` (colour and cells of each piece already placed).

Winners: ``play`` is normal or misere. Each board has ``winner`` and ``starts``: one proof for Left starting
and one for Right starting, either a ``symmetry`` (``map`` of cells, ``colours``, ``opening``) or a ``table``
of ``replies``, each with a position and the number of a placement. Nimbers: ``impartial`` is true if both
players may make the moves of either. Each board has ``nimber`` and ``parts``, each with its moves and whether
its nimber is exact (or null, and a ``strategy`` by symmetry). Heaps: ``game``, ``digits`` (null for Grundy's
game), ``values``, ``heap``, ``period``, ``law``. Values: each board has ``text``; the ``forms``, each with
its left and right options by number; ``value``, the number of the form of the board; and ``parts``, each with
the number of its form (or null, and a symmetry ``strategy`` for each starting player).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from gfkit.core.boards import Board, Family, parse_board
from gfkit.core.errors import GfkitError, LimitError, MismatchError
from gfkit.core.rules import Question, Rule
from gfkit.core.rules.kinds.placement.move import settled_moves
from gfkit.core.rules.kinds.placement.rule import (
    PlacementRule,
    as_placement,
    placement_of,
    plain_data,
    plain_forms,
)
from gfkit.core.typing import Player
from gfkit.play.board import BoardValue
from gfkit.play.family_outcomes import Outcomes
from gfkit.play.impartial import NimValues
from gfkit.play.impartial.octal import GRUNDY, OctalCode, grundy_values, heap_values
from gfkit.play.impartial.search import Nimbers, without_pairs
from gfkit.play.mirror import Answers, is_zero_by_symmetry, mirror_proof
from gfkit.play.play import StateSearch
from gfkit.play.position import Position, compile_position
from gfkit.play.short import ShortGame
from gfkit.play.short.arithmetic import make, sum_of_games
from gfkit.play.short.table import Table
from gfkit.proofs import Certification, Label, certification_of, named_rule, names_a_file
from gfkit.proofs.checker import play as checker
from gfkit.proofs.checker.placements import OPPONENTS, PLAY_CELLS, PairPlay, PlayRule, play_on
from gfkit.proofs.checker.reading import STEPS, Budget, RefusalError
from gfkit.runs.files import write_whole

_MOST_REPLIES, _MOST_PARTS = 60_000, 60_000
_MOST_VALUED, _LONGEST_TEXT = 20_000, 2000
_WORK = 10 * STEPS
Proof = dict[str, object]


def outcomes_certificate(question: Question, outcomes: Outcomes) -> Proof:
    """Return a certificate of outcomes: for each board and each starting player, a strategy of the winner.

    A strategy is a symmetry strategy, or else a table of replies from a new search. Raise LimitError if a
    table would be too large.

    >>> from gfkit.play.family_outcomes import outcomes
    >>> asked = Question.of("cram", "6x6")
    >>> checker.check_play(outcomes_certificate(asked, outcomes(asked)), Budget()).statement[-50:]
    'file, by symmetry strategies (120 replies checked)'
    """
    rule, misere = _rule(question), outcomes.play == "misere"
    boards = [
        {**_board(rule, board, n), "winner": word, "starts": _proofs(rule, board, word, misere)}
        for (n, board), word in zip(_boards_by_size(question, outcomes), outcomes.words, strict=True)
    ]
    law = None if outcomes.law is None else outcomes.law.statement
    return {**_header("winners", question), "play": outcomes.play, "law": law, "boards": boards}


def nim_certificate(question: Question, nimbers: NimValues, *, impartial: bool = False) -> Proof:
    """Return the certificate of nimbers of boards: components with moves to all smaller nimbers.

    >>> from gfkit.play.impartial.nim import nim
    >>> asked = Question.of("cram", "3x4")
    >>> checker.check_play(nim_certificate(asked, nim(asked)), Budget()).statement[-45:]
    'file is 1 (31 components and replies checked)'
    """
    rule = _rule(question)
    boards = [
        {**_board(rule, board, n), "nimber": value, **_nimber_proof(rule, board, value, impartial)}
        for (n, board), value in zip(_boards_by_size(question, nimbers), nimbers.values, strict=True)
    ]
    return {
        **_header("nimbers", question),
        "impartial": impartial,
        "law": _law_text(nimbers),
        "boards": boards,
    }


def value_certificate(question: Question, board_value: BoardValue) -> Proof:
    """Return the certificate of the value of a board: the canonical forms of all reachable components.

    Raise LimitError if there are too many forms.

    >>> from gfkit.play import value
    >>> asked = Question.of("domineering", "3x3")
    >>> checker.check_play(value_certificate(asked, value(asked)), Budget()).statement
    'the form in the file is canonical, and equals the value of the game in the file on ... (20 ...'
    """
    rule, board = _rule(question), question.board
    proof = _symmetric_zero(rule, board) if board_value.value.outcome == "second" else None
    plain_board = {**_board(rule, board, None), **(proof or _value_parts(rule, board, board_value))}
    return {
        **_header("values", question),
        "text": board_value.value.text(_LONGEST_TEXT),
        "boards": [plain_board],
    }


def _symmetric_zero(rule: PlacementRule, board: Board) -> Proof | None:
    """Return the proof of value 0 by symmetry strategies, or None if the board is small or no strategy is
    found.
    """
    mirrored = mirror_proof(rule, board) if is_zero_by_symmetry(rule, board) else None
    if mirrored is None:
        return None
    play, starters = _build_play(rule, board), {"left": mirrored.left_starts, "right": mirrored.right_starts}
    strategies = {
        starts: _symmetric(play, answers, starts, OPPONENTS[starts]) for starts, answers in starters.items()
    }
    if None in strategies.values():
        return None
    return {"value": 0, "forms": [[[], []]], "parts": None, "strategy": strategies}


def _value_parts(rule: PlacementRule, board: Board, board_value: BoardValue) -> Proof:
    """Return the proof of a value by the values of all reachable components, smaller components first."""
    play, table = _build_play(rule, board), Table()
    kinds = _Kinds(play)
    known: dict[int, int] = {}

    def sum_of_parts(position: int) -> int:
        return sum_of_games(table, map(known.__getitem__, kinds.parts(position)))

    order = list(dict.fromkeys(kinds.parts(play.start)))
    seen = set(order)
    for kind in order:
        if len(order) > _MOST_VALUED:
            raise LimitError(
                f"board {board.text!r}: more than {_MOST_VALUED} different components are"
                " reachable; only the values of smaller"
                " boards can be saved"
            )
        new = {part for parts in kinds.moves(kind).values() for part in parts} - seen
        seen |= new
        order += new
    for kind in sorted(order, key=kinds.most):
        part = kinds.part[kind]
        left, right = (
            [sum_of_parts(play.after(part, move)) for move in play.moves(part, who)] for who in OPPONENTS
        )
        known[kind] = make(table, left, right)
    whole = sum_of_parts(play.start)
    below = table.from_below(*known.values(), whole, opens_numbers=True)
    numbers = {form: number for number, form in enumerate(below)}
    forms = [
        [[numbers[o] for o in side] for side in (table.lefts_of(g), table.rights_of(g))] for g in numbers
    ]
    parts = [[play.position_text(kinds.part[kind]), numbers[known[kind]]] for kind in order]
    assert ShortGame(table, whole) == board_value.value, "the value is found twice"
    return {"value": numbers[whole], "forms": forms, "parts": parts}


def heap_certificate(nimbers: NimValues) -> Proof:
    """Return the certificate of a heap game: its values up to the bound required by the proof of its period.

    >>> from gfkit.play.impartial.nim import nim
    >>> from gfkit.proofs.checker.program import check_certificate
    >>> check_certificate(heap_certificate(nim("octal:0.77"))).proved
    True
    """
    if nimbers.first_n is None:
        heap = int(nimbers.board.rpartition(" ")[2])
        count, period = heap + 1, None
    else:
        heap, count, period = None, len(nimbers.values), None
    code = None if nimbers.game == GRUNDY else OctalCode.read(nimbers.game)
    law = nimbers.proved_law
    if code is not None and heap is None and law is not None:
        period = {"start": max(law.preperiod, 1), "period": law.period}
        count = max(count, code.most_heaps * (period["start"] + law.period) + code.longest)
    return {
        "format": checker.PLAY_FORMAT,
        "version": checker.PLAY_VERSION,
        "claim": "heaps",
        "game": nimbers.game,
        "digits": None if code is None else list(code.digits),
        "heap": heap,
        "values": grundy_values(count) if code is None else heap_values(code, count),
        "period": period,
        "law": None if period else _law_text(nimbers),
    }


def save_play(certificate: Proof, path: str | Path) -> None:
    """Write a certificate to a file atomically."""
    write_whole(path, json.dumps(certificate, separators=(",", ":")) + "\n")


def certify_play(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the checker's verdict on a certificate of winners, nimbers, values or a heap game."""
    verdict = certification_of(certificate, limit, _checked_label, "play")
    if verdict.ok and certificate["claim"] == "values" and certificate["text"] is not None:
        return replace(verdict, reason=f"the value is {certificate['text']}; {verdict.reason}")
    return verdict


def _checked_label(certificate: Mapping[str, Any]) -> Label:
    """Return the label of a file after checking that the string of a value denotes its canonical form."""
    label = label_of(certificate)
    return label if label.why_not else label._replace(why_not=misread(certificate))


def label_of(certificate: Mapping[str, Any]) -> Label:
    """Return the label of a file after comparing the names of the game and the boards with its rule and
    cells.

    A board file with such a name is not read, because it may have changed; the name is only a label.
    """
    if certificate["claim"] == "heaps":
        return heap_label(certificate["game"], certificate["digits"])
    game, family, boards = certificate["game"], certificate["family"], certificate["boards"]
    named = named_rule(game)
    try:
        rule = placement_of(certificate["rule"])
        is_named = named is not None and certificate["rule"] in _plain_forms(named)
        is_plain = certificate["rule"] in _plain_forms(rule)
        misnamed = [board for board in boards if not _is_as_named(rule, family or board["board"], board)]
    except GfkitError as error:
        fault, *_ = str(error).split("; ")  # advice is for names that a user typed
        return Label(why_not=f"rule and boards: {fault}")
    if named is not None and not is_named:
        return Label(why_not=f"game: the name is {game}, but the rule in the file differs from that game")
    if not is_plain:
        return Label(why_not="rule: pieces and pairs are not in the normal form of gfkit")
    if misnamed:
        which = misnamed[0]["board"] if family is None else f"{family} for n = {misnamed[0]['n']}"
        return Label(why_not=f"board: the name is {which}, but the cells in the file differ from that board")
    text = family or boards[0]["board"]
    if names_a_file(text):
        return Label(game if is_named else "")
    sizes = [board["n"] for board in boards]
    text += "" if family is None else f" for n = {sizes[0]}" + (f" to {sizes[-1]}" if sizes[1:] else "")
    return Label(game if is_named else "", boards=text)


def _plain_forms(rule: Rule) -> list[object]:
    """Return the normal forms of a rule as JSON data."""
    return [json.loads(json.dumps(form)) for form in plain_forms(rule)]


def _is_as_named(rule: PlacementRule, text: str, plain: Mapping[str, Any]) -> bool:
    """Return True if the cells of a board agree with its name and size. Board files are not read."""
    if names_a_file(text):
        return plain["n"] is None
    if re.search("[1-9][0-9]{4}", text) or (plain["n"] or 0) > PLAY_CELLS:
        return False  # larger than every board that the checker accepts
    boards = parse_board(text)
    if isinstance(boards, Family) == (plain["n"] is None):
        return False
    board = boards if isinstance(boards, Board) else boards.at(plain["n"])
    asked = Question(rule, board)
    without_claims = {key: plain[key] for key in ("board", "n", "cells", "tints", "lying")}
    return bool(json.loads(json.dumps(_board(_rule(asked), asked.board, plain["n"]))) == without_claims)


def misread(certificate: Mapping[str, Any]) -> str | None:
    """Return the reason why the string of a value is malformed, or None."""
    if certificate["claim"] != "values" or certificate["text"] is None:
        return None
    board, table = certificate["boards"][0], Table()
    made: list[int] = []
    for lefts, rights in board["forms"]:
        made.append(make(table, [made[option] for option in lefts], [made[option] for option in rights]))
    try:
        same = ShortGame.parse(certificate["text"], table) == ShortGame(table, made[board["value"]])
    except GfkitError:
        same = False
    return None if same else "the text does not denote the canonical form in the file"


def heap_label(game: str, digits: object) -> Label:
    """Return the label of a heap game after comparing its name with its digits."""
    try:
        read = None if game.strip() == GRUNDY else list(OctalCode.read(game).digits)
    except GfkitError:
        return Label()
    return (
        Label(game)
        if read == digits
        else Label(why_not=f"game: the name is {game}, but the digits in the file differ")
    )


def _header(claim: str, question: Question) -> Proof:
    return {
        "format": checker.PLAY_FORMAT,
        "version": checker.PLAY_VERSION,
        "claim": claim,
        "game": question.game,
        "family": question.boards.text if question.is_family else None,
        "rule": plain_data(_rule(question)),
    }


def _rule(question: Question) -> PlacementRule:
    if not question.rule.is_game:
        raise MismatchError(
            f"game {question.game!r}: certificates of winners, nimbers and values require a placement game"
        )
    return as_placement(question.rule)


def _boards_by_size(question: Question, results: Outcomes | NimValues) -> list[tuple[int | None, Board]]:
    """Return the boards of a result with their sizes n, or with None for a single board."""
    boards = question.boards
    if isinstance(boards, Board):
        return [(None, boards)]
    answers = results.words if isinstance(results, Outcomes) else results.values
    sizes = range(results.first_n or 0, (results.first_n or 0) + len(answers))
    return [(n, question.on(boards.at(n)).board) for n in sizes]


def _board(rule: PlacementRule, board: Board, n: int | None) -> Proof:
    """Return a board as JSON data: a grid with its rows, columns and cells, or a graph."""
    if board.illegal:
        raise MismatchError(
            f"board {board.text!r} is given by a complex in which three moves conflict, but certificates of"
            " play support only rules and graphs"
        )
    cells: Proof = {"size": board.size, "edges": sorted([min(edge), max(edge)] for edge in board.edges)}
    if board.grid is not None:
        grid = board.grid
        cells = {
            "rows": grid.rows,
            "cols": grid.cols,
            "wraps": [grid.wrap_rows, grid.wrap_cols],
            "places": None if board.fills_grid else [list(place) for place in board.places],
        }
    return {
        "board": board.text,
        "n": n,
        "cells": cells,
        "tints": [tint.value if tint else "none" for tint in board.tints] or None,
        "lying": [[move.colour, list(move.cells)] for move in settled_moves(rule, board)],
    }


def _build_play(rule: PlacementRule, board: Board, *, both: bool = False) -> PairPlay:
    plain = json.loads(json.dumps(_board(rule, board, None)))
    return play_on(PlayRule(plain_data(rule), both=both), plain, Budget(_WORK))


# Winners ----------------------------------------------------------------------------------------------------


def _proofs(rule: PlacementRule, board: Board, word: str, misere: bool) -> Proof:
    """Return strategies of the winner, for each player who starts."""
    play = _build_play(rule, board)
    mirrored = None if misere else mirror_proof(rule, board)
    proofs: Proof = {}
    search: _Replies | None = None
    winners = checker.PLAY_WINNERS[word].split()
    for starts, wins in zip((Player.LEFT, Player.RIGHT), map(Player, winners), strict=True):
        proof = None
        if mirrored is not None:
            answers = mirrored.left_starts if starts is Player.LEFT else mirrored.right_starts
            proof = _symmetric(play, answers, starts.value, wins.value)
        if proof is None:
            search = search or _Replies(rule, board, play, misere)
            proof = {"kind": "table", "replies": search.table(starts, wins)}
        proofs[starts.value] = proof
    return proofs


def _symmetric(play: PairPlay, answers: Answers, starts: str, wins: str) -> Proof | None:
    """Return the proof by a symmetry strategy, with the colours of the replies determined by trial, or
    None.
    """
    rule = play.board.rule
    colours = [colour for colour, owner in enumerate(rule.owners) if owner in (OPPONENTS[wins], "both")]
    replies = [colour for colour, owner in enumerate(rule.owners) if owner in (wins, "both")]
    openings: list[object] = [None]
    if answers.opening is not None:
        openings = [[colour, list(answers.opening)] for colour in replies]
    for opening in openings:
        for chosen in product(replies, repeat=len(colours)):
            pairs = [list(pair) for pair in zip(colours, chosen, strict=True)]
            proof: Proof = {"kind": "symmetry", "map": list(answers.cells)}
            proof |= {"colours": pairs, "opening": opening}
            try:
                checker.answers_by_symmetry(play, proof, starts, wins)
            except RefusalError:
                continue
            return proof
    return None


_Here = tuple[int, int]
"""Position, as a state of the search and as a position of the checker."""


class _Replies:
    """Tables that contain a winning reply to every move of the loser, computed by search."""

    def __init__(self, rule: PlacementRule, board: Board, play: PairPlay, misere: bool) -> None:
        self.play, self.misere, self.text = play, misere, board.text
        self.position: Position = compile_position(rule, board)
        self.wins_moving = StateSearch(self.position, misere, None).decide()

    def table(self, starts: Player, wins: Player) -> list[list[object]]:
        """Return the positions with the winner to move, each with a winning move."""
        loser = wins.opponent
        first = (self.position.start, self.play.start)
        waiting = [first] if starts is wins else list(self._replies_to(loser, first).values())
        known: set[object] = {self.play.key(here) for _, here in waiting}
        replies: list[list[object]] = []
        while waiting:
            here = waiting.pop()
            move, after = self._find_reply(wins, loser, here, known)
            replies.append([self.play.position_text(here[1]), move])
            if len(replies) > _MOST_REPLIES:
                raise LimitError(
                    f"board {self.text!r}: the table of replies would contain more than"
                    f" {_MOST_REPLIES} positions;"
                    " only winners of smaller boards, or of boards with a symmetry strategy, can be saved"
                )
            for key, option in self._replies_to(loser, after).items() if after else ():
                if key not in known:
                    known.add(key)
                    waiting.append(option)
        return replies

    def _moves(self, player: Player, here: _Here) -> dict[object, tuple[int, _Here]]:
        """Return the positions after a move of a player, up to symmetry, each with one such move."""
        moves: dict[object, tuple[int, _Here]] = {}
        for move, state in self.position.moves(player, here[0]):
            number = self.play.board.number[move.colour, move.cells]
            after = self.play.after(here[1], number)
            moves.setdefault(self.play.key(after), (number, (state, after)))
        return moves

    def _replies_to(self, player: Player, here: _Here) -> dict[object, _Here]:
        """Return the positions after a move of a player, up to symmetry."""
        return {key: after for key, (_, after) in self._moves(player, here).items()}

    def _find_reply(
        self, wins: Player, loser: Player, here: _Here, known: set[object]
    ) -> tuple[int | None, _Here | None]:
        """Return a winning move whose position leads to the fewest positions not yet in the certificate.

        Return None if there is no winning move.
        """
        weighed = []
        for move, after in self._moves(wins, here).values():
            replies = self._moves(loser, after)
            weighed.append((len(replies.keys() - known), move, after, bool(replies)))
        for _, move, after, has_moves in sorted(weighed, key=lambda entry: entry[:2]):
            if not (self.wins_moving(after[0], loser) if has_moves else self.misere):
                return move, after
        assert self.misere, "the winner has a winning move"
        assert not weighed, "the winner has a winning move"
        return None, None


# Nimbers ----------------------------------------------------------------------------------------------------


class _Kinds:
    """Isomorphism classes of components, as a game for the search of nimbers."""

    def __init__(self, play: PairPlay) -> None:
        self.play = play
        self.part: dict[int, int] = {}
        """Representative component of each class."""

    def parts(self, position: int) -> tuple[int, ...]:
        kinds = []
        for part in self.play.parts(position):
            kind = self.play.kind(part)
            self.part.setdefault(kind, part)
            kinds.append(kind)
        return tuple(kinds)

    def moves(self, kind: int) -> dict[int, tuple[int, ...]]:
        """Return the moves in a component, each with the classes of the resulting components."""
        part = self.part[kind]
        return {move: self.parts(self.play.after(part, move)) for move in self.play.moves(part, None)}

    def options(self, kind: int) -> list[tuple[int, ...]]:
        options = dict.fromkeys(self.moves(kind).values())
        return sorted(options, key=lambda parts: max(map(self.most, parts), default=0))

    def most(self, kind: int) -> int:
        return self.play.most(self.part[kind])


def _nimber_proof(rule: PlacementRule, board: Board, nimber: int, impartial: bool) -> Proof:
    """Return the proof of a nimber: a symmetry strategy of the second player, or a table of components."""
    mirrored = mirror_proof(rule, board) if nimber == 0 and rule.impartial and board.size else None
    if mirrored is not None:
        strategy = _symmetric(_build_play(rule, board), mirrored.left_starts, "left", "right")
        if strategy is not None:
            return {"parts": None, "strategy": strategy}
    return {"parts": _parts(rule, board, nimber, impartial)}


def _parts(rule: PlacementRule, board: Board, nimber: int, impartial: bool) -> list[list[object]]:
    """Return the components that prove the nimber of a board, as JSON data."""
    play = _build_play(rule, board, both=impartial)
    kinds = _Kinds(play)

    def refuse(entries: int) -> None:
        if entries > _MOST_PARTS:
            raise LimitError(
                f"board {board.text!r}: the proof of its nimber requires more than {_MOST_PARTS}"
                " components; only nimbers of"
                " smaller boards can be saved"
            )

    search = Nimbers(kinds, refuse)
    start = kinds.parts(play.start)
    try:
        value = search.of(start)
    except RecursionError:
        raise LimitError(f"board {board.text!r}: the longest play exceeds the recursion limit") from None
    assert value == nimber, "the nimber is found twice"
    return _supporting_entries(kinds, search, start)


def _supporting_entries(kinds: _Kinds, search: Nimbers[int], start: tuple[int, ...]) -> list[list[object]]:
    """Return the table entries on which the nimber of the board depends."""
    entries: list[list[object]] = []
    waiting = list(dict.fromkeys(start))
    seen = set(waiting)
    for kind in waiting:
        value, least = search.recall(kind)
        moves = kinds.moves(kind)
        by_value: dict[int | None, tuple[int, tuple[int, ...]]] = {}
        for move, parts in moves.items():
            by_value.setdefault(search.recall_sum(parts), (move, parts))
        witnesses = [by_value[v] for v in range(least)]
        entries.append(
            [kinds.play.position_text(kinds.part[kind]), [move for move, _ in witnesses], value is not None]
        )
        rests_on = [parts for _, parts in witnesses] + (list(moves.values()) if value is not None else [])
        for part in (part for parts in rests_on for part in without_pairs(parts)):
            if part not in seen and search.recall(part) != (None, 0):
                seen.add(part)
                waiting.append(part)
    return entries


# Heap games -------------------------------------------------------------------------------------------------


def _law_text(nimbers: NimValues) -> str | None:
    """Return a sentence that describes the period, or None if there is no period."""
    if nimbers.law is None:
        return None
    added = f" and saltus {nimbers.law.saltus}" if nimbers.law.saltus else ""
    return f"period {nimbers.law.period}{added} for n >= {nimbers.preperiod}"
