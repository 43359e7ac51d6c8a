"""Certificates of machines and of strips as plain data, and what they say, worked out from the definition.

A machine (version 4) is a row, a matrix and a column of polynomials in x and y; a strip (version 5) is made
of layers of transitions, slice by slice. Both become one sparse matrix here, over SymPy's polynomials.
"""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import islice

from differential.certificates import expanded
from hypothesis import strategies as st
from sympy import ZZ
from sympy.polys.matrices import DomainMatrix
from sympy.polys.rings import ring

from gfkit import find_rule
from gfkit.proofs import Proof
from gfkit.sequences import Polynomial

R, X, Y = ring("x,y", ZZ)
PLAYERS = ("x", "y")


def poly(text, variables=()):
    return Polynomial.parse(text, variables)


def entries(text, variables=()):
    """``0 1 x, 1 0 1`` as entries of a machine."""
    parts = [part.split() for part in text.split(",") if text]
    return tuple((*map(int, states), poly(weight, variables)) for *states, weight in parts)


def proof(weights, states, start, edges, final, numerator, denominator, **more):
    """A machine written out, from strings."""
    about = {"game": "domineering", "board": "1xn", "positions": "all", "first_n": 0, "initial_terms": ()}
    about |= more
    return Proof(
        **about,
        rule=find_rule(about["game"]),
        weights=weights,
        states=states,
        start=entries(start, weights),
        edges=entries(edges, weights),
        final=entries(final, weights),
        numerator=poly(numerator, ("t", *weights)),
        denominator=poly(denominator, ("t", *weights)),
    )


def padovan():
    """Right ends of Domineering on 1 x n: dominoes, and single empty cells that do not touch.

    State 0 follows a domino, 1 an empty cell, 2 half a domino. Such a row is a sequence of dominoes, each
    perhaps after an empty cell, and perhaps an empty cell at the end: (1 + t)/(1 - t^2 - t^3).
    """
    edges, series = "0 1 1, 0 2 1, 1 2 1, 2 0 1", ("1 + t", "1 - t^2 - t^3")
    return proof((), 3, "0 1", edges, "0 1, 1 1", *series, positions="right-ends")


def col():
    """Col on paths: no two neighbours of the same colour.

    Alternating words, the empty one too, are W = (1 + x t)(1 + y t)/(1 - x y t^2); a row is W (. W)*, so the
    series is W/(1 - t W).
    """
    words = poly("1 + t*x", ("t", *PLAYERS)) * poly("1 + t*y", ("t", *PLAYERS))
    bottom = poly("1 - t^2*x*y", ("t", *PLAYERS)) - poly("t", ("t", *PLAYERS)) * words
    edges = "0 0 1, 0 1 x, 0 2 y, 1 0 1, 1 2 y, 2 0 1, 2 1 x"
    return proof(PLAYERS, 3, "0 1", edges, "0 1, 1 1, 2 1", str(words), str(bottom), game="col")


def lucas():
    """Independent sets of cycles, from n = 3 on: the trace of [[1, 1], [1, 0]]^n, which is Lucas' number.

    Two copies of the matrix, one for each entry of the diagonal; its fourth power is [[5, 3], [3, 2]].
    """
    edges, series = "0 0 1, 0 1 1, 1 0 1, 2 2 1, 2 3 1, 3 2 1", ("4*t^3 + 3*t^4", "1 - t - t^2")
    more = {"game": "node-kayles", "board": "cycle:n", "first_n": 3, "initial_terms": (poly("4"),)}
    return proof((), 4, "0 5, 1 3, 2 3, 3 2", edges, "0 1, 3 1", *series, **more)


def ending():
    """1, 7, -2, then nothing: a machine without states, a fraction that is a polynomial."""
    terms = tuple(map(Polynomial.constant, (1, 7, -2)))
    return proof((), 0, "", "", "", "1 + 7*t - 2*t^2", "1", initial_terms=terms)


def strip(layers, body, finals, top, bottom, *, head=(), tails=None, slices=None, initial=(), first=0):
    """A strip from its parts; without ``slices`` each layer is one."""
    asked = {"game": "G", "board": "1xn", "positions": "all", "weights": [], "rule": {}, "family": {}}
    return {
        "format": "gfkit-certificate",
        "version": 5,
        **asked,
        "first_n": first,
        "initial_terms": list(initial),
        "layers": layers,
        "slices": [[k] for k in range(len(layers))] if slices is None else slices,
        "head": list(head),
        "body": list(body),
        "tails": [[] for _ in body] if tails is None else tails,
        "finals": finals,
        "numerator": top,
        "denominator": bottom,
    }


def late(length):
    """One state after another, the last counts: the series t^(length - 1)."""
    step = [length, length, list(range(length - 1)), list(range(1, length))]
    top = [*[0] * (length - 1), 1]
    return strip([[1, length, [0], [0]], step], [1], [[length - 1]], top, [1], head=[0])


PROOFS = {"padovan": padovan(), "col": col(), "lucas": lucas(), "ending": ending()}
STRIPS = {
    # Independent sets of paths, from n = 0: the last vertex is free or taken.
    "fibonacci": strip(
        [[1, 2, [0, 0], [0, 1]], [2, 2, [0, 0, 1], [0, 1, 0]]],
        [1], [[0, 1]], [1, 1], [1, -1, -1], head=[0], initial=[1],
    ),
    # Domino tilings of 1xn, which need n even: one state, two phases.
    "dominoes": strip([[1, 1, [0], [0]]] * 2, [0, 1], [[0], []], [1], [1, 0, -1]),
    # Domino tilings of 2xn as two layers a slice: the cells (0, n) and (1, n), each may be covered already.
    # States between slices: 0, nothing is covered from the left, 1, both cells are. Between the cells: 0, a
    # vertical domino has begun, 1, the first cell was covered, 2, a domino reaches over.
    "tilings": strip(
        [[2, 3, [0, 0, 1], [0, 2, 1]], [3, 2, [0, 1, 2], [0, 0, 1]], [1, 2, [0], [0]]],
        [0], [[0]], [1], [1, -1, -1], head=[1], slices=[[0, 1], [2]],
    ),
    "late": late(5),
}  # fmt: skip
EXAMPLES = {**{name: one.certificate() for name, one in PROOFS.items()}, **STRIPS}


@st.composite
def strips(draw):
    """Strips of one or two phases with random transitions, and a random fraction."""
    period, width = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    states = st.integers(0, width - 1)
    moved = [draw(st.lists(st.tuples(states, states), max_size=6)) for _ in range(period + 1)]
    layers = [[width, width, [a for a, _ in moves], [b for _, b in moves]] for moves in moved]
    ends = draw(st.lists(states, min_size=1, max_size=4))
    layers.append([1, width, [0] * len(ends), ends])
    numbers = st.lists(st.integers(-9, 9) | st.integers(-(10**30), 10**30), max_size=4)
    finals = [sorted({*draw(st.lists(states, max_size=3))}) for _ in range(period)]
    tails = [[period] * draw(st.integers(0, 2)) for _ in range(period)]
    fraction = draw(numbers), [1, *draw(numbers)]
    more = {"initial": draw(numbers), "first": draw(st.integers(0, 2)), "tails": tails}
    return strip(layers, range(period), finals, *fraction, head=[period + 1], **more)


def example(name):
    """A certificate to change."""
    return deepcopy(EXAMPLES[name])


def saved_of(one):
    """The object in the file that a proof makes."""
    return json.loads(json.dumps(one.certificate()))


# What is claimed -------------------------------------------------------------------------------------------


def through(saved, row, slices):
    """A row, a dictionary, after slices of a strip."""
    for layer in [saved["layers"][k] for number in slices for k in saved["slices"][number]]:
        after = {}
        for source, target in zip(layer[2], layer[3], strict=True):
            if source in row:
                after[target] = after.get(target, 0) + row[source]
        row = after
    return row


def offset(saved):
    """The n from which the machine speaks."""
    return saved.get("offset", saved["first_n"] + len(saved["initial_terms"]))


def machine(saved):
    """Row, matrix and column of a certificate, sparse; a state of a strip is one of a phase of its body."""
    row, column, matrix = {}, {}, {}
    if saved["version"] == 4:
        for part, key in ((row, "start"), (column, "final")):
            for state, i, j, c in saved[key]:
                part[state] = part.get(state, R(0)) + int(c) * X**i * Y**j
        for source, target, i, j, c in saved["edges"]:
            into = matrix.setdefault(source, {})
            into[target] = into.get(target, R(0)) + int(c) * X**i * Y**j
        return row, matrix, column
    row = {(0, state): c for state, c in through(saved, {0: 1}, saved["head"]).items()}
    period = len(saved["body"])
    for phase, number in enumerate(saved["body"]):
        for state in range(saved["layers"][saved["slices"][number][0]][0]):
            after = through(saved, {state: 1}, [number])
            matrix[phase, state] = {((phase + 1) % period, to): c for to, c in after.items()}
            ends = through(saved, {state: 1}, saved["tails"][phase])
            column[phase, state] = sum(ends.get(final, 0) for final in saved["finals"][phase])
    return row, matrix, column


def series(saved, count):
    """The claimed sequence, term by term."""
    row, matrix, column = machine(saved)
    found = [R(0)] * count
    for n, term in enumerate(saved["initial_terms"], saved["first_n"]):
        place, value = (
            (n, R(term)) if saved["version"] == 5 else (term[0], term[3] * X ** term[1] * Y ** term[2])
        )
        if place < count:
            found[place] += value
    for n in range(offset(saved), count):
        found[n] = R(sum(value * column.get(state, 0) for state, value in row.items()))
        after = {}
        for state, value in row.items():
            for target, weight in matrix.get(state, {}).items():
                after[target] = after.get(target, 0) + value * weight
        row = after
    return found


def fraction(saved, count):
    """The coefficients of the claimed fraction, by long division."""
    return [R.from_dict({key: ZZ(c) for key, c in term.items()}) for term in islice(expanded(saved), count)]


def states(saved):
    if saved["version"] == 4:
        return saved["states"]
    return sum(saved["layers"][saved["slices"][k][0]][0] for k in saved["body"])


def is_true(saved):
    """Whether machine and fraction agree, by more coefficients than any proof needs."""
    parts = [saved[part] for part in ("numerator", "denominator")]
    lengths = [
        len(part) if saved["version"] == 5 else max((n for n, *_ in part), default=0) + 1 for part in parts
    ]
    count = offset(saved) + states(saved) + sum(lengths)
    return series(saved, count) == fraction(saved, count)


def completed(saved):
    """With the right fraction: det(I - t A) times the series, cut where it must end."""
    _, matrix, _ = machine(saved)
    places = range(saved["states"]) if saved["version"] == 4 else list(matrix)
    size = len(places)
    rows = [[R(matrix.get(a, {}).get(b, 0)) for b in places] for a in places]
    bottom = DomainMatrix(rows, (size, size), R.to_domain()).charpoly() if size else [R(1)]
    terms = series(saved, offset(saved) + size)
    top = [sum(bottom[k] * terms[n - k] for k in range(min(n, size) + 1)) for n in range(len(terms))]
    if saved["version"] == 5:
        found = ([int(R(value).coeff(1)) for value in part] for part in (top, bottom))
    else:
        found = (
            [[n, i, j, int(c)] for n, value in enumerate(part) for (i, j), c in R(value).terms() if c]
            for part in (top, bottom)
        )
    return saved | dict(zip(("numerator", "denominator"), found, strict=True))
