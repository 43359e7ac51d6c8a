"""Readings of a printed formula: the meanings that its author may have intended, the printed one first.

A formula is refuted only if it is false in each of its readings. Each question that a text leaves open is one
entry of ``AMBIGUITIES``: its name, the freedoms of its answers, and the function that yields them, each as a
reading that differs from the printed one in this respect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from itertools import permutations, product
from string import ascii_lowercase
from typing import Any, NamedTuple

from gfkit.claims.provers.expansion import closed_series, summed_series
from gfkit.claims.provers.kind import Kind, is_known, kind_of, size_letter
from gfkit.claims.provers.letters import PolynomialTruth, polynomial_truth
from gfkit.claims.provers.relation import is_linear
from gfkit.claims.provers.sequence import exact_value
from gfkit.claims.provers.series import COMPARED, coefficients_of
from gfkit.claims.provers.truth import DataTruth, GameTruth, LawTruth, Truth, Whole
from gfkit.claims.reading.chains import Options, claiming_chains, statement_in, weights_of, with_letters
from gfkit.claims.reading.lines import is_about_known
from gfkit.claims.reading.squares import CountedTruth
from gfkit.claims.statement.linear import linear_form
from gfkit.claims.statement.names import CALLS, INDICES, NAMED, STANDARD, WORDS
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.printed import LineKind, PrintedLine, signs_of
from gfkit.claims.statement.ratio import ratio, ring_of
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.boards import Board, synonyms
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import GfkitError, InputError, LimitError
from gfkit.core.rules import Question
from gfkit.core.typing import Positions, Weights
from gfkit.guessing import Data


class Freedom(Enum):
    """Verdicts that a reading allows.

    ``SPELLING`` is the text itself in another notation. ``CHOICE`` is a choice that the text leaves open:
    a formula that is true in it is proved. ``CHANGE`` contradicts the text or the query: a formula that is
    true only in it is neither proved nor refuted. ``HINT`` is another query, or a convention that would
    excuse every shift of an index: a formula that is true only in it is refuted, and a note names it.
    """

    SPELLING = "spelling"
    CHOICE = "choice"
    CHANGE = "change"
    HINT = "hint"


@dataclass(frozen=True)
class FormulaReading:
    """Printed line, reference sequence and options in one reading; ``words`` describe the reading."""

    part: PrintedLine
    truth: Truth
    options: Options
    words: str = ""
    freedom: Freedom = Freedom.SPELLING
    numberings: tuple[tuple[str, str], ...] = ()
    """Formulas in other numberings of the same graphs, each with its description."""
    name: str = ""
    """The only name of a sequence in the whole text, if it is a relation without names of graphs."""
    boards: tuple[Board, ...] = ()
    """Boards that a formula about one board may denote, in the numberings of its graph."""
    doubts: tuple[str, ...] = ()
    """Reasons why the formula may be about other objects, which are not computed."""
    others: tuple[tuple[Truth, str], ...] = ()
    """Numbers on the boards that words denote in the numberings of other authors, with their descriptions."""

    def by(self, words: str, freedom: Freedom = Freedom.CHOICE, **part: Any) -> FormulaReading:
        """Return another reading of the same line, with the given parts replaced."""
        return replace(self, part=replace(self.part, **part), words=words, freedom=freedom)

    @property
    def is_list(self) -> bool:
        """True if the line lists terms, or is a program that does, so that its offset may be chosen."""
        is_list = self.part.kind in (LineKind.TERMS, LineKind.LIST)
        return is_list or self.part.begins is not None or bool(self.part.terms)


class Ambiguity(NamedTuple):
    """Question that a text leaves open, with the freedoms of its answers other than the printed one."""

    name: str
    answers: Callable[[FormulaReading], Iterator[FormulaReading]]
    freedoms: tuple[Freedom, ...]


def readings(printed: FormulaReading, freedom: Freedom) -> Iterator[FormulaReading]:
    """Yield the readings of a line whose answers have the given freedom, the printed one first."""
    is_program = printed.part.begins is not None and printed.part.kind is LineKind.FORMULA
    asked = AMBIGUITIES[:1] if is_program else AMBIGUITIES[1 : 2 if printed.boards else None]
    if freedom is Freedom.SPELLING and not is_program:
        others = () if printed.boards else (*_letters_of_sizes(printed), *_sizes(printed))
        yield from () if any(one.freedom is freedom for one in others) else (printed,)
    for one in asked:
        if freedom in one.freedoms:
            yield from (answer for answer in one.answers(printed) if answer.freedom is freedom)


# Power series


def with_summed_terms(printed: FormulaReading) -> FormulaReading:
    """Return a line printed as a sum of a(2n+1) x^n, and the like, with its coefficients as the reference."""
    part, truth, found = printed.part, printed.truth, printed.part.power_sum
    if found is not None and found.arguments and printed.options.weights is None:
        marked = Weights.PIECES if found.arguments == 1 else Weights.PLAYERS
        printed = replace(printed, options=replace(printed.options, weights=marked))
    if found is not None and truth.whole is not None and truth.whole[1:] == found.index:
        found = replace(found, index=(1, 0))
    if found is None or found.is_plain:
        return printed
    used = {sign for sign, _ in signs_of(part.text, frozenset({"t", "x", "y", found.size}))}
    series = coefficients_of(
        found, truth, printed.options.weights or weights_of((used & {"x", "y"}) - {found.size})
    )
    part = replace(part, since=0, notes=(*part.notes, f"n is the exponent of {found.size}"))
    return replace(printed, part=part, truth=series)


def _known_series(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield the sum of F(n+2) x^n with F for the Fibonacci numbers, which are not those in question."""
    part, found, truth = printed.part, printed.part.power_sum, printed.truth
    if found is None or found.label not in NAMED or found.is_exponential:
        return
    series = summed_series(closed_series(nodes.Symbol((found.label,), nodes.N)), found)
    words, text = f"{found.label} is {NAMED[found.label].number}", re.sub("t", found.size, str(series))
    moved = printed.by(
        words, Freedom.SPELLING, text=f"{part.text} = {text}", power_sum=None, since=0, notes=()
    )
    yield moved
    sides = [side for chain in statement_in(moved.part, found.size, truth).chains for side in chain.sides]
    if len({str(ratio(side, ring_of(side)).plain) for side in sides}) == 1:
        doubt = f"the equation is true if {words}, but its sides do not count the {truth.unit}s"
        yield from _doubts(replace(printed, doubts=(doubt,)))


def _sequence_names(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield F(n) <= 2^n with the only name, F, for a well-known sequence in some numbering."""
    name = printed.name
    for formula, shift in product(STANDARD.get(name, ()), (0, -1, 1, 2, 3)):
        words = f"{name}(n{-shift:+d}) is {formula}".replace("+0", "")
        tree = read_statement(formula.replace("n", f"(n{shift:+d})")).chains[0].sides[0]
        meant = _known_sequence(tree, max(0, -shift))
        if not shift and _have_equal_terms(printed.truth, meant):
            break  # the name denotes the sequence in question
        yield replace(printed.by(words, Freedom.CHANGE), truth=meant)
    if name in NAMED and not printed.part.known:
        text = re.sub(rf"(?<![A-Za-z\\]){name}(?=\s*[(_\[])", "a", printed.part.text)
        yield printed.by(f"{name} denotes the sequence in question", Freedom.CHANGE, text=text)


def _known_sequence(tree: nodes.Node, first: int) -> Truth:
    """Return the values of an expression in n."""
    with suppress(GfkitError):
        return LawTruth(closed_series(tree))
    return DataTruth(Data.of((exact_value(tree, n).rational for n in range(first, COMPARED)), first))


def _graph_sizes(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield n as the size of the graph in another numbering, such as that of wheels with n + 1 vertices."""
    truth = printed.truth
    question = truth.question if isinstance(truth, GameTruth | PolynomialTruth) else None
    if question is None or printed.numberings:
        return
    for letter, (usual, *others) in synonyms("boards", "letters").items():
        kind = usual.partition(":")[0]  # no F_n is printed that could be another graph
        same = [other for other in others if other.partition(":")[0] == kind]
        for other in same if question.family.text == usual and letter not in "PL" else ():
            boards = re.sub(r"n[+-]\d+$", r"(\g<0>)", other)
            moved: Truth = (
                replace(polynomial_truth(truth.words[0], boards, truth.letter)[2], question=question)
                if isinstance(truth, PolynomialTruth)
                else GameTruth(Question.of(question.rule, boards, question.positions))
            )
            words = f"n is the size in {boards}, which some authors denote by {letter}_n"
            yield replace(printed.by(words, Freedom.CHANGE), truth=moved)


def _congruences(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield a(n+1) = 2a(n) mod 3 as a congruence."""
    text = _REMAINDER.sub(r"\1 (mod \2)\3", printed.part.text)
    if text != printed.part.text:
        yield printed.by(
            "it is a congruence, written (mod m)", Freedom.CHANGE, kind=LineKind.STATEMENT, text=text
        )


def _have_equal_terms(one: Truth, other: Truth) -> bool:
    """Return True if two sequences of numbers agree in all terms that are compared, at least three."""
    with suppress(GfkitError):
        a, b = (truth.sequence(Weights.NONE) for truth in (one, other))
        first = max(a.first_n, b.first_n)
        end = min((known.end for known in (a, b) if known.end is not None), default=first + COMPARED)
        return end >= first + 3 and a.terms(first, end) == b.terms(first, end)
    return False


def only_name(text: str) -> str:
    """Return the only name of a sequence in a relation, or an empty string."""
    names = {*_NAME.findall(text)}.difference(WORDS, CALLS, _VARIABLES)
    is_plain = len(names) == 1 and _RELATION.search(text) and not _QUALIFIED.search(text)
    return names.pop() if is_plain else ""


_DIVISOR = regex(r"/\s*+(\d++\s*+[a-jl-mo-zA-Z](?![A-Za-z(])(?:\^(?:\d++|\{\d++\}))?+)")
"""Pattern of /2x and /2x^2, with a letter that is no index."""

# Letters


def _letters_of_sizes(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield the readings of a quotient in two letters, of which one marks the size, the other the pieces."""
    part, options = printed.part, printed.options
    is_open = options.asked in (Kind.AUTO, Kind.SERIES) and not part.definitions
    if options.variable is not None or options.weights is Weights.NONE or not is_open:
        return
    with suppress(InputError, LimitError):
        listed = signs_of(part.text, _SMALL)
        last = max((k for k, (sign, _) in enumerate(listed) if sign == "="), default=-1)
        used = {sign for sign, is_letter in listed[last + 1 :] if is_letter}
        is_marked = any(sign == "t" for sign, _ in listed)
        if (
            len(used) != 2
            or not used <= {*_MARKS}.difference(printed.truth.constants)
            or (is_marked and used != {"t", *used} - {"x", "y"})
        ):
            return
        for size, piece in permutations(sorted(used, key=_MARKS.index)):
            words = f"{size} and {piece} in the formula were read as t and x"
            moved = printed.by(words, Freedom.SPELLING, kind=LineKind.SERIES, letters={piece: "x"})
            statement = statement_in(moved.part, size, printed.truth)
            sides = [side for chain in statement.chains for side in chain.right_sides]
            is_series = kind_of(statement) is Kind.SERIES and all(
                nodes.letters(side) <= {"t", "x"} for side in sides
            )
            if is_series and part.variable in ("", size) and (size == "t" or not is_marked):
                weights = options.weights or Weights.PIECES
                yield replace(moved, options=replace(options, variable=size, weights=weights))


_NAME = regex(r"(?<![A-Za-z\\])(?!C\s*+\([^()]*+,)[A-Za-z]+(?=\s*+[(_\[])")
_RELATION = regex(r"[=~≈≡<>≤≥|]|\\(?:sim|approx|equiv|le|ge|mid)|\b(?:is|are|divides)\b")
_VARIABLES = "ikmnNrstxyz"
_QUALIFIED = regex(r"_\s*+\{[^{}]*?(?:,|\\(?:text|math[a-z]+|operatorname)\b|(?<![\\A-Za-z])[A-Za-z]{3})")
"""Pattern of a name with a structure or several indices, such as P_{\\text{col}, P_n}."""
_REMAINDER = regex(r"\A([^=]*=[^=]*?)(?<!\s)\s++mod\s++(\d++)(\s*+(?:[,.].*|for\b.*|if\b.*)?)\Z", re.DOTALL)
_OPTIMAL = regex(r"[^^]*(?:floor|ceil|⌊|⌈)[^^]*|[\dn\s+*/().-]++(?:for n.*)?")
"""Pattern of the form in which optimal numbers are printed: with floor or ceil, or linear."""
_FIBONACCI = regex(r"(?<![A-Za-z\\])F\s*+[_(]")
_SMALL = frozenset(ascii_lowercase)
_MARKS = "tzxqyuvwsp"
"""Letters that may mark the size or the pieces, the most common ones for sizes first."""
_PAIR = regex(r"\A\s*+[A-Za-z]\s*+(?:_\s*+\{|\()\s*+(?:n\s*+,\s*+k|k\s*+,\s*+n)\s*+[)}]")
_ONE_LETTER = regex(r"(?<![A-Za-z\\])[nk](?![A-Za-z])")
_PARAMETER = regex(r"\A[^=]*?[(,;]\s*+(?P<letter>\\lambda(?![A-Za-z])|λ|[qxtz])\s*+\)\s*+=")
"""Pattern of a letter that may denote a constant of the query, such as the number of colours."""
_SIDES = regex(r"\A\s*+[A-Za-z]\s*+(?:\(\s*+m\s*+,\s*+n\s*+\)|_\s*+\{\s*+m\s*+,\s*+n\s*+\})(?=\s*+=)")


def _exchanged_letters(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield A(n, k) with n for the constant of the structure and k for the size."""
    if "k" in printed.truth.constants and _PAIR.match(printed.part.text):
        yield printed.by(
            "n is the constant of the structure and k is the size",
            text=_ONE_LETTER.sub(lambda found: "k" if found[0] == "n" else "n", printed.part.text),
        )


def _letters_of_constants(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield P(C_n, q) with q for the constant k, and T(m, n) with m for the fixed size of the boards."""
    text, constants = printed.part.text, printed.truth.constants
    match, sides = _PARAMETER.match(text), _SIDES.match(text)
    size = re.fullmatch(r"(?:[a-z]+:)?(?:(\d+)xn|nx(\d+))", printed.truth.words[1]) if sides else None
    if match and "k" in constants and not re.search(r"(?<![A-Za-z\\])k(?![A-Za-z])", text):
        letter = rf"(?<![A-Za-z\\]){re.escape(match['letter'])}(?![A-Za-z])"
        yield printed.by(
            f"{match['letter']} is k = {constants['k']}, from the query",
            Freedom.SPELLING,
            text=re.sub(letter, "k", text),
        )
    if sides and size:
        fixed = int(size[1] or size[2])
        words = f"m is {fixed}, the fixed size of the boards"
        yield printed.by(words, Freedom.SPELLING, text=f"a(n){text[sides.end() :]}", letters={"m": fixed})


def _constants_as_indices(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield a(k) = 3*2^(k-1) with k for the index, not for the constant of the structure."""
    is_alone = printed.truth.constants.get("k", "x") != "x" and not re.search(
        r"(?<![A-Za-z\\])n(?![A-Za-z])", printed.part.text
    )
    if is_alone and re.search(r"(?<![A-Za-z\\])k(?![A-Za-z])", printed.part.text):
        yield printed.by("k is the index", Freedom.SPELLING, letters={"k": "n"})


_UNUSUAL = (
    (r"f(?=\s*+[(_])", "F", "f is F, the Fibonacci numbers"),
    (r"([TUS])\s*+\(", r"chebyshev\1(", "T, U and S are Chebyshev polynomials"),
    (r"([TUS])_(?:\{([^{}]++)\}|(\w))\s*+\(", r"chebyshev\1(\2\3, ", "T, U and S are Chebyshev polynomials"),
    (r"Pell-?Lucas\s*+\(", "A002203(", "Pell-Lucas(n) is A002203(n)"),
    (r"Pell-?Lucas\s*+\(", "A001333(", "Pell-Lucas(n) is A001333(n)"),
    (r"Jacobsthal-?Lucas\s*+\(", "A014551(", "Jacobsthal-Lucas(n) is A014551(n)"),
    *((r"[Tt]ribonacci\s*+\(", f"A000073({k}+", f"tribonacci(n) is A000073(n+{k})") for k in range(3)),
    *((r"[Pp]adovan\s*+\(", f"A000931({k}+", f"padovan(n) is A000931(n+{k})") for k in (0, 2, 3, 5)),
)
"""Names whose meaning depends on the author: their pattern, and a notation of one meaning, with its words."""


def _unusual_names(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield a(n) = f(n+2) with f for the Fibonacci numbers, a(n) = U(n, 3/2) with U for the Chebyshev
    polynomials, and the like, if the left side is about another sequence.
    """
    left, sign, right = printed.part.text.partition("=")
    for pattern, meant, words in () if re.search(r"(?<![A-Za-z\\])[fFTUS](?![A-Za-z])", left) else _UNUSUAL:
        text = re.sub(rf"(?<![A-Za-z\\]){pattern}", meant, right)
        if text != right and (sign or "chebyshev" in text):
            yield printed.by(words, text=left + sign + text)


def _known_names(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield F(2n+1) = F(n)^2 + F(n+1)^2 with F for the Fibonacci numbers, not for a(n)."""
    part = printed.part
    if part.kind is not LineKind.FORMULA or not re.search(r"[(_\[]", part.text):
        return
    with suppress(InputError, LimitError):
        statement = with_letters(statement_in(part, "t", printed.truth))
        names = frozenset(name.label[0] for chain in statement.chains for name in chain.names)
        is_identity = kind_of(statement) is Kind.RECURRENCE
        is_identity &= not all(map(is_linear, claiming_chains(statement)))
        if names and (part.known or is_identity) and names != part.known and is_about_known(statement, names):
            yield printed.by(f"{' and '.join(sorted(names))} are well-known sequences", known=names)


# Brackets and commas

_SQUARE = regex(r"(?<![\w\]})^.])\[([^][=<>|,;]*)\]")
"""Pattern of square brackets that enclose a single expression, without conditions, ranges or lists."""
_ROUNDED = regex(r"sqrt|phi|[φϕτ√]|\\tau|\d\.\d|\^\s*+[{(]?+[^n{}()]*n")
"""Pattern of an expression in brackets that may be rounded to the nearest integer: never a rational n/2."""
_GROUP = r"\d{1,3}(?:,\d{3})+"
_GROUPED = regex(rf"(?:{_GROUP}|\d{{1,3}})(?:(?:,\s+|\s*;\s*)(?:{_GROUP}|\d{{1,3}}))*")


def _square_brackets(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield [x] as floor(x), as in older papers, and as the integer nearest to x."""
    for opening, closing, meaning in (
        ("⌊", "⌋", "the floor function"),
        ("round(", ")", "the nearest integer"),
    ):
        text = _SQUARE.sub(rf"{opening}\1{closing}", printed.part.text)
        is_possible = opening == "⌊" or all(map(_ROUNDED.search, _SQUARE.findall(printed.part.text)))
        if text != printed.part.text and is_possible:
            yield printed.by(f"square brackets are {meaning}; as parentheses they make it false", text=text)


def _negative_binomials(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield a sum of binomials that are 0 for negative upper numbers, as many authors define them."""
    with suppress(InputError, LimitError):
        statement = statement_in(printed.part, "t", printed.truth)
        sums = (
            one
            for chain in statement.chains
            for side in chain.sides
            for one in nodes.walk(side)
            if isinstance(one, nodes.BigOperator) and one.high is not None
        )
        if any(isinstance(one, nodes.Choose) for each in sums for one in nodes.walk(each.body)):
            words = "binomial(a, b) with negative a is interpreted as 0 in the sum"
            yield printed.by(words, are_binomials_zero=True)


def _thousands(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield 4,632 as one number: commas without a space separate thousands."""
    text = printed.part.text.strip(" $.")
    if printed.part.kind is LineKind.TERMS and "," in text and _GROUPED.fullmatch(text):
        numbers = tuple(int(item.replace(",", "")) for item in re.split(r",\s++|(?<!\s)\s*+;\s*+", text))
        if len(numbers) < len(printed.part.terms):
            moved = printed.by("commas without a space separate thousands", terms=numbers)
            yield moved
            yield from (replace(one, words=f"{moved.words}, {one.words}") for one in _offsets(moved))


# Sizes and offsets

_OFFSETS = (1, 0, 2)
"""Indices of the first term of a list that are independent of the boards, the most common one first."""


def _offsets(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield a list of terms, or a program that lists them, with another index of the first term."""
    truth, options = printed.truth, printed.options
    is_open = printed.part.kind is not LineKind.TERMS or printed.part.begins is None
    is_open &= printed.is_list and {options.offset, options.valid_from} == {None}
    counted = truth if isinstance(truth, CountedTruth) and printed.part.terms else None
    if not is_open or (truth.end is not None and counted is None):
        return
    for first in dict.fromkeys((*(truth.first_n + k for k in range(3)), *_OFFSETS, truth.first_n - 1)):
        known = truth if counted is None else counted.moved(first, printed.part.terms)
        is_change = first < truth.first_n and first not in _OFFSETS
        if known is not None:
            freedom = Freedom.CHANGE if is_change else Freedom.CHOICE
            moved = printed.by(f"the first listed term has index {first}", freedom)
            yield replace(moved, truth=known, options=replace(options, offset=first))


def _tables(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield the readings of a program that lists the values of an expression in n for n >= n_0: for these n,
    or for the terms from another index on.
    """
    part, options, truth = printed.part, printed.options, printed.truth
    begins = part.begins or 0
    letter = next((one for one in INDICES if re.search(rf"(?<![A-Za-z]){one}(?![A-Za-z])", part.text)), "n")
    firsts = [begins, truth.first_n, *_OFFSETS] if options.offset is None else [options.offset]
    is_named = part.text.startswith("a(n) =")
    is_recurrence = len(re.findall(r"(?<![A-Za-z])a\s*+[(\[_]", part.text)) > is_named
    if is_recurrence:
        firsts = [begins]  # n is the index of both sides
    body, moves = part.text.removeprefix("a(n) ="), Freedom.CHANGE if is_named else Freedom.CHOICE
    for shift in dict.fromkeys(first - begins for first in firsts):
        words = f"the first listed term has index {begins + shift}" if shift else ""
        text = f"a({letter}{shift:+d}) = {body}" if shift else part.text
        moved = printed.by(words, moves if shift else Freedom.SPELLING, text=text, begins=None)
        first = max(begins, truth.first_n - shift)
        is_range = options.valid_from is None and not (is_recurrence and first + shift <= truth.first_n)
        since = first if is_range else options.valid_from
        yield replace(moved, options=replace(options, offset=None, valid_from=since))


def _beginnings(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield a generating function whose first coefficients are 0 as one that begins later."""
    part, options, truth = printed.part, printed.options, printed.truth
    is_open = part.kind in (LineKind.FORMULA, LineKind.SERIES) and part.power_sum is None
    is_open |= part.kind is LineKind.LIST and part.begins == 0 and options.offset is None
    if not is_open or options.asked not in (Kind.AUTO, Kind.SERIES) or options.valid_from is not None:
        return
    with suppress(GfkitError):
        statement = statement_in(part, options.variable or part.variable or size_letter(part.text), truth)
        sides = [side for chain in statement.chains for side in chain.right_sides]
        values = [ratio(side, ring_of(side)) for side in sides if kind_of(statement) is Kind.SERIES]
        low = min((value.valuation() for value in values if not value.is_zero), default=0)
        if low > truth.first_n:
            moved = printed.by(f"the generating function begins at n = {low}", kind=LineKind.SERIES)
            yield replace(moved, options=replace(options, asked=Kind.SERIES, valid_from=low))


def _divisors(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield (1 - sqrt(1-4x))/2x as a quotient by 2x."""
    text = _DIVISOR.sub(r"/(\1)", printed.part.text)
    if text != printed.part.text and printed.part.kind in (LineKind.FORMULA, LineKind.SERIES):
        yield printed.by("the product after the sign / is the divisor", text=text)


def _exponential_series(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield D(x) = e^(-x)/(1-x) as an exponential generating function. Without a function such as exp this
    contradicts the text.
    """
    part, options = printed.part, printed.options
    size = options.variable or part.variable or size_letter(part.text)
    is_series = options.asked in (Kind.AUTO, Kind.SERIES) and part.kind is LineKind.FORMULA
    if not is_series or part.power_sum is not None or options.weights is not None:
        return
    with suppress(GfkitError):
        statement = statement_in(part, size, printed.truth)
        sides = [side for chain in statement.chains for side in chain.right_sides]
        if len(sides) == 1 and nodes.letters(sides[0]) == {"t"} and not nodes.symbols(sides[0]):
            calls = (one for one in nodes.walk(sides[0]) if isinstance(one, nodes.FunctionCall))
            yield printed.by(
                "the series is an exponential generating function",
                Freedom.CHOICE if any("t" in nodes.letters(one) for one in calls) else Freedom.CHANGE,
                kind=LineKind.EXPONENTIAL,
            )


def _sizes(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield n as the size of the board, where the family contains only every second (third, ...) size. The
    index of T_{2n} is its size, or else the number of a term.
    """
    whole = printed.truth.whole
    if whole is None:
        return
    is_named = _names_sizes(printed, whole)
    index, freedom = (f"the index {whole.step}n", Freedom.SPELLING) if is_named else ("n", Freedom.CHANGE)
    words = f"{index} is the size of the board, as in {whole.truth.words[1]}"
    yield replace(printed.by(words, freedom), truth=whole.truth)
    words = f"{index} is the number of the term; as the size of the board, the formula is false"
    yield from [printed.by(words)] * is_named


def _names_sizes(printed: FormulaReading, whole: Whole) -> bool:
    """Return True if the indices seem to be sizes of boards, so that all of them are 2n, 2n-2, ..."""
    try:
        statement = with_letters(statement_in(printed.part, "t", printed.truth))
    except (InputError, LimitError):
        return False
    names = [name for chain in statement.chains for name in chain.names if not is_known(name)]
    forms = [None if name.index is None else linear_form(name.index) for name in names]
    varying = [form for form in forms if form is None or set(form) - {""}]
    first = varying[0] if varying else None
    return (
        first is not None
        and first[""] % whole.step == whole.rest
        and all(form and set(form) <= {"", "n"} and form["n"] == whole.step for form in varying)
    )


def _numberings(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield W_n as the wheel with n + 1 vertices, and the like."""
    for truth, words in printed.others:
        yield replace(printed.by(words, Freedom.CHANGE), truth=truth)
    for text, words in printed.numberings:
        yield printed.by(words, Freedom.CHANGE, text=text)
    for board in printed.boards[1:]:
        yield replace(printed.by(f"the board is {board}", Freedom.CHANGE), boards=(board,))


def _doubts(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield the objects that are not computed, such as a matching polynomial."""
    for doubt in printed.doubts:
        yield printed.by(doubt)


def _optimal_numbers(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield ceil(n/3) as the domination number, and the like, if such numbers are printed in this form."""
    from gfkit.claims.reading.optimal import (  # few formulas state optimal numbers
        optimal_truth,
        with_brackets,
    )

    truth, text = printed.truth, printed.part.text
    if not (isinstance(truth, GameTruth) and _OPTIMAL.fullmatch(text)):
        return
    asked = truth.question
    rows = synonyms("structures", "optimum").items() if asked.positions is Positions.ALL else ()
    names = {side: name for name, (game, side, *_) in reversed(rows) if game == asked.game}
    for side, name in names.items():
        about = f"'{name.removesuffix('s').replace('-', ' ')}' {asked.boards.text}"
        meant = printed.by(
            f"did you mean --for {about}? The formula is proved for it",
            Freedom.HINT,
            text=with_brackets(text),
        )
        with suppress(GfkitError):  # a limit, or there is no optimum
            numbers = optimal_truth(asked.game, asked.boards.text, side, "all", None, truth.on_progress)
            yield replace(meant, truth=numbers)


def _fibonacci_numbers(printed: FormulaReading) -> Iterator[FormulaReading]:
    """Yield F_{n+1} with F_0 = F_1 = 1, the convention of some authors."""
    text = "a(n) = " * ("=" not in printed.part.text) + printed.part.text.rstrip(" .")
    if printed.part.kind is LineKind.FORMULA and _FIBONACCI.search(text) and not printed.part.known:
        yield printed.by(
            "the formula is proved with F_0 = F_1 = 1, which the text does not state",
            Freedom.HINT,
            text=f"{text}, F_0 = F_1 = 1",
        )


_SPELLING, _CHOICE, _CHANGE, _HINT = ((one,) for one in Freedom)
AMBIGUITIES = (
    Ambiguity("first n of a program", _tables, _SPELLING + _CHOICE + _CHANGE),
    Ambiguity("numbering of the graphs", _numberings, _CHANGE),
    Ambiguity("letters of the size and of the pieces", _letters_of_sizes, _SPELLING),
    Ambiguity("number of the term or size of the board", _sizes, _SPELLING + _CHOICE + _CHANGE),
    Ambiguity("letter of a constant", _letters_of_constants, _SPELLING),
    Ambiguity("letter of the index", _constants_as_indices, _SPELLING),
    Ambiguity("names in a power series", _known_series, _SPELLING + _CHOICE),
    Ambiguity("commas between digits", _thousands, _CHOICE),
    Ambiguity("index of the first listed term", _offsets, _CHOICE + _CHANGE),
    Ambiguity("two indices", _exchanged_letters, _CHOICE),
    Ambiguity("names without a definition", _unusual_names, _CHOICE),
    Ambiguity("names in an identity", _known_names, _CHOICE),
    Ambiguity("square brackets", _square_brackets, _CHOICE),
    Ambiguity("binomials of negative numbers", _negative_binomials, _CHOICE),
    Ambiguity("first n of a power series", _beginnings, _CHOICE),
    Ambiguity("product after a sign of division", _divisors, _CHOICE),
    Ambiguity("ordinary or exponential series", _exponential_series, _CHOICE + _CHANGE),
    Ambiguity("names of objects that are not computed", _doubts, _CHOICE),
    Ambiguity("numbering of the boards", _graph_sizes, _CHANGE),
    Ambiguity("the only name of a sequence", _sequence_names, _CHANGE),
    Ambiguity("mod without brackets", _congruences, _CHANGE),
    Ambiguity("number of configurations or optimal number", _optimal_numbers, _HINT),
    Ambiguity("first Fibonacci numbers", _fibonacci_numbers, _HINT),
)
"""Questions that printed formulas leave open, in the order in which they are asked: the first one by programs
that list values, the second one by formulas about single boards and by all others.
"""
