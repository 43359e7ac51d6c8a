"""Legal complexes against all positions by listing, and complexes in files against the sets below facets."""

from __future__ import annotations

import re
import tempfile
from itertools import chain, combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import gfkit
from gfkit import LegalComplex

from . import questions
from .case import Case, Compared, FaultError, agree
from .plain import Place
from .questions import Play

Face = frozenset[Any]
_MOST_PERMUTED = 6
_LETTERS = {"L": "x", "R": "y", "LR": "z"}


class ComplexCase(Case):
    """A game whose complex is asked for; or a complex by its kind and facets, in place of the board."""

    verb = "complex"


def case(rng: Random) -> ComplexCase:
    """A game on a board, or now and then a complex of a few facets, legal or illegal ones."""
    if rng.random() < 0.3:
        names = [f"{rng.choice('xyza')}{k}" for k in range(rng.randint(1, 6))]
        facets = [rng.sample(names, rng.randint(1, len(names))) for _ in range(rng.randint(1, 4))]
        lines = [rng.choice(("legal", "illegal")), *(" ".join(facet) for facet in facets)]
        return ComplexCase({"name": "Node Kayles", "both": {"pieces": ["X"]}}, "\n".join(lines))
    made = questions.game_on_board(rng)
    return ComplexCase(made.rule, made.board)


def _kind(made: Case) -> str:
    return made.board.split("\n")[0] if "\n" in made.board else "board"


def tags(made: Case) -> list[str]:
    return [f"from: {_kind(made)}"]


def compare(made: Case) -> Compared:
    if _kind(made) != "board":
        return _from_file(made)
    rule = questions.read(made)
    answer = gfkit.legal_complex(rule, made.board)
    play = Play.of(made)
    if play is None:
        return 0, ["listed: no"]
    label = _labels(answer, play.place)
    faces = {
        frozenset((_LETTERS[play.owner(mark)], mark) for mark in position) for position in play.positions
    }
    kinds = len(play.colours) > 2

    def own(face: Face) -> Face:
        return frozenset(
            (letter, name if kinds else None, frozenset(c for _, c in on)) for letter, (name, on) in face
        )

    _agrees(answer, {own(face) for face in faces}, label)
    return 1 + _likenesses(answer, rule, made), [f"vertices: {min(9, len(label)) // 3 * 3}+"]


def _labels(answer: LegalComplex, place: Place) -> dict[str, Any]:
    """For each vertex its letter, the number of its colour where there are three, and its cells."""
    spots = {f"row {r + 1}, column {c + 1}": cell for cell, (r, c) in enumerate(place.spots)}
    cell_of = {f"cell {cell + 1}": cell for cell in range(place.size)} | ({} if place.graph else spots)
    labels, colours = {}, dict[str, int]()
    for name, text in answer.placements:
        colour, _, where = text.rpartition(" at ")
        number = colours.setdefault(colour, len(colours)) if colour else None
        labels[name] = (name[0], number, frozenset(cell_of[spot] for spot in where.split(" and ")))
    return labels


def _agrees(answer: LegalComplex, faces: set[Face], label: dict[str, Any]) -> None:
    """FaultError where anything that is said of a complex is not as its faces are."""
    vertices = {vertex for face in faces for vertex in face}
    facets = {face for face in faces if not any(face | {vertex} in faces for vertex in vertices - face)}
    illegal = {
        face | {vertex} for face in faces for vertex in vertices - face
        if face | {vertex} not in faces and all((face | {vertex}) - {less} in faces for less in face)
    }  # fmt: skip
    sizes = [len(face) for face in faces]
    f_vector = tuple(sizes.count(size) for size in range(max(sizes) + 1))
    signs = sum((-1) ** (size + 1) for size in sizes)
    pairs: dict[str, tuple[Any, Any]] = {
        "placements": ({*label.values()}, vertices),
        "facets": ({frozenset(label[name] for name in facet) for facet in answer.facets}, facets),
        "smallest illegal": (
            {frozenset(label[name] for name in face) for face in answer.smallest_illegal}, illegal
        ),
        "f-vector": (answer.f_vector, f_vector),
        "dimension": (answer.dimension, max(sizes) - 1),
        "flag": (answer.is_flag, all(len(face) == 2 for face in illegal)),
        "pure": (answer.is_pure, len({len(facet) for facet in facets}) == 1),
        "reduced Euler characteristic": (answer.euler_characteristic, signs),
    }  # fmt: skip
    for name, (answered, true) in pairs.items():
        agree(answered, true, name)


def _likenesses(answer: LegalComplex, rule: Any, made: Case) -> int:
    """Isomorphisms to the complexes of the board turned round and of another board, against all maps."""
    compared = 0
    for board in dict.fromkeys((made.board[::-1] if "/" in made.board else "2x2", "1x3")):
        another = gfkit.legal_complex(rule, board)
        if max(len(answer.placements), len(another.placements)) > _MOST_PERMUTED:
            continue
        for players in ("kept", "exchanged", "any"):
            image, compared = answer.isomorphism(another, players), compared + 1
            maps = list(_maps(answer, another, players))
            if (image is None) != (not maps) or (image is not None and image not in maps):
                text = f"players {players}, to {board}: {image}, and there are {len(maps)} maps"
                raise FaultError(text, "wrong: isomorphism")
    return compared


def _maps(first: LegalComplex, second: LegalComplex, players: str) -> Any:
    """All maps of placements that take facets to facets, and players as they are asked to be."""
    swapped = {"x": "y", "y": "x", "z": "z"}
    names, theirs = ([name for name, _ in each.placements] for each in (first, second))
    facets = {frozenset(facet) for facet in second.facets}
    for image in permutations(theirs) if len(names) == len(theirs) else ():
        to = dict(zip(names, image, strict=True))
        letters = [(a[0], swapped[a[0]] if players == "exchanged" else a[0], b[0]) for a, b in to.items()]
        fits = players == "any" or all(wanted == there for _, wanted, there in letters)
        if fits and {frozenset(to[name] for name in facet) for facet in first.facets} == facets:
            yield to


def _from_file(made: Case) -> Compared:
    """A complex that is written to a file, and read as a board for Node Kayles."""
    kind, *lines = made.board.split("\n")
    named = {frozenset(line.split()) for line in lines}
    names = sorted({name for facet in named for name in facet})
    subsets = map(frozenset, chain.from_iterable(combinations(names, k) for k in range(len(names) + 1)))
    if kind == "legal":
        faces = {face for face in subsets if not face or any(face <= facet for facet in named)}
    else:
        faces = {face for face in subsets if not any(facet <= face for facet in named)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "complex.txt"
        file.write_text(made.board + "\n", encoding="utf-8")
        count = gfkit.count("node-kayles", f"complex:{file}").count
        answer = gfkit.legal_complex("node-kayles", f"complex:{file}")
    if count != len(faces):
        raise FaultError(f"{count} positions, and {len(faces)} faces", "wrong: count")
    where = {name: re.sub(r"^.* at ", "", text) for name, text in answer.placements}
    _agrees(answer, {frozenset(face) for face in faces}, where)
    return 2, []
