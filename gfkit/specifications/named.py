"""Specified classes by name, as rule files, and as text."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from os.path import basename, dirname, join, splitext
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra.number import short_repr
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import InputError, OptionError
from gfkit.core.files import TomlError, can_open, file_text, read_toml

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gfkit.core.algebra.weight_part import AtLike
    from gfkit.core.typing import OnProgress
    from gfkit.specifications.class_series import ClassNumbers
    from gfkit.specifications.grammar import ContextFree, Specification
    from gfkit.specifications.law import SpecificationLaw
    from gfkit.specifications.marks import MarkedLaw

    ClassLaw = SpecificationLaw | MarkedLaw | ClassNumbers

_COMPARED_LENGTHS, _MOST_WORDS = 12, 2000
"""Lengths, and total number, of the words for which a grammar is tested for ambiguity."""
"""Assumption under which the coefficients of the series count objects."""
_EQUATION = re.compile(r"[^=<>]*[^=<>:!]:?=[^=].*", re.S)
_WORDS = re.compile(
    r"(?<!\\)\b(?!SEQ|SET|CYC|MSET|PSET|PROD|UNION|SEQUENCE|EPSILON|CARD|CYCLE|ATOM|PRODUCT)[A-Za-z]{4,}",
    re.I,
)
"""Words of a sentence; names of classes in equations are shorter."""
_GRAMMAR = re.compile(r"\s*(?:<\w+>|[A-Za-z]\w*)\s*(?:->|::=|→|\\(?:to|rightarrow)\b)")
_LABELLED = re.compile(r"\A\s*+(un)?labell?ed[\s:]++", re.I)
_TABLE_NAMES = ("equations", "catalytic", "paths")
_TABLES = re.compile(rf"^[^\S\n]*+\[(?:{'|'.join(_TABLE_NAMES)})\]", re.M)
"""Tables of a rule file that specifies a class."""


@dataclass(frozen=True)
class NamedClass:
    """Class with a name: its equations, what n counts, and its definition."""

    name: str
    equations: str
    size: str
    about: str
    also: tuple[str, ...] = ()
    entry: str = ""
    at: str = ""
    """Value of the catalytic variable, such as "u=1", or ""."""
    paths: dict[str, Any] = field(default_factory=dict, hash=False)
    """The table [paths] of the same class, if it consists of paths."""

    @property
    def definition(self) -> str:
        """What is counted, and by which size."""
        return f"{self.about}; n = {self.size}"

    def as_json(self) -> dict[str, str]:
        """Return the JSON object that ``gfkit games --json`` lists."""
        return {
            "class": self.name,
            "about": self.about,
            "size": self.size,
            "equations": self.equations,
            "oeis": self.entry,
        }


@cache
def named_classes() -> dict[str, NamedClass]:
    """Return the classes of ``named.toml`` by name."""
    rows = read_toml(file_text(join(dirname(__file__), "named.toml")))
    return {
        name: NamedClass(name, **{**row, "also": tuple(row.get("also", ()))}) for name, row in rows.items()
    }


_SHIFTS = 4
"""Number of initial terms of a class that given terms may omit."""


def classes_counted(terms: Sequence[int]) -> list[tuple[NamedClass, int]]:
    """Return the named classes of which the numbers are consecutive terms, each with the n of the first one.

    >>> [(one.name, n) for one, n in classes_counted([1, 3, 12, 55, 273])]
    [('ternary-trees', 1), ('noncrossing-trees', 1)]
    """
    from gfkit.specifications.catalytic import system_of_catalytic
    from gfkit.specifications.grammar import read_specification
    from gfkit.specifications.system import system_of

    found = []
    for one in named_classes().values():
        value = int(one.at.removeprefix("u=") or 0)
        equations = one.equations
        system = (
            system_of_catalytic(equations, value)[0] if one.at else system_of(read_specification(equations))
        )
        series = system.expand(len(terms) + _SHIFTS)[0]
        row = [int(series[k]) for k in range(len(terms) + _SHIFTS)]
        first = next((k for k in range(_SHIFTS) if row[k : k + len(terms)] == list(terms)), None)
        found += [(one, first)] if first is not None else []
    return found


def _plain(text: str) -> str:
    """Return a name in lower case, with hyphens, and with oe for an umlaut."""
    return re.sub(r"[\s_-]+", "-", text.strip().lower().replace("ö", "oe"))


@cache
def _spellings() -> dict[str, NamedClass]:
    return {_plain(word): one for one in named_classes().values() for word in (one.name, *one.also)}


def _class_named(text: str) -> NamedClass | None:
    """Return the class that a name denotes, perhaps with its size: Dyck paths of semilength n.

    >>> [_class_named(f"number of Dyck paths of {size} n") is None for size in ("semilength", "length")]
    [False, True]
    """
    name, known = _plain(text).removeprefix("number-of-").removeprefix("the-"), _spellings()
    for word in (name, f"{name}s"):
        if word in known:
            return known[word]
    match = re.fullmatch(r"(.+)-(?:of-(?P<size>[a-z-]+)-n|(?:with|of|on|by)-(?:n-)?(?P<unit>[a-z-]+))", name)
    one = known.get(match[1]) if match else None
    return one if match and one and _plain(one.size) == (match["size"] or match["unit"]) else None


def is_specification(text: str) -> bool:
    """Return True if a text specifies a class: it has equations, or is the name of a class or of a rule file
    with [equations].

    >>> [is_specification(text) for text in ("f = 1 + t*f^2", "Dyck paths", "domino-tilings", "3xn")]
    [True, True, False, False]
    """
    if _class_named(text) is not None:
        return True
    if text.endswith(".toml"):
        return can_open(text) and bool(_TABLES.search(file_text(text)))
    if "\n[" in text or text.lstrip().startswith("["):
        return bool(_TABLES.search(text))
    if _GRAMMAR.match(text):
        return True
    text = _LABELLED.sub("", text, count=1)
    left = text.partition("=")[0]
    is_recurrence = re.match(r"[\s$]*[A-Za-z]_?[{(]*n\b", text)
    has_name = re.fullmatch(
        r"[\s$\\{}]*+(?:(?:math|text)\w*+[\s{]++)?+\w++'*+[\s}$]*+(?:\([\w, ]++\)[\s:]*+)?+", left
    )
    return bool(_EQUATION.fullmatch(text) and not is_recurrence and (has_name or not _WORDS.search(text)))


def meaning_of(name: str) -> str:
    """Return what a named class counts, and what n is, or an empty string for equations.

    >>> meaning_of("polygon triangulations")
    'triangulations: triangulations of a convex (n + 2)-gon by diagonals; n = triangles'
    """
    known = _class_named(name)
    return "" if known is None else f"{known.name}: {known.about}; n = {known.size}"


def law_named(
    text: str, board: str | None = None, on_progress: OnProgress | None = None, *, at: AtLike | None = None
) -> ClassLaw:
    """Return the law of a specified class; the board, if given, must be n. ``at`` gives integers for its
    marks, or the value of the catalytic variable.

    >>> print(law_named("dyck-paths").closed_form)
    binomial(2*n, n)/(n + 1)
    """
    if board not in (None, "n"):
        raise InputError(f"board {board!r}: a class that equations specify has the size n")
    known = _class_named(text)
    how: dict[str, Any] = {"at": at, "on_progress": on_progress}
    if known is not None:
        how["at"] = at or known.at or None
        return class_law(known.equations, known.name, size=known.size, about=known.about, **how)
    if text.endswith(".toml") or _TABLES.search(text):
        source, content = ("text", text) if "\n" in text else (text, file_text(text))
        try:
            data = read_toml(content)
        except TomlError as error:
            raise InputError(f"rule file {source!r} {error}") from None
        name, about = _read_names(source, data)
        if "paths" in data:
            if at is not None:
                raise InputError(f"{name}: paths have no marks to give numbers for")
            return _law_of_paths(data["paths"], source, name, about, on_progress)
        equations, value = _read_table(source, data)
        how["at"] = at or value or None
        return class_law(equations, name, about=about, **how)
    return class_law(text, **how)


def law_avoiding(
    text: str, patterns: Sequence[str], on_progress: OnProgress | None = None
) -> SpecificationLaw:
    """Return the law of the paths of a named class that do not contain the given sequences of steps.

    >>> law_avoiding("dyck-paths", ["UDU"]).terms(8)
    [1, 1, 1, 2, 4, 9, 21, 51]
    """
    known = _class_named(text)
    if known is None or not known.paths:
        able = ", ".join(name for name, one in named_classes().items() if one.paths)
        raise OptionError(f"avoiding: {text!r} is no class of paths; choose from {able}")
    listed = [word.strip().upper() for pattern in patterns for word in pattern.split(",")]
    table = {**known.paths, "forbid": [*known.paths.get("forbid", ()), *listed]}
    name = f"{known.name} without {', '.join(listed)}"
    law = _law_of_paths(table, known.name, name, known.about, on_progress)
    return replace(law, size=known.size)


def _law_of_paths(
    table: Any, source: str, name: str, about: str, on_progress: OnProgress | None
) -> SpecificationLaw:
    from gfkit.specifications.paths import law_of_paths, paths_of_table

    if not isinstance(table, dict):
        raise InputError(f"rule file {source!r}: [paths] must be a table")
    return replace(law_of_paths(paths_of_table(table, source), name, on_progress), about=about)


def class_law(
    text: str,
    name: str = "",
    *,
    size: str = "",
    about: str = "",
    at: AtLike | None = None,
    on_progress: OnProgress | None = None,
) -> ClassLaw:
    """Return the law of the first class of a specification in words, such as ``S = t + SEQ_{>=2}(S)``.

    ``size`` names what n counts, and ``about`` the definition of a named class. ``at`` gives integers for the
    marks, or for u in an equation with D = (F - F(u_0))/(u - u_0). The result of a specification with marks
    is a ``MarkedLaw``, and that of one with sets or cycles has numbers, and a recurrence if one is derived.
    The word "labelled" or "unlabelled" before the equations decides what CYC means.

    >>> class_law("f = 1/(1 - t - t^2)").rational.terms(6), class_law("labelled C = CYC(t)").terms(5)
    ([1, 1, 2, 3, 5, 8], [0, 1, 1, 2, 6])
    """
    from gfkit.specifications.grammar import BUILT_ONCE, ClassKind, read_specification
    from gfkit.specifications.law import law_of_system
    from gfkit.specifications.system import system_of

    word = _LABELLED.match(text)
    text = text[word.end() :] if word else text
    if _is_catalytic(text):
        from gfkit.specifications.catalytic import law_of_catalytic

        found = law_of_catalytic(text, _catalytic_value(text, at), on_progress)
        hypothesis = BUILT_ONCE if about else ""
        return replace(found, name=name or found.text, size=size, about=about, hypothesis=hypothesis)
    specification = read_specification(text)
    canonical = str(specification)
    if word or specification.constructions - {ClassKind.SEQ}:
        if at is not None:
            raise InputError(f"{canonical}: there are no marks to give numbers for")
        return _numbers(specification, word and not word[1], name or canonical)
    system = system_of(specification)
    if system.marks or at is not None:
        from gfkit.specifications.marks import at_marks, law_with_marks

        if at is None:
            return law_with_marks(system, name or canonical, canonical)
        return at_marks(system, at, name or canonical, canonical, on_progress)
    law = law_of_system(system, name or canonical, canonical, on_progress=on_progress)
    is_counting = specification.constructions or about or specification.grammar
    hypothesis = BUILT_ONCE if is_counting else ""
    if specification.grammar is not None:
        _check_unambiguous(text, specification.grammar, law)
    return replace(law, hypothesis=hypothesis, size=size, about=about)


def _check_unambiguous(text: str, grammar: ContextFree, law: SpecificationLaw) -> None:
    """Raise InputError if a short word of a context-free grammar has several derivations."""
    terms = law.terms(_COMPARED_LENGTHS)
    longest = max(n for n in range(len(terms)) if not n or sum(terms[: n + 1]) <= _MOST_WORDS)
    found = Counter(map(len, grammar.words(longest)))
    for n, derivations in enumerate(terms[: longest + 1]):
        if derivations != found[n]:
            raise InputError(
                f"grammar {short_repr(text)}: it is ambiguous: the number of derivations of length {n} is"
                f" {derivations}, and the number of words {found[n]}; equations such as S = t*S + 1 count"
                " derivations"
            )


def _numbers(specification: Specification, labelled: bool | None, name: str) -> ClassNumbers:
    """Return the numbers of a class with sets or cycles."""
    from gfkit.specifications.class_series import is_labelled
    from gfkit.specifications.labelled import law_of_labelled
    from gfkit.specifications.unlabelled import numbers_of_unlabelled

    try:
        is_for_labels = is_labelled(specification, labelled)
    except InputError as error:
        if "Specify which" not in str(error):
            raise
        text = str(specification)
        raise InputError(
            f"{text}: write 'labelled {text}' or 'unlabelled {text}', as CYC means both"
        ) from None
    found = law_of_labelled(specification) if is_for_labels else numbers_of_unlabelled(specification)
    return replace(found, name=name)


def _is_catalytic(text: str) -> bool:
    """Return True if an equation contains D and u, and D is not defined."""
    names = re.findall(r"(?<![A-Za-z\\_])[A-Za-z](?![A-Za-z'_])", text)
    return {"D", "u"} <= {*names} and not re.search(r"(?:^|[;,\n])[^\S\n]*+D\s*+(?:\([^)]*\))?\s*=", text)


def _catalytic_value(text: str, at: AtLike | None) -> int:
    from gfkit.core.algebra.weight_part import WeightPart

    values = dict(WeightPart.read_letters(at, None, ("u",), ("u",), None).values)
    value = values.get("u")
    if value is None or value.denominator != 1:
        raise InputError(
            f"equation {short_repr(text)}: D = (F - F(u_0))/(u - u_0) needs an integer u_0, as in --at u=1"
        )
    return int(value)


def _read_names(source: str, data: dict[str, Any]) -> tuple[str, str]:
    """Return the name and the definition in a rule file."""
    key = next(key for key in _TABLE_NAMES if key in data)
    strange = [other for other in data if other not in ("name", "about", key)]
    if strange:
        raise InputError(f"rule file {source!r}: {strange[0]!r} cannot stand beside [{key}]")
    named = data.get("name", splitext(basename(source))[0] if source != "text" else "unnamed")
    about = data.get("about", "")
    if not isinstance(named, str) or not isinstance(about, str):
        raise InputError(f"rule file {source!r}: name and about must be strings")
    return named, about


def _read_table(source: str, data: dict[str, Any]) -> tuple[str, str]:
    """Return the equations of a rule file, and the value of u."""
    where = f"rule file {source!r}"
    key = next(key for key in _TABLE_NAMES if key in data)
    table = data[key]
    if not isinstance(table, dict) or not table:
        raise InputError(f'{where}: [{key}] needs lines such as f = "1 + t*f^2"')
    if key == "catalytic":
        number, equation = table.get("at"), table.get("equation")
        if table.keys() != {"at", "equation"} or type(number) is not int or not isinstance(equation, str):
            raise InputError(f'{where}: [catalytic] needs equation = "F = ..." and an integer at = 1')
        return equation, f"u={number}"
    wrong = [name for name, right in table.items() if not isinstance(right, str)]
    if wrong:
        raise InputError(f'{where}: {wrong[0]} must be a string such as "1 + t*{wrong[0]}^2"')
    return "; ".join(f"{name} = {right}" for name, right in table.items()), ""
