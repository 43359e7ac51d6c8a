"""Maps between positions, run on every one of small boards: Snort to Col on bipartite graphs, Col to O12."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from gfkit.catalog.claim import Arguments, CheckResult, ClaimStatus, HoleValues, Sentence, refutation, theorem
from gfkit.core.engine.count import count
from gfkit.core.errors import BoardError, CatalogError

from ..shared.graphs import Graph, all_graphs, colouring, name, neighbours
from .paths import on_path, pieces

Position = tuple[str, ...]
_RULE = (
    "{here:word} to {there:word}: least even, {even:word} the {in_even:word};"
    " least odd, {odd:word} the {in_odd:word}"
)
Counterexample = tuple[str, str, str, str] | None
"""Where, the position, its image, and what is wrong with that."""


def _result_of(wrong: Counterexample, evidence: str, told: str) -> CheckResult:
    if wrong is None:
        return CheckResult(ClaimStatus.CONSISTENT, told)
    at, position, image, true = wrong
    return refutation(evidence, at, f"{position} to {image}", true)


# Run on every position


def _components_run(rule: HoleValues, most: int) -> Counterexample:
    for graph in all_graphs(most):
        for numbers in _numberings(graph):
            images = set()
            for position in _positions(rule["here"], graph):
                image = _image(position, graph, numbers, rule)
                fits = _fits(rule["there"], graph, image)
                if not fits or image in images:
                    true = f"no position of {rule['there']}" if not fits else "the image of another one"
                    return _numbering_text(graph, numbers), "".join(position), "".join(image), true
                images.add(image)
    return None


def _trip_run(start: str, goal: str, rules: list[HoleValues], most: int) -> Counterexample:
    for graph in all_graphs(most):
        for numbers in _numberings(graph):
            for position in _positions(start, graph):
                image = position
                for rule in rules:
                    image = _image(image, graph, numbers, rule)
                if not (image == position if goal == start else _fits(goal, graph, image)):
                    true = "another position" if goal == start else f"no position of {goal}"
                    return _numbering_text(graph, numbers), "".join(position), "".join(image), true
    return None


def _numbering_text(graph: Graph, numbers: list[int]) -> str:
    return f"{name(graph)}, numbered {' '.join(map(str, numbers))}"


def _numberings(graph: Graph) -> Iterator[list[int]]:
    """Yield the numberings with even numbers on one colour class and odd numbers on the other."""
    classes = colouring(graph)
    if classes is not None:
        for parity in (0, 1):
            numbers = [0]
            for kind in classes:
                numbers.append(numbers[-1] + 1 + (numbers[-1] + kind + parity) % 2)
            yield numbers[1:]


def _positions(game: str, graph: Graph) -> Iterator[Position]:
    return (p for p in product("EBR", repeat=graph[0]) if _fits(game, graph, p))


def _fits(game: str, graph: Graph, position: Position) -> bool:
    both = ((position[a], position[b]) for a, b in graph[1])
    return not any("E" not in pair and (pair[0] == pair[1]) == (game == "col") for pair in both)


def _image(position: Position, graph: Graph, numbers: list[int], rule: HoleValues) -> Position:
    made = list(position)
    for part in _components(position, graph):
        least = min(part, key=numbers.__getitem__)
        parity = "odd" if numbers[least] % 2 else "even"
        for vertex in part:
            if numbers[vertex] % 2 == (rule[f"in_{parity}"] == "odd"):
                old = position[vertex]
                changed = {"swap": "R" if old == "B" else "B", "copy": position[least], "keep": old}
                made[vertex] = changed[rule[parity]]
    return tuple(made)


def _components(position: Position, graph: Graph) -> Iterator[list[int]]:
    """Yield the components of the occupied vertices."""
    waiting = {v for v, letter in enumerate(position) if letter != "E"}
    while waiting:
        part, border = [], [waiting.pop()]
        while border:
            vertex = border.pop()
            part.append(vertex)
            near = waiting & set(neighbours(graph, vertex))
            waiting -= near
            border += near
        yield part


# Drawn on two adjacent vertices only, where the board itself rejects illegal positions

_PAIRS = {"snort": ("BB", "RR"), "col": ("BR", "RB")}
"""The positions with both of two adjacent vertices taken."""


def _components_drawn(rule: HoleValues, _most: int) -> Counterexample:
    for least in (1, 2):
        for pair in _PAIRS[rule["here"]]:
            image = _drawn_image(rule, pair, least)
            if not _is_position(rule["there"], image):
                return _two(least), pair, image, f"no position of {rule['there']}"
    return None


def _trip_drawn(start: str, goal: str, rules: list[HoleValues], _most: int) -> Counterexample:
    for least in (1, 2):
        for pair in _PAIRS[start]:
            image = pair
            for rule in rules:
                image = _drawn_image(rule, image, least)
            if goal == start and image != pair:
                return _two(least), pair, image, "another position"
            if goal != start and not _is_position(goal, image):
                return _two(least), pair, image, f"no position of {goal}"
    return None


def _two(least: int) -> str:
    return f"graph on 2 vertices with the edges 0-1, numbered {least} {least + 1}"


def _drawn_image(rule: HoleValues, pair: str, least: int) -> str:
    """Return the image of two adjacent pieces by a rule, the first of them with the smallest number."""
    verb, which = (rule["odd"], rule["in_odd"]) if least % 2 else (rule["even"], rule["in_even"])
    changed = 0 if (which == "odd") == (least % 2 == 1) else 1
    put = {"swap": "BR"["RB".index(pair[changed])], "copy": pair[0], "keep": pair[changed]}[verb]
    return pair[:changed] + put + pair[changed + 1 :]


def _is_position(game: str, image: str) -> bool:
    """Return True if a board with these pieces can be drawn."""
    try:
        count(game, "".join("AB"[k] if c == "B" else "cd"[k] for k, c in enumerate(image)) + "#")
    except BoardError:
        return False
    return True


# The theorems


def _evidence_texts(asked: Arguments, drawn: bool) -> tuple[str, str]:
    if drawn:
        return "drawn on two vertices", "drawn on two vertices"
    return "run as a map", f"run on all bipartite graphs with up to {asked['vertices']} vertices"


@theorem("profile_maps.components", {"map": _components_run, "drawn": _components_drawn}, words=_RULE)
def components(
    run: Callable[[HoleValues, int], Counterexample], holes: HoleValues, asked: Arguments
) -> CheckResult:
    """Check a map on each component of occupied vertices that depends on the parity of its smallest number.

    ``swap the odd`` exchanges the colours of its odd vertices, ``copy the odd`` gives them the colour of the
    least vertex, ``keep the odd`` leaves them. Must lead to positions of the other game, and to each once.
    """
    return _result_of(run(holes, asked["vertices"]), *_evidence_texts(asked, run is _components_drawn))


@theorem(
    "profile_maps.round-trip",
    {"map": _trip_run, "drawn": _trip_drawn},
    words="{outer}({inner}({start})) = {goal}",
)
def round_trip(
    run: Callable[[str, str, list[HoleValues], int], Counterexample], holes: HoleValues, asked: Arguments
) -> CheckResult:
    """Check the composition of two maps given by ``with``: A from Snort to Col, B back.

    B(A(S)) = S and A(B(C)) = C: the original position. A(B(C)) = S: some position of Snort.
    """
    games = {"S": "snort", "C": "col"}
    if (holes["outer"] + holes["inner"] + holes["start"]) not in ("BAS", "ABC") or holes["goal"] not in games:
        raise CatalogError("statement: must be B(A(S)) = S or A(B(C)) = C, with S or C on the right")
    rules = [Sentence(_RULE).parse(asked[key]) for key in ("forth", "back")]
    start, goal = games[holes["start"]], games[holes["goal"]]
    wrong = run(start, goal, rules if start == "snort" else rules[::-1], asked["vertices"])
    evidence, reach = _evidence_texts(asked, run is _trip_drawn)
    return _result_of(wrong, evidence.replace("a map", "maps"), reach)


# The map of Theorem 4.3: a position of Col that starts with blue, onto one of O12 with a piece less


def forth(word: str) -> str:
    """Return the image under the printed rules, starting with the second vertex."""
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
    """Return the image under the printed reverse rules."""
    made, place = "B", 0
    while place < len(word):
        if word[place] == "A":
            made, place = made + ("B" if made[-1] in "ER" else "R"), place + 1
        elif word[place] == "C":
            made, place = made + "ER", place + 2
        else:
            made, place = made + "E", place + 1
    return made


@theorem(
    "profile_paths.theorem-map",
    "brute-force",
    words="back(forth(w)) = w for all Col positions w that start with B",
)
def theorem_map(_said: HoleValues, asked: Arguments) -> CheckResult:
    """Check on every position that both directions are inverse, and that one piece is removed or added."""
    for n in range(1, asked["to"]):
        started = [word for word in on_path("col", n + 1) if word[0] == "B"]
        images = [forth(word) for word in started]
        fewer = all(sum(pieces(word)) == sum(pieces(i)) + 1 for word, i in zip(started, images, strict=True))
        wrong = next((word for word in started if back(forth(word)) != word), None)
        if wrong is not None or not fewer or sorted(images) != sorted(on_path("o12", n)):
            seen = wrong or started[0]
            return refutation("run as a map", f"n = {n}", back(forth(seen)), seen)
    return CheckResult(ClaimStatus.CONSISTENT, f"run on every position up to n = {asked['to']}")
