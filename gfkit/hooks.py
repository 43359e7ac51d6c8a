"""Registries of the components of gfkit by name, for lazy imports.

The tables contain gfkit's own commands, rule kinds, cards, drawings and checkers. Other packages add
components by entry points, in the groups of ``GROUPS``. They are searched only for names that are in no
table, for ``gfkit --help`` and for ``gfkit doctor``: 5 ms, or 0.05 s if a package has some. A place is
``module`` or ``module:name``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SATELLITES = ("play", "constants", "guessing", "claims", "oeis", "catalog", "show", "atlas", "lab")
"""Subpackages that an installation may omit; the core consists of all others, and imports none of these."""
VERB_GROUPS = {
    "Count": {
        "games": "",
        "count": "",
        "derive": "",
        "optimum": "",
        "constant": "constants",
        "sample": "",
        "probability": "",
        "polynomial": "",
    },
    "Guess and prove": {
        "guess": "guessing",
        "identify": "atlas",
        "verify": "claims",
        "compare": "",
        "twins": "",
        "certify": "",
        "catalog": "catalog",
    },
    "Play": {
        "value": "play",
        "outcomes": "play",
        "nim": "play",
        "game": "play",
        "equilibrium": "play",
    },
    "Publish": {"report": "show", "draw": "show", "oeis": "oeis", "lab": "lab", "mcp": "lab"},
    "Help": {"help": "", "new": ""},
    "Maintenance": {"runs": "", "doctor": ""},
}
"""Commands in the groups and order of the help, each with the optional subpackage that it needs.

A command is the function of the same name; ``gfkit.cli.group`` finds its module.
"""
VERBS = {verb: room for verbs in VERB_GROUPS.values() for verb, room in verbs.items()}
"""Optional subpackage that each command needs, or ""."""
VERBS_FOR = {
    **dict.fromkeys(
        ("growth", "recurrence", "gf", "formula", "prove", "solve"), "gfkit derive STRUCTURE FAMILY"
    ),
    **dict.fromkeys(("terms", "sequence", "series"), "gfkit derive STRUCTURE FAMILY --terms N"),
    **dict.fromkeys(
        ("latex", "format", "language"), "gfkit derive STRUCTURE FAMILY --format latex, or --json"
    ),
    **dict.fromkeys(("bfile", "b-file"), "gfkit oeis export STRUCTURE FAMILY -o DIR"),
    **dict.fromkeys(("entropy", "density", "capacity"), "gfkit constant RULE"),
    **dict.fromkeys(("size", "by-size", "pieces"), "gfkit count STRUCTURE BOARD --weights pieces"),
    **dict.fromkeys(("plot", "ratios"), "gfkit draw STRUCTURE FAMILY --as ratios -o FILE"),
    **dict.fromkeys(("picture", "image", "svg", "show"), "gfkit draw STRUCTURE BOARD -o FILE"),
    **dict.fromkeys(("search", "lookup", "find"), "gfkit identify TERMS..., or gfkit oeis search TERMS..."),
    **dict.fromkeys(("random", "generate"), "gfkit sample STRUCTURE BOARD"),
    "how-many": "gfkit count STRUCTURE BOARD",
    **dict.fromkeys(("enumerate", "list", "list-all"), "gfkit count STRUCTURE BOARD --list"),
    **dict.fromkeys(("maximum", "minimum", "max", "min"), "gfkit optimum STRUCTURE BOARD"),
    **dict.fromkeys(("thermograph", "temperature"), "gfkit value GAME BOARD --thermograph"),
    **dict.fromkeys(
        ("moments", "mean", "average", "variance", "covariance"),
        "gfkit derive STRUCTURE FAMILY --moments (the mean value of a game: gfkit value GAME BOARD"
        " --thermograph)",
    ),
    **dict.fromkeys(("winner", "outcome", "who-wins"), "gfkit outcomes GAME BOARD"),
    **dict.fromkeys(
        ("chance", "odds", "marginals", "probability", "event"), "gfkit probability STRUCTURE BOARD EVENT"
    ),
    "compare": "gfkit game EXPRESSION --compare EXPRESSION, where a board is written domineering(2x3)",
    **dict.fromkeys(
        ("check", "refute"), "gfkit verify FORMULA --for STRUCTURE FAMILY, or gfkit certify FILE"
    ),
}
"""Commands suggested for common words that a user may write as a command, an option or an output format."""
KINDS: dict[str, tuple[tuple[str, ...], str]] = {
    "placement": (
        ("left", "right", "both", "colours"),
        "[left] and [right] or [both] or [colours] for a placement game",
    ),
    "array": (("cells",), "[cells] for arrays"),
    "tiles": (("tile",), "[[tile]] for tiles"),
    "cover": (("cover",), "[cover] for pieces that cover the board"),
    "pointers": (("pointers",), "[pointers] for cells that point at cells"),
    "edges": (("edges",), "[edges] for sets of edges"),
    "orientations": (("orientations",), "[orientations] for a direction of every edge"),
    "avoiding": (
        ("avoiding",),
        "[avoiding] for pairings, sequences and cycles without adjacent cells,"
        " and permutations without forbidden moves",
    ),
}
"""Rule kinds, each a package in ``gfkit.rules.kinds``: its tables in a rule file, and their description."""
CARDS: dict[str, tuple[str, ...]] = {
    "algebra": ("laws",),
    "engine": ("laws", "descriptions", "games"),
    "ways": ("laws",),
    "questions": ("laws", "descriptions", "games"),
    "constants": ("constants",),
    "guessing": ("laws",),
    "atlas": ("laws",),
    "claims": ("laws",),
    "proofs": ("laws",),
    "play": ("games",),
    "boards": ("descriptions",),
    "rules": ("descriptions",),
    "show": ("games",),
}
"""For each subpackage, the modules of ``gfkit.show.cards`` that describe its results."""
DRAWINGS = {
    "rule": ("", ""),
    "board": ("", ""),
    "configuration": ("board", "gfkit.show.picture:picture_of_configuration"),
    "list": ("board", "gfkit.show.picture:picture_of_list"),
    "optimum": ("board", "gfkit.show.picture:picture_of_optimum"),
    "thermograph": ("board", "gfkit.show.picture:picture_of_thermograph"),
    "tree": ("board", "gfkit.show.picture:picture_of_tree"),
    "machine": ("family", "gfkit.show.picture:picture_of_machine"),
    "roots": ("family", "gfkit.show.picture:picture_of_roots"),
    "ratios": ("family", "gfkit.show.picture:picture_of_ratios"),
    "terms": ("family", "gfkit.show.picture:picture_of_terms"),
}
"""Drawings of ``gfkit draw --as``: whether each needs a board or a family, and the function that draws it.

Rules and boards are drawn by separate functions.
"""
CHECKERS = {
    "gfkit-constant": "gfkit.constants.certificate:certify_constant",
    "gfkit-play": "gfkit.play.certificate:certify_play",
    "gfkit-periods": "gfkit.play.heap_certificate:certify_period",
    "gfkit-quotient": "gfkit.play.heap_certificate:certify_quotient",
    "gfkit-winners": "gfkit.play.positions_by_outcome:certify_winners",
    "gfkit-size": "gfkit.proofs.certificate:certify_size",
    "gfkit-counter": "gfkit.proofs.certificate:certify_counter",
    "gfkit-avoiding": "gfkit.proofs.certificate:certify_counter",
    "gfkit-optimum": "gfkit.proofs.certificate:certify_counter",
    "gfkit-valuations": "gfkit.proofs.certificate:certify_counter",
    "gfkit-comparison": "gfkit.proofs.certificate:certify_comparison",
}
"""Checkers of certificate formats other than generating functions; arguments are the object and a step
limit.
"""
GROUPS: Mapping[str, Mapping[str, object]] = {
    "gfkit.verbs": VERBS,
    "gfkit.kinds": KINDS,
    "gfkit.cards": {},
    "gfkit.checkers": CHECKERS,
}
"""Groups of entry points, each with gfkit's own names."""
PLACES = {
    "advice": "gfkit.help:advice",
    "offers": "gfkit.help:offers",
    "read_rule_data": "gfkit.rules.kind:read_rule_data",
    "read_sentence": "gfkit.oeis.reading:read_sentence",
    "similar_sentence": "gfkit.oeis.reading:similar_sentence",
    "formulas": "gfkit.algebra.formula",
    "card_of": "gfkit.show.cards:card_of",
    "checker_script": "gfkit.lab.modules:checker_script",
    "count_member": "gfkit.engine.derive:count_member",
    "copy_script": "gfkit.lab.modules:copy_script",
    "drawn_configurations": "gfkit.show.characters:draw_configurations",
    "drawn_rule": "gfkit.show.characters:draw_rule",
    "first_with_events": "gfkit.rules.kinds.events:first_with_events",
    "numbered": "gfkit.rules.kinds.events:numbered",
    "identity": "gfkit.runs.identity:identity",
    "is_game": "gfkit.play.short.reading:is_game",
    "is_index": "gfkit.oeis.index.file:is_index",
    "known_as": "gfkit.oeis.index:known_as",
    "law_facts": "gfkit.algebra.facts:law_facts",
    "positions_by": "gfkit.play.positions_by_outcome:positions_by",
    "reference_matrix": "gfkit.engine.reference:TransferMatrix",
    "save_picture": "gfkit.show.picture:save_picture",
    "shown_as": "gfkit.show.notebook:shown_as",
    "steps_hold": "gfkit.proofs.identities:steps_hold",
    "structures_counted": "gfkit.atlas.matching:structures_counted",
    "valuations": "gfkit.algebra.valuations:valuations",
    "with_events": "gfkit.rules.kinds.events:with_events",
}
"""Functions of higher layers, and of rooms that few queries need, which other layers request by name."""


def is_installed(room: str) -> bool:
    """Return True if a subpackage is installed."""
    return not room or find_spec(f"gfkit.{room}") is not None


def note_missing_ways() -> str:
    """Return the end of a refusal if the ways without a sweep are not installed, or ""."""
    return "" if is_installed("ways") else "; gfkit.ways, which answers more queries, is not installed"


def missing_room(module: str) -> str | None:
    """Return the name of the optional subpackage or rule kind that contains a module and is not installed, or
    None.
    """
    package, *rooms = module.split(".")
    room = ".".join(rooms[: 3 if rooms[:2] == ["rules", "kinds"] else 1])
    return f"gfkit.{room}" if package == "gfkit" and not is_installed(room) else None


def at_place(place: str) -> Any:
    """Import and return the object at a place."""
    module, _, member = place.partition(":")
    loaded = import_module(module)
    return getattr(loaded, member) if member else loaded


@cache
def from_above(name: str) -> Any:
    """Return the object with the given name in the table of places, or None if its subpackage is not
    installed.
    """
    place = PLACES[name]
    return at_place(place) if missing_room(place.partition(":")[0]) is None else None


class Advised(NamedTuple):
    """Error message about an unknown word; ``gfkit.help`` is searched when the message is printed."""

    message: str
    text: str
    kind: str

    def __str__(self) -> str:
        return f"{self.message}; {from_above('advice')(self.text, self.kind)}"


def with_answer(message: str, text: str, kind: str = "sentence") -> str:
    """Return an error message, followed by the best answer of ``gfkit.help`` to a word or a sentence."""
    found = () if "did you mean" in message else from_above("offers")(text, kind)[:1]
    return "; ".join([message, *(line for offer in found for line in offer.lines)])


def plug_ins(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of other packages in a group, by name, without gfkit's own names."""
    return _plug_ins(group, tuple(sys.path))


@cache
def _plug_ins(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    """Return the entry points of the packages on a path."""
    from glob import escape, iglob
    from linecache import getlines

    infos = [f"{escape(directory or '.')}/*-[Ii][Nn][Ff][Oo]/entry_points.txt" for directory in path]
    has_group = any(f"[{group}]\n" in getlines(file) for info in infos for file in iglob(info))
    if not has_group and not any(map(os.path.isfile, path)):  # archives are not searched here
        return {}
    from importlib.metadata import entry_points  # takes longer than all other imports of gfkit --help

    return {point.name: point for point in entry_points(group=group) if point.name not in GROUPS[group]}


def load_plug_in(point: EntryPoint) -> Any:
    """Return the object of an entry point. Raise InputError if its package cannot be imported."""
    from gfkit.errors import InputError  # keeps the import of gfkit fast

    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        brought = f"{point.name!r}, which another package provides for {point.group},"
        raise InputError(f"{brought} cannot be imported: {error}") from None


def checker_of(written_as: str) -> Callable[[Any, int], Any] | None:
    """Return the checker of a file format, or None if the format is unknown."""
    if written_as in CHECKERS:
        if room := missing_room(CHECKERS[written_as].partition(":")[0]):
            from gfkit.errors import InputError

            raise InputError(f"files of the format {written_as} need {room}, which is not installed")
        checker: Callable[[Any, int], Any] = at_place(CHECKERS[written_as])
        return checker
    point = plug_ins("gfkit.checkers").get(written_as)
    return None if point is None else load_plug_in(point)


def when_used(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package; ``homes`` maps each module to the names that it provides.

    A name must differ from all modules of the package, because an imported module would shadow it.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def get_attribute(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home_of[name]}"), name)
        return _naming_arguments(value) if package == "gfkit" and isinstance(value, FunctionType) else value

    return get_attribute


# Words for one kind of argument each, the most common name of a parameter first.
_ALIKE = (
    "game structure rule formula kind thing first name problem",
    "board family boards graph on shape grid region",
    "weights weight variables variable marks by at",
    "terms sequence data values numbers",
    "positions position ends",
    "max_memory memory memory_limit ram",
    "max_seconds seconds timeout time time_limit limit",
    "on_progress progress callback verbose",
    "seed random_state random_seed rng",
    "number samples count size num repeat",
    "to n_max max_n end stop up_to limit",
    "up_to symmetry symmetries symmetric modulo",
    "executor workers jobs n_jobs processes threads",
    "path file filename",
    "method algorithm engine solver",
    "certify proof prove certificate",
)
_SIZES = "n m k N size sizes rows cols columns length width height dim dimensions shape"


@cache
def _naming_arguments(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a public function that names the right argument if it is called with an unknown keyword.

    The result replaces the function in ``gfkit``, so that it can be pickled by this name.

    >>> import gfkit
    >>> gfkit.count("domineering", "2x2", weight="pieces")
    Traceback (most recent call last):
    ...
    TypeError: count() has no argument 'weight'; did you mean weights?
    """

    @wraps(function)
    def call(*given: Any, **more: Any) -> Any:
        try:
            return function(*given, **more)
        except TypeError as error:
            start, _, word = str(error).rstrip("'").partition(" got an unexpected keyword argument '")
            if start != f"{function.__name__}()" or word not in more:
                raise
        raise TypeError(f"{start} has no argument {word!r}; {_right_argument(function, word)}")

    call.__module__ = "gfkit"
    return call


def _right_argument(function: Callable[..., Any], word: str) -> str:
    """Return the parameter with the meaning of a keyword, or an attribute of the result, as a hint."""
    from inspect import signature

    from gfkit.errors import known_choices

    names = [*signature(function).parameters]
    names += ["max_seconds"] * ("on_progress" in names)  # of ``stoppable``
    alike = [name for line in _ALIKE if word in line.split() for name in line.split() if name in names]
    board = next((name for name in _ALIKE[1].split() if name in names and word in _SIZES.split()), "")
    results = [
        getattr(sys.modules["gfkit"], name, None)
        for name in str(function.__annotations__["return"]).split(" | ")
    ]
    hints = (
        *(f"did you mean {name}?" for name in alike),
        *(f"write {function.__name__}(...).{word}" for result in results if hasattr(result, word)),
        f'the size is part of {board}, as in {board}="4x6", or "4xn" for every n' if board else "",
    )
    return next(filter(None, hints), "") or known_choices(word, names)
