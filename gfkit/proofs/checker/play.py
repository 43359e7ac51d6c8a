"""Outcomes, nimbers and values of placement games: statements about boards in a file, and their proofs.

Rules, boards, positions, and parts that are the same game, are defined as in ``placements``. A player without
a legal move loses, or wins under misere play. Tables are checked by induction on the remaining moves.

Outcome by symmetry. The player L moves next; the player W answers each placement m with f(m), which covers
the images of the cells of m (``map``), in the colour given for the colour of m. Theorem. Let D be the set of
the placements that are possible for L. Suppose that for every m in D, f(m) is possible for W and does not
conflict with m; that no two placements in D have the same image; and that for m and a in D, if f(a) conflicts
with m or f(m), so does a. Then L loses under normal play. Proof: W answers m with f(m). If a is still
possible then, it does not conflict with m or f(m), so f(a) does not either and is still possible; so the
hypotheses hold again, with fewer placements. W always has an answer, and play ends. With an ``opening`` W
moves first, and the hypotheses are required of the placements that are possible after it.

Outcome by a table of replies. In each listed position W is to move and makes the listed reply. W wins all
listed positions if after the reply every move of L leads to a listed position, or to a position with the same
parts; under misere play L must also have a move there. If no reply is listed, W has no move, and wins under
misere play.

Nimbers. The table contains parts with ``moves``: the i-th move leads to a position of nimber i. So the nimber
of the part is at least the number g of its moves, as every smaller number is the nimber of an option. It is g
if no option has nimber g. This is proved in one of two ways. Either the nimbers of all parts of the option
are in the table, and their nim-sum is not g. Or this holds for all parts except one, u, and the nimber of u
is not the number v for which the sum would be g, because more than v moves are listed for u (so one of them
leads to nimber v), or because play in u cannot last v moves. A board that the second player wins by symmetry
has nimber 0.

Values. The file contains forms, each with the numbers of earlier forms as options, and the form of every part
that can occur. Forms are compared by definition: A <= B if no left option of A is >= B and no right option of
B is <= A, for sums too. Each form must be canonical: no option is dominated by another, and none is
reversible. Each part must be equal to its form; its options are the sums of the forms of their parts. So the
form of the board is its canonical form. A board on which the player who moves first loses by symmetry,
whichever player this is, has the value 0.

A theorem for boards of all sizes is not checked; the claim then names it, and is only consistent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise, permutations

from gfkit.proofs.checker.placements import (
    OPPONENTS,
    PLAY_BOARD,
    PLAY_PAIRS,
    PLAY_RULE,
    PairPlay,
    PlayRule,
    play_on,
)
from gfkit.proofs.checker.reading import (
    Budget,
    Fields,
    RefusalError,
    Verdict,
    file_of_format,
    must_hold,
    need,
    set_bits,
    whole,
)

PLAY_FORMAT, PLAY_VERSION, PLAY_BOARDS = "gfkit-play", 1, 500
PLAY_WINNERS = {"first": "left right", "second": "right left", "left": "left left", "right": "right right"}
"""Outcome names, by the winner when Left starts and the winner when Right starts."""

PLAY_TEXT = (str, None)
PLAY_MIRROR: dict[str, object] = {
    "kind": str,
    "map": [int],
    "colours": PLAY_PAIRS,
    "opening": ([int, [int]], None),
}
PLAY_PROOF: tuple[object, ...] = (PLAY_MIRROR, {"kind": str, "replies": [[str, (int, None)]]})
WON_BOARD: dict[str, object] = PLAY_BOARD | {"winner": str, "starts": dict.fromkeys(OPPONENTS, PLAY_PROOF)}
NIMBER_BOARD: dict[str, object] = PLAY_BOARD | {"nimber": int}
NIMBER_BOARDS: tuple[object, ...] = (
    NIMBER_BOARD | {"parts": [[str, [int], bool]]},
    NIMBER_BOARD | {"parts": None, "strategy": PLAY_MIRROR},
)
VALUE_BOARD: dict[str, object] = PLAY_BOARD | {"value": int, "forms": [[[int], [int]]]}
VALUE_BOARDS: tuple[object, ...] = (
    VALUE_BOARD | {"parts": [[str, int]]},
    VALUE_BOARD | {"parts": None, "strategy": dict.fromkeys(OPPONENTS, PLAY_MIRROR)},
)
PLAY_FILE: dict[str, object] = {"format": str, "version": int, "claim": str, "game": str, "rule": PLAY_RULE}
PLAY_FILE |= {"family": PLAY_TEXT}
PLAY_SHAPES: dict[str, dict[str, object]] = {
    "winners": PLAY_FILE | {"play": str, "law": PLAY_TEXT, "boards": [WON_BOARD]},
    "nimbers": PLAY_FILE | {"impartial": bool, "law": PLAY_TEXT, "boards": [NIMBER_BOARDS]},
    "values": PLAY_FILE | {"text": PLAY_TEXT, "boards": [VALUE_BOARDS]},
}


def check_play(certificate: object, budget: Budget) -> Verdict:
    """Check a certificate of outcomes, nimbers or values. Raise RefusalError if it is not valid."""
    shapes = tuple(PLAY_SHAPES.values())
    fields: Fields = file_of_format(certificate, shapes, PLAY_FORMAT, PLAY_VERSION)
    claim, family = fields["claim"], fields["family"]
    fits = claim in PLAY_SHAPES and fields.keys() == PLAY_SHAPES[claim].keys()
    need(fits, f"claim: expected one of {', '.join(PLAY_SHAPES)}, with its keys")
    prove = {"winners": winner_shown, "nimbers": nimber_shown, "values": value_shown}[claim]
    rule = PlayRule(fields["rule"], both=fields.get("impartial", False))
    is_played = fields.get("play", "normal") in ("normal", "misere")
    need(is_played, "play must be normal or misere")
    is_fair = claim != "nimbers" or {*rule.owners} == {"both"}
    must_hold(is_fair, "the players have different moves, so positions have no nimbers")
    sizes = [board["n"] for board in fields["boards"]]
    need(1 <= len(sizes) <= PLAY_BOARDS, f"a file must contain 1 to {PLAY_BOARDS} boards")
    is_single = sizes == [None]
    need(
        family is not None or is_single, "family: a file without a family must contain one board, with n null"
    )
    need(family is None or None not in sizes, "n: each board of a family requires its size")
    need(
        is_single or all(b == a + 1 for a, b in pairwise(sizes)), "n: the sizes of boards must be consecutive"
    )
    try:
        total = sum(prove(play_on(rule, board, budget), board, fields) for board in fields["boards"])
    except RecursionError:
        raise RefusalError(3, "checking the longest play exceeds the recursion limit of Python") from None
    is_proved = fields.get("law") is None
    return Verdict(play_statement(fields, total), "the rule and the boards in the file", total, is_proved)


def play_statement(fields: Fields, total: int) -> str:
    """Return the proved statement as a sentence; the boards of a named family are not checked."""
    claim, boards, count = fields["claim"], fields["boards"], f"({total} components and replies checked)"
    where = "the game in the file on the boards in the file"
    how, law = "", "the period"
    if claim == "winners":
        word, law, count = boards[0]["winner"], "the formula for all n", f"({total} replies checked)"
        what = f"{f'the {word} player' if word in ('first', 'second') else word} wins {where}"
        names = {"symmetry": "symmetry strategies", "table": "tables of replies"}
        ways = dict.fromkeys(names[board["starts"][who]["kind"]] for board in boards for who in OPPONENTS)
        how = (" under misere play" if fields["play"] == "misere" else "") + f", by {' and '.join(ways)}"
    elif claim == "nimbers":
        what = f"the nimber of {where} is {boards[0]['nimber']}"
        how = ", with the moves of either player for both" if fields["impartial"] else ""
    else:
        what = f"the form in the file is canonical, and equals the value of {where}"
    if fields["family"] is not None:
        what = f"the {claim} of {where} are as listed"
    return f"{what}{how} {count}" + (f"; {law} is not proved" if fields.get("law") is not None else "")


# Winners ----------------------------------------------------------------------------------------------------


def winner_shown(play: PairPlay, board: Fields, fields: Fields) -> int:
    """Return the number of replies that prove the outcome of a board."""
    word, misere, total = board["winner"], fields["play"] == "misere", 0
    need(word in PLAY_WINNERS, f"winner: expected one of {', '.join(PLAY_WINNERS)}")
    for starts, wins in zip(OPPONENTS, PLAY_WINNERS[word].split(), strict=True):
        proof = board["starts"][starts]
        if "map" in proof:
            total += answers_by_symmetry(play, proof, starts, wins, misere=misere)
        else:
            need(proof["kind"] == "table", "kind must be 'table' for a proof with replies")
            total += answers_by_table(play, proof["replies"], starts, wins, misere=misere)
    return total


def answers_by_symmetry(
    play: PairPlay, proof: Fields, starts: str, wins: str, *, misere: bool = False
) -> int:
    """Return the number of placements answered by a symmetry strategy. Raise RefusalError if the strategy
    does not win.
    """
    fits = not (misere or play.board.rule.liberties)
    must_hold(fits, "symmetry strategies require normal play without liberties")
    board, loser, images = play.board, OPPONENTS[wins], proof["map"]
    need(proof["kind"] == "symmetry", "kind must be 'symmetry' for a proof with a map")
    is_map = sorted(images) == list(range(board.size))
    need(is_map, "the map must be an involution of the cells of the board")
    colours, opening, here = dict(proof["colours"]), proof["opening"], play.start
    need(len(colours) == len(proof["colours"]), "colours: expected one reply for each colour")
    begins = (opening is not None) == (starts == wins)
    must_hold(begins, "opening must be given if and only if the winner starts")
    if opening is not None:
        first = board.number.get((opening[0], tuple(opening[1])))
        if first is None or not play.can(here, first, wins):
            raise RefusalError(1, "the first move of a strategy is illegal")
        here = play.after(here, first)
    reply: dict[int, int] = {}
    for move in play.moves(here, loser):
        colour, cells = board.placements[move]
        image = colours.get(colour, -1), tuple(sorted(images[cell] for cell in cells))
        target = board.number.get(image)
        if target is None or not play.can(here, target, wins) or play.apart[move] >> target & 1:
            raise RefusalError(1, f"{starts} starts: a move has no symmetric reply, or conflicts with it")
        reply[move] = target
    asks = {target: move for move, target in reply.items()}
    must_hold(len(asks) == len(reply), f"{starts} starts: two moves have the same symmetric reply")
    answers = sum(1 << target for target in asks)
    for move, target in reply.items():
        gone = play.apart[move] | play.apart[target]
        play.budget.spend(5 + 10 * (gone & answers).bit_count())
        kept = any(not gone >> asks[other] & 1 for other in set_bits(gone & answers))
        must_hold(
            not kept, f"{starts} starts: a move and its reply conflict with a reply, but not with its move"
        )
    return len(reply)


def answers_by_table(
    play: PairPlay, replies: Iterable[tuple[str, int | None]], starts: str, wins: str, *, misere: bool
) -> int:
    """Return the number of replies in a table. Raise RefusalError unless it is closed under the moves of the
    opponent.
    """
    listed = [(play.parse_position(text), reply) for text, reply in replies]
    known = {play.key(position) for position, _ in listed}

    def check_answers(position: int) -> None:
        moves = play.moves(position, OPPONENTS[wins])
        has_lost = not misere or moves
        must_hold(
            has_lost,
            "a reply in the table leaves the opponent without a move, who then wins under misere play",
        )
        all_known = all(play.key(play.after(position, move)) in known for move in moves)
        must_hold(all_known, "a move of the opponent leads to a position that is not in the table")

    if starts != wins:
        check_answers(play.start)
    else:
        must_hold(play.key(play.start) in known, f"{starts} starts: the first move is not in the table")
    for position, reply in listed:
        if reply is None:
            wins_so = misere and not play.moves(position, wins)
            must_hold(wins_so, "the table contains no reply to a position")
            continue
        can_reply = play.can(position, whole(reply, 0, len(play.board.placements) - 1), wins)
        must_hold(can_reply, "a reply in the table is illegal")
        check_answers(play.after(position, reply))
    return len(listed)


# Nimbers ----------------------------------------------------------------------------------------------------


def single_part(play: PairPlay, text: str) -> int:
    """Return the position with this notation, which must be a single component."""
    position = play.parse_position(text)
    must_hold(len(play.parts(position)) == 1, "an entry of the table is not a single component")
    return position


def nimber_shown(play: PairPlay, board: Fields, fields: Fields) -> int:
    """Prove the nimber of a board, and return the number of components or replies used."""
    free = fields["impartial"] or {*play.board.tints} <= {"both"}
    must_hold(free, "boards with cells reserved for a player have no nimbers")
    if board["parts"] is not None:
        return NimberTable(play, board["parts"]).shows(board["nimber"])
    must_hold(board["nimber"] == 0, "a symmetry strategy proves only the nimber 0")
    return answers_by_symmetry(play, board["strategy"], "left", "right")


class NimberTable:
    """Components of known nimber: their moves to nimbers 0, 1, ..., and whether the nimber is exact."""

    def __init__(self, play: PairPlay, listed: Iterable[tuple[str, list[int], bool]]) -> None:
        self.play = play
        self.entries: list[tuple[int, list[int], bool]] = [
            (single_part(play, text), moves, is_exact) for text, moves, is_exact in listed
        ]
        self.least: dict[int, int] = {}
        self.exact: dict[int, int] = {}
        for part, moves, is_exact in self.entries:
            kind = play.kind(part)
            self.least[kind] = max(self.least.get(kind, 0), len(moves))
            if is_exact:
                self.exact[kind] = len(moves)

    def shows(self, nimber: int) -> int:
        """Prove the nimber of a board, and return the number of components used. Raise RefusalError if it
        does not follow.
        """
        play, last = self.play, len(self.play.board.placements) - 1
        for part, moves, is_exact in self.entries:
            for value, move in enumerate(moves):
                can_move = play.can(part, whole(move, 0, last))
                must_hold(can_move, "a move in the table is illegal")
                is_so = self.nimber_sum(play.after(part, move)) == (value, None)
                must_hold(is_so, "a move in the table leads to a different or unproved nimber")
            for move in play.moves(part) if is_exact else ():
                self.must_differ(play.after(part, move), len(moves))
        is_so = self.nimber_sum(play.start) == (nimber, None)
        must_hold(is_so, "the nimber of the board does not follow from the table")
        return len(self.entries)

    def nimber_sum(self, position: int) -> tuple[int, int | None]:
        """Return the nim-sum of the exact components, and the component that is not exact, if any."""
        total, open_part, odd = 0, None, dict[int, int]()
        for part in self.play.parts(position):
            kind = self.play.kind(part)
            if odd.pop(kind, None) is None:
                odd[kind] = part
        for kind, part in odd.items():
            if kind in self.exact:
                total ^= self.exact[kind]
            else:
                must_hold(open_part is None, "an option has two components with unproved nimbers")
                open_part = part
        return total, open_part

    def must_differ(self, position: int, value: int) -> None:
        """Raise RefusalError unless the table proves that a position does not have this nimber."""
        total, part = self.nimber_sum(position)
        if part is None:
            must_hold(total != value, "an option has the nimber of the position")
            return
        least = self.least.get(self.play.kind(part), 0)
        differs = not least <= total ^ value <= self.play.most(part)
        must_hold(differs, "the table does not prove that an option has a different nimber")


# Values -----------------------------------------------------------------------------------------------------

FormSum = tuple[int, ...]
"""Sum of forms, as their numbers in ascending order."""


def value_shown(play: PairPlay, board: Fields, _fields: Fields) -> int:
    """Prove the value of a board, and return the number of components or replies used."""
    forms = ValueForms(board["forms"], play.budget)
    last, parts = len(forms.lefts) - 1, board["parts"]
    value = whole(board["value"], 0, last)
    if parts is None:
        is_zero = not (forms.lefts[value] or forms.rights[value])
        must_hold(is_zero, "symmetry strategies prove only the value 0")
        strategy = board["strategy"]
        return sum(answers_by_symmetry(play, strategy[who], who, wins) for who, wins in OPPONENTS.items())
    form_of: dict[int, int] = {}
    entries = [(single_part(play, text), whole(form, 0, last)) for text, form in parts]
    for part, form in entries:
        must_hold(form_of.setdefault(play.kind(part), form) == form, "a component has two forms")

    def form_sum(position: int) -> FormSum:
        """Return the forms of the components, as a sum."""
        key = play.key(position)
        must_hold(form_of.keys() >= {*key}, "a reachable component is not in the table")
        return tuple(sorted(form_of[kind] for kind in key))

    for part, form in entries:
        options = [
            {form_sum(play.after(part, move)): 0 for move in play.moves(part, who)} for who in OPPONENTS
        ]
        forms.must_equal((forms.add(*map(list, options)),), (form,))
    forms.must_equal(form_sum(play.start), (value,))
    return len(entries)


class ValueForms:
    """Games given by their options, which are sums of earlier games. The canonical forms of the file come
    first.
    """

    def __init__(self, listed: Iterable[tuple[list[int], list[int]]], budget: Budget) -> None:
        self.budget = budget
        self.lefts: list[list[FormSum]] = []
        self.rights: list[list[FormSum]] = []
        self._known: dict[tuple[FormSum, FormSum], bool] = {}
        seen = set()
        for index, sides in enumerate(listed):
            options: list[list[FormSum]] = [
                [(whole(option, 0, index - 1),) for option in side] for side in sides
            ]
            key = tuple(map(frozenset, options))
            is_new = key not in seen and all(len({*side}) == len(side) for side in sides)
            must_hold(is_new, "a form, or an option of it, is repeated")
            seen.add(key)
            is_canonical = self._is_canonical(self.add(*options))
            must_hold(is_canonical, "a form has an option that is dominated or reversible")

    def add(self, lefts: list[FormSum], rights: list[FormSum]) -> int:
        """Return the number of a new game."""
        self.lefts.append(lefts)
        self.rights.append(rights)
        return len(self.lefts) - 1

    def _is_canonical(self, game: int) -> bool:
        lefts, rights, own = self.lefts[game], self.rights[game], (game,)
        if any(self.at_most(*pair) for side in (lefts, rights) for pair in permutations(side, 2)):
            return False
        if any(self.at_most(after, own) for left in lefts for after in options_of_sum(self.rights, left)):
            return False
        return not any(
            self.at_most(own, after) for right in rights for after in options_of_sum(self.lefts, right)
        )

    def at_most(self, left: FormSum, right: FormSum) -> bool:
        """Return True if one sum is less than or equal to another, after common terms cancel."""
        shared = Counter(left) & Counter(right)
        if shared:
            left, right = (tuple(sorted((Counter(it) - shared).elements())) for it in (left, right))
        known = self._known.get((left, right))
        if known is None:
            self.budget.spend(50 * (1 + len(left) + len(right)))
            known = not any(self.at_most(right, after) for after in options_of_sum(self.lefts, left))
            known = known and not any(
                self.at_most(after, left) for after in options_of_sum(self.rights, right)
            )
            self._known[left, right] = known
        return known

    def must_equal(self, one: FormSum, other: FormSum) -> None:
        """Raise RefusalError if two sums that must be equal differ."""
        is_equal = self.at_most(one, other) and self.at_most(other, one)
        must_hold(is_equal, "a form is not the value of its component")


def options_of_sum(options: list[list[FormSum]], games: FormSum) -> Iterator[FormSum]:
    """Yield the sums after one move in a sum."""
    for at, game in enumerate(games):
        if at == 0 or games[at - 1] != game:
            for option in options[game]:
                yield tuple(sorted((*games[:at], *option, *games[at + 1 :])))
