"""Positions on paths: relations by the last vertex, classes by the first ones, a map between games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby, pairwise, product

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.relation import Relation
from gfkit.errors import CatalogError, GfkitError
from gfkit.sequences import Polynomial

_TO = 8
_NAMES = ("x", "y")


# Words: E an empty vertex, B and R the pieces; of O12 A for a blue piece, CC for a red one


def words(game: str, n: int) -> Iterator[str]:
    """The positions on the path of n vertices, from the rules as the document words them."""
    if game == "o12":
        yield from _dominoes(n)
        return
    fits = {"col": _col, "snort": _snort, "cis": _cis, "nogo": _nogo}[game]
    for letters in product("EBR", repeat=n):
        if fits("".join(letters)):
            yield "".join(letters)


def _col(word: str) -> bool:
    return "BB" not in word and "RR" not in word


def _snort(word: str) -> bool:
    return "BR" not in word and "RB" not in word


def _cis(word: str) -> bool:
    return all("E" in pair for pair in pairwise(word))


def _nogo(word: str) -> bool:
    """Every group of one colour has an empty vertex beside it."""
    place = 0
    for letter, group in groupby(word):
        end = place + len(list(group))
        if letter != "E" and "E" not in word[max(place - 1, 0) : end + 1]:
            return False
        place = end
    return True


def _dominoes(n: int) -> Iterator[str]:
    if n == 0:
        yield ""
        return
    for first in ("E", "A") + (("CC",) if n > 1 else ()):
        yield from (first + rest for rest in _dominoes(n - len(first)))


def pieces(word: str) -> tuple[int, int]:
    """Left's and Right's pieces."""
    return word.count("B") + word.count("A"), word.count("R") + word.count("C") // 2


def _sum(found: Iterator[str]) -> Polynomial:
    return Polynomial.of(_NAMES, Counter(pieces(word) for word in found))


# Relations by the last vertex


def relation_by_words(statement: Statement, asked: Arguments) -> Found:
    """P, E, B, R: all positions, and those whose last vertex is so, listed from the rules; N their number."""
    game = asked["game"]

    def value(name: str, n: int) -> Polynomial:
        if name == "N":
            return Polynomial.constant(sum(1 for _ in words(game, n)), _NAMES)
        return _sum(word for word in words(game, n) if name == "P" or word.endswith(name))

    return _holds(statement, asked, value, f"positions listed up to n = {asked.get('to', _TO)}")


def relation_by_boards(statement: Statement, asked: Arguments) -> Found:
    """The same on boards with a piece drawn at the end."""
    game = asked["game"]

    def value(name: str, n: int) -> Polynomial:
        total = _counted(game, "." * n + "#", n)
        if name == "P":
            return total
        if name == "N":
            return Polynomial.constant(total.total, _NAMES)
        ends = {letter: _ending(game, n, letter) for letter in "BR"}
        return ends[name] if name in ends else total - ends["B"] - ends["R"]

    return _holds(statement, asked, value, f"boards counted up to n = {asked.get('to', _TO)}")


def _ending(game: str, n: int, letter: str) -> Polynomial:
    """Positions with a piece of Left (B) or Right (R) on the last vertex."""
    power = (1, 0) if letter == "B" else (0, 1)
    drawn = letter if letter == "B" else letter.lower()
    try:
        found = _counted(game, "." * (n - 1) + drawn + "#", n)
    except GfkitError:  # the piece alone has no liberty
        return Polynomial.constant(0, _NAMES)
    return found * Polynomial.monomial(power, _NAMES)


def _counted(game: str, board: str, n: int) -> Polynomial:
    from gfkit.transfer import count

    return count(game, board if n else "path:0", "all", "players").polynomial


def _holds(
    statement: Statement, asked: Arguments, value: Callable[[str, int], Polynomial], evidence: str
) -> Found:
    relation = Relation.read(statement[0], alike=asked.get("alike", False))
    for n in range(asked.get("from", 1), asked.get("to", _TO)):
        for one, other in relation.sides(n, value):
            if one != other:
                claimed = str(other) + _totals(relation, n, asked.get("next", 0), value)
                return Found(Standing.REFUTED, evidence, Witness(f"n = {n}", claimed, str(one)))
    return Found(Standing.CONSISTENT, evidence)


def _totals(relation: Relation, n: int, count: int, value: Callable[[str, int], Polynomial]) -> str:
    """The sums of the coefficients that the relation gives for the next n."""
    sums = [str(next(relation.sides(k, value))[1].total) for k in range(n + 1, n + 1 + count)]
    return f" (next totals {', '.join(sums)})" if sums else ""


# Which positions a sum over h empty vertices, i Left pieces and j Right pieces takes in

_CONDITION = re.compile(r"(?:(\d)\*)?h \+ (?:(\d)\*)?i \+ (?:(\d)\*)?j = n")


def _takes(statement: Statement) -> Callable[[int, int, int, int], bool]:
    """The condition on h, i, j and n."""
    read = _CONDITION.fullmatch(statement[0])
    if read is None:
        raise CatalogError("statement: must be written h + i + j = n, with numbers as in h + i + 2*j = n")
    a, b, c = (int(number or 1) for number in read.groups())
    return lambda h, i, j, n: a * h + b * i + c * j == n


def _none_lost(
    statement: Statement, asked: Arguments, terms: Callable[[int], Iterator[tuple[int, int, int, int]]]
) -> Found:
    """The coefficient of t^n has all positions on the path of n vertices; ``terms``: h, i, j and how many."""
    takes, to = _takes(statement), asked.get("to", _TO)
    for n in range(to):
        sums: list[Counter[tuple[int, int]]] = [Counter(), Counter()]
        for h, i, j, number in terms(n):
            sums[0][i, j] += number if takes(h, i, j, n) else 0
            sums[1][i, j] += number
        one, other = (Polynomial.of(_NAMES, numbers) for numbers in sums)
        if one != other:
            witness = Witness(f"path:{n}", str(one), str(other))
            return Found(Standing.REFUTED, "positions sorted by the condition", witness)
    return Found(Standing.CONSISTENT, f"positions sorted by the condition up to n = {to - 1}")


def condition_by_words(statement: Statement, asked: Arguments) -> Found:
    """Every position listed, its empty vertices counted."""
    game = asked["game"]
    return _none_lost(
        statement, asked, lambda n: ((word.count("E"), *pieces(word), 1) for word in words(game, n))
    )


def condition_by_boards(statement: Statement, asked: Arguments) -> Found:
    """Boards counted by pieces; what the pieces leave, by their ``sizes``, is empty."""
    left, right = asked["sizes"]

    def terms(n: int) -> Iterator[tuple[int, int, int, int]]:
        for (i, j), number in _counted(asked["game"], f"path:{n}", n).terms:
            yield n - left * i - right * j, i, j, number

    return _none_lost(statement, asked, terms)


# Classes by the first vertices

_CLASSES = re.compile(r"(\w+) from ([A-Z, ]+) on n \+ 1 = (\w+) from ([A-Z, ]+) on n")


def classes(statement: Statement, asked: Arguments) -> Found:
    """As many positions with k pieces start so in one game on n + 1 vertices as so in another on n."""
    read = _CLASSES.fullmatch(statement[0])
    if read is None:
        raise CatalogError("statement: must be GAME from LETTERS on n + 1 = GAME from LETTERS on n")
    for n in range(1, asked.get("to", _TO)):
        one, other = (
            _by_number(word for word in words(game, size) if word.startswith(tuple(starts.split(", "))))
            for game, starts, size in ((read[1], read[2], n + 1), (read[3], read[4], n))
        )
        if one != other:
            return Found(Standing.REFUTED, "positions listed", Witness(f"n = {n}", str(other), str(one)))
    return Found(Standing.CONSISTENT, f"positions listed up to n = {asked.get('to', _TO)}")


def classes_by_boards(statement: Statement, asked: Arguments) -> Found:
    """The same by counting shorter boards: E and A leave n - 1 vertices, CC leaves n - 2."""
    read = _CLASSES.fullmatch(statement[0])
    if read is None or (read[1], read[3]) != ("o12", "col"):
        raise CatalogError("statement: is counted by boards only for o12 and col")
    for n in range(1, asked.get("to", _TO)):
        one = sum((_o12_start(start, n + 1) for start in read[2].split(", ")), Polynomial.constant(0, ("x",)))
        other = sum((_col_start(start, n) for start in read[4].split(", ")), Polynomial.constant(0, ("x",)))
        if one != other:
            return Found(Standing.REFUTED, "boards counted", Witness(f"n = {n}", str(other), str(one)))
    return Found(Standing.CONSISTENT, f"boards counted up to n = {asked.get('to', _TO)}")


def _o12_start(start: str, n: int) -> Polynomial:
    """O12 positions that start with these pieces; a last C is the first half of a red one."""
    parts = re.findall("E|A|C", start)
    left = n - sum(2 if part == "C" else 1 for part in parts)
    number = sum(part != "E" for part in parts)
    if left < 0:
        return Polynomial.constant(0, ("x",))
    return _pieces("o12", f"path:{left}") * Polynomial.monomial((number,), ("x",))


def _col_start(start: str, n: int) -> Polynomial:
    if start == "E":
        return _pieces("col", f"path:{n - 1}")
    drawn = ("B" if start == "B" else "r") + "." * (n - 1) + "#"
    return _pieces("col", drawn) * Polynomial.monomial((1,), ("x",))


def _pieces(game: str, board: str) -> Polynomial:
    from gfkit.transfer import count

    return count(game, board, "all", "pieces").polynomial


def _by_number(found: Iterator[str]) -> Polynomial:
    return Polynomial.of(("x",), Counter((sum(pieces(word)),) for word in found))


# Triangles of coefficients


def triangle(statement: Statement, asked: Arguments) -> Found:
    """The coefficients of the profiles on the paths of 0, 1, ... vertices, row after row."""
    row: list[str] = []
    n = 0
    while len(row) < len(statement):
        profile = _pieces(asked["game"], f"path:{n}")
        row += [str(profile.coefficient(k)) for k in range(max(p[0] for p, _ in profile.terms) + 1)]
        n += 1
    places = tuple(f"entry {k}" for k in range(1, len(statement) + 1))
    return compared(statement, tuple(row[: len(statement)]), places, "boards counted")


# The map of Theorem 4.3: a position of Col that starts with blue, onto one of O12 with a piece less


def forth(word: str) -> str:
    """The rules as printed, from the vertex after the first on."""
    made, place = "", 1
    while place < len(word):
        letter, before = word[place], word[place - 1]
        if letter == "B" or (letter == "R" and before == "B"):
            made, place = made + "A", place + 1
        elif word[place : place + 2] == "ER":
            made, place = made + "CC", place + 2
        else:
            made, place = made + "E", place + 1
    return made


def back(word: str) -> str:
    """The reverse rules as printed."""
    made, place = "B", 0
    while place < len(word):
        if word[place] == "A":
            made, place = made + ("B" if made[-1] in "ER" else "R"), place + 1
        elif word[place] == "C":
            made, place = made + "ER", place + 2
        else:
            made, place = made + "E", place + 1
    return made


def theorem_map(_: Statement, asked: Arguments) -> Found:
    """Both directions run on every position: each undoes the other, and a piece is lost or won."""
    for n in range(1, asked.get("to", _TO)):
        started = [word for word in words("col", n + 1) if word[0] == "B"]
        images = [forth(word) for word in started]
        good = sorted(images) == sorted(words("o12", n)) and all(map(_loses_one, started, images))
        wrong = next((word for word in started if back(forth(word)) != word), None)
        if wrong is not None or not good:
            seen = wrong or started[0]
            return Found(Standing.REFUTED, "run as a map", Witness(f"n = {n}", back(forth(seen)), seen))
    return Found(Standing.CONSISTENT, f"run on every position up to n = {asked.get('to', _TO)}")


def _loses_one(word: str, image: str) -> bool:
    return sum(pieces(word)) == sum(pieces(image)) + 1


METHODS: dict[str, dict[str, Method]] = {
    "relation": {"brute-force": relation_by_words, "transfer": relation_by_boards},
    "condition": {"brute-force": condition_by_words, "transfer": condition_by_boards},
    "classes": {"brute-force": classes, "transfer": classes_by_boards},
    "triangle": {"transfer": triangle},
    "theorem-map": {"brute-force": theorem_map},
}
