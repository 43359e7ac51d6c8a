"""Parser of OEIS names: an English sentence that describes the counted objects is converted to a rule and
boards.

The grammar is given by the TOML files of this directory; see ``docs/oeis.md``.

>>> (found,) = read_name("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.")
>>> found.family, found.shift
('nx2', 1)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import product
from shlex import quote
from typing import Any

from gfkit.core.algebra import Count
from gfkit.core.boards import Family, parse_board
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.engine.count import count
from gfkit.core.errors import GfkitError, InputError, LimitError, RuleError, note_reading
from gfkit.core.rules import THINGS, Question, Rule, find_rule
from gfkit.core.rules.object import Object
from gfkit.core.rules.wording import is_same_rule, sequence_name
from gfkit.core.typing import PositionsWord, UpTo, Weights
from gfkit.oeis.reading.grammar import Parser, Tree, grammar, name_words, tree_text
from gfkit.oeis.reading.meaning import interpret, rule_text
from gfkit.oeis.reading.terms import UndefinedMeaningError
from gfkit.questions import fault_free
from gfkit.questions.optimum import optimum
from gfkit.questions.orbits import orbits

LONGEST_NAME = 4000
"""Maximum number of characters of a name, because the time to parse it grows faster than its length."""


class UnreadError(InputError):
    """Exception raised if an OEIS name cannot be parsed completely.

    ``left_over`` is the unparsed rest of the name, which starts at position ``at``. If the name can be parsed
    but has no meaning, ``why`` is the reason.
    """

    code = "unread"

    def __init__(self, name: str, at: int, why: str = "") -> None:
        self.name, self.at, self.left_over, self.why = name, at, name[at:].strip(), why
        left = self.left_over if len(self.left_over) < 60 else self.left_over[:57] + "..."
        text = why or (f"cannot parse {left!r}" if left else "the sentence is incomplete")
        super().__init__(f"name {name!r}: {text}")

    @property
    def understood(self) -> str:
        """Part of the name before the position at which parsing failed."""
        return self.name[: self.at].strip()

    @property
    def consumed(self) -> int:
        """Number of characters before the position at which parsing failed, or of the whole name."""
        return len(self.name) if self.why else self.at

    @property
    def start(self) -> str:
        """Longest initial part of the name that can be parsed, or the nearest example sentence if there is no
        such part.
        """
        begins = self.name[: min(self.consumed, LONGEST_NAME)]
        for word in reversed(name_words(begins)):
            with suppress(UnreadError):
                return read_name(begins[: word.end])[0].name
        return self.nearest

    @property
    def nearest(self) -> str:
        """Example sentence of the grammar that has most words in common with the name, in their order."""
        return self.likest[1]

    @property
    def likest(self) -> tuple[float, str]:
        """Similarity of the name and the nearest example sentence, from 0 to 1, and that sentence."""
        begins = self.name[:LONGEST_NAME]
        words = [word.text for word in name_words([begins, *_rewordings(begins)][-1])]

        def likeness(sentence: str) -> float:
            given = [word.text for word in name_words(sentence)]
            return SequenceMatcher(None, given, words, autojunk=False).ratio()

        forms = (form for forms in grammar().forms.values() for form in forms)
        sentences = (entry[-2] for form in forms for entry in form.tried)
        return max(((likeness(sentence), sentence) for sentence in sentences), key=lambda pair: pair[0])


def size_text(step: int, shift: int) -> str:
    """Return the board size of the term with index n, as a string.

    >>> size_text(1, 0), size_text(2, -1)
    ('n', '2n - 1')
    """
    multiple = "n" if step == 1 else f"{step}n"
    return multiple if not shift else f"{multiple} {'+' if shift > 0 else '-'} {abs(shift)}"


def _size_in_board(step: int, shift: int) -> str:
    """Return the size of the term with index n as it is written in the name of a family.

    >>> _size_in_board(2, 0), _size_in_board(1, 1)
    ('2n', '(n+1)')
    """
    size = size_text(step, shift).replace(" ", "")
    return f"({size})" if shift else size


@dataclass(frozen=True, slots=True)
class NameReading:
    """Interpretation of a name: a rule, boards, and the requested quantity.

    The term with index n of the entry counts the arrays on the board of size ``step`` n + ``shift`` of
    ``family``. For a table T(n,k), ``family`` is empty, ``table`` contains k instead of the second size, and
    ``shifts`` are the shifts of rows and columns.
    """

    name: str
    rule: Mapping[str, Any]
    family: str
    shift: int
    positions: PositionsWord = "all"
    sentence: str = ""
    table: str = ""
    shifts: tuple[int, int] = (0, 0)
    clauses: tuple[str, ...] = ()
    step: int = 1
    values: str = ""
    """Range of values if it depends on n, for a single board; then a(n) is the count for the n of the
    range.
    """
    pieces: int | None = None
    """Number of pieces, if the name states it; it adds information to the rule only for growing squares
    nxn.
    """
    asks: str = ""
    """Key of ``_ASKED``, or a weight; empty if all configurations are counted."""
    one_by_one: bool = False
    """True if board and rule result from substituting a number for n in the name; ``rule`` is the rule for n
    = 4.
    """
    notes: tuple[str, ...] = ()
    """Notes on the chosen interpretation of ambiguous words."""

    def board_at(self, index: str) -> str:
        """Return the boards of the terms with index n, or the board of the term with a given index, or "" if
        they have no name.

        >>> named = read_sentence("(n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4")
        >>> named.board_at("n"), named.board_at("3")
        ('(n+1)x2', '4x2')
        """
        is_one = index != "n"
        size = str(self.step * int(index) + self.shift) if is_one else _size_in_board(self.step, self.shift)
        return "" if "(" in size and "nxn" in self.family else _SIZE_OF_BOARD.sub(size, self.family)

    @property
    def structure(self) -> str:
        """Structure of the boards in a form that can be typed again: its built-in name, a sentence, or the
        content of its rule file. If only a part of the configurations is counted, the sentence contains it.
        """
        own, content = str(self.rule["name"]), self.file.strip()
        if self.values:
            return content
        rule: Any = Rule.of(self.rule)  # rules are data classes
        for name in (thing for thing in THINGS if not thing.endswith(":k")):
            other = find_rule(name)
            if other == replace(rule, name=other.name, about=other.about):
                return name
        texts = own, self.sentence.removeprefix("Number of "), self.name
        same = (text for is_exact in (True, False) for text in texts if self._is_read(text, is_exact))
        return own if self.part else next(same, content)

    @property
    def part(self) -> str:
        """Counted part or multiple of the configurations in words, or "" for all of them."""
        if self.values:
            return f"values {self.values}"
        return self.asks and _ASKED.get(self.asks, f"those of weight {self.asks}")

    def _is_read(self, sentence: str, is_exact: bool) -> bool:
        """Return True if a sentence alone is read as this rule and these boards, and also as the name of the
        rule if ``is_exact``.
        """
        try:
            other = read_sentence(sentence)
        except RuleError:
            return False
        own = {**self.rule, "name": sentence if is_exact else other and other.rule["name"]}
        return other is not None and (_boards(other), other.rule) == (_boards(self), own)

    def as_object(self) -> Object | None:
        """Return what a(n) is, or T(n,k), as in a statement, or None if every n has another rule."""
        if self.one_by_one:
            return None
        size, boards = _size_in_board(self.step, self.shift), self.family
        if self.table:
            size, other = (_size_in_board(1, shift) for shift in self.shifts)
            boards = self.table.replace("k", other.replace("n", "k"))
        boards = _SIZE_OF_BOARD.sub(size, boards)
        return Object("count", self.structure, boards, self.positions, part=self.part)

    @property
    def statement(self) -> str | None:
        """Canonical text of what the name defines, as at the beginning of a statement, or None."""
        meaning = self.as_object()
        return None if meaning is None else f"{'T(n,k)' if self.table else 'a(n)'} = {meaning.text}"

    @property
    def boards(self) -> str:
        """The boards that the sentence names, or "" if they are all squares or have no name."""
        return "" if self.family == "nxn" else self.board_at("n")

    def note_read(self) -> None:
        """Print a note on the meaning of a sentence that is used as a structure, on any board if it names
        none.
        """
        meaning = self.statement if self.boards else f"count({self.structure} | BOARD)"
        note_reading(f"read as: {meaning}; its rule file: gfkit oeis read {quote(self.name)}")

    def note_other(self, board: str) -> None:
        """Print a note if a board is none of those that the sentence names."""
        if self.boards and not _is_among(board, self.boards):
            own = "its own graph" if self.boards.startswith("graph:") else self.boards
            note_reading(f"{self.name!r} names {own}; the given board replaces it")

    def question_on(self, size: int) -> Question | None:
        """Return the query on the board of a given size, or None if there is no such board."""
        rule, boards = Rule.of(self.rule), self.family
        if self.one_by_one:
            try:
                reading = read_name(number_for_n(self.name, size))[0]
            except UnreadError:
                return None
            rule, boards = Rule.of(reading.rule), reading.family
        elif self.values:
            rule = rule.at(size)
        elif "nxn" in boards:
            boards = boards.replace("nxn", f"{size}x{size}")
        family = parse_board(boards)
        if isinstance(family, Family):
            return Question.of(rule, family.at(size), self.positions) if size >= family.first_n else None
        return Question.of(rule, family, self.positions)

    def number_of(self, question: Question, how: Callable[[Question], Count] = count) -> int:
        """Return the number that the name describes on one board, by counting or by enumeration."""
        if self.asks in _EXTREMES:
            extreme = getattr(optimum(question), self.asks)
            return extreme[1] if extreme else 0
        if self.asks == "total" or self.asks.isdecimal():
            terms = how(replace(question, weights=Weights.PIECES)).polynomial.terms
            numbers = {powers[0]: int(number) for powers, number in terms}
            total = sum(size * number for size, number in numbers.items())
            return total if self.asks == "total" else numbers.get(int(self.asks), 0)
        if self.asks in _FAULTLESS:
            return fault_free(question, horizontal=self.asks == _FAULTLESS[1], how=how)
        if self.asks in ("", "directed"):
            return int(how(question)) * (2 if self.asks else 1)
        number = orbits(question, up_to=UpTo.read(self.asks))
        assert isinstance(number, Count), "one board"
        return int(number)

    @property
    def file(self) -> str:
        """Rule in the format of a rule file; its name states the n if each n has another rule."""
        if not self.one_by_one:
            return rule_text(self.rule)
        return rule_text({**self.rule, "name": number_for_n(str(self.rule["name"]), _SINGLE[0])})

    def lines(self) -> list[str]:
        """Lines of the rule file, preceded by a comment that names the boards."""
        if self.one_by_one:
            boards = f"only for n = {_SINGLE[0]}, on board {self.family}; every other n has another rule"
        elif self.table:
            rows, columns = self.shifts
            boards = f"table {self.table}: n + {rows} rows, k + {columns} columns"
        elif self.values:
            boards = f"board {self.family}: a(n) is the count for the values {self.values}"
        else:
            size = size_text(self.step, self.shift)
            boards = f"family {self.family}: a(n) is the count on the board of size {size}"
        if self.positions != "all":
            boards += f", positions {self.positions}"
        if self.asks:
            boards += f", {self.part}"
        notes = [f"read as: {self.statement}"] * bool(self.statement) + [*self.notes]
        return [f"# {boards}", *(f"# {note}" for note in notes), *self.file.rstrip("\n").split("\n")]

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit oeis read --json`` prints."""
        return {
            "read": True,
            "rule": self.file,
            "family": self.family or self.table,
            "left_over": "",
            "shift": self.shift,
            "step": self.step,
            "positions": self.positions,
            "asks": self.asks,
            "one_by_one": self.one_by_one,
            "statement": self.statement,
            "sentence": self.sentence,
            "notes": list(self.notes),
            "clauses": list(self.clauses),
        }


_SIZE_OF_BOARD = regex(r"(?<![a-wyzA-Z])n(?![a-wyz])")
_EXTREMES = ("smallest", "largest")
_FAULTLESS = ("vertically fault-free", "fault-free")
_ASKED = {
    "smallest": "those of the smallest weight", "largest": "those of the largest weight",
    "vertically fault-free": "those without a fault line between columns",
    "fault-free": "those without a fault line between columns or rows",
    "total": "the sum of all weights", "directed": "each in two directions",
    **{word.value: f"up to {word.value}" for word in UpTo},
}  # fmt: skip
"""Requested quantities other than the number of all configurations."""
_SIZED = regex(r"^\S+ X \S+ ")
_COUNTED = regex(r"(?:(?:[Aa]\(n\)|T\(n, ?k\)) ?(?:is|=) ?)?(?:[Tt]he )?[Nn]umber of (.+)", re.DOTALL)
_WORDS = regex(r"\b(words|strings|sequences)\b")
_DIAGONALLY = regex(
    r"(?i)^(?!.*\banti).*(?<!even)(?<!nw se)(?<!to se) (?:diagonally|(?<= or |mn, |umn )diagonal)\b"
    r"(?! (?:above|below|left|right|se|nw|sw|ne)\b)"
)
"""Pattern of sentences that name one diagonal direction and perhaps mean both."""
_LETTERED = regex(r"\{\s*+[A-Za-z]\s*+[,}]|\bDNA\b|\bletters [A-Za-z](?:,| and )")
"""Pattern of an alphabet whose letters are no numbers."""
_ITEMS = r"\b(?:letters?|digits?|symbols?|elements?)"
_OF_NUMBERS = regex(
    rf"(?i)\b(?:odd|even)[- ](?:{_ITEMS}|integers?|numbers?)\b(?! of)|\bboth (?:odd|even)\b"
    rf"|{_ITEMS}(?: (?:is|are|being|all|both))*+ (?:odd|even)\b(?! number)|{_ITEMS} (?:\w+ ){{0,3}}parity\b"
    rf"|{_ITEMS} (?:sum|add)|\b(?:letter|digit) sum|\bsum of (?:\w+ ){{0,4}}{_ITEMS}"
    rf"|\bnonzero {_ITEMS}|\bsumm(?:ing|ed)\b"
)
"""Pattern of a condition on letters as numbers, such as their parity or their sum."""
_TILINGS = regex(r"\b(tilings|coverings)\b(?! of\b| in\b)")

_N = regex(
    r"(?:(?<![A-Za-z0-9])|(?<=[\dn)][Xx]))(?:(?<!_)|(?<=[CKP]_))(?<!a\()(\d*)n(?:(?=[Xx][\d(n])|(?![A-Za-z0-9_]))"
)
_SIZES = (31, 29, 7)
"""Numbers substituted for n in a name whose values depend on n. Two numbers determine a linear form, and the
third must agree.
"""
_SINGLE = (4, 5, 6)
"""Numbers substituted for n in a name that is parsed separately for each n."""
_DRAWN = frozenset({"shape", "shapes", "neighbours", "along", "match", "least"})
"""Keys of rule files whose strings are not expressions."""


@lru_cache(maxsize=1024)
def read_name(name: str) -> tuple[NameReading, ...]:
    """Return the interpretations of a name. There are several if clauses are ambiguous. Raise UnreadError if
    it cannot be parsed.

    If no board depends on n, the number of values may depend on n: then the name is parsed with numbers
    substituted for n, and linear forms in n replace the resulting numbers in the rules. A name that cannot be
    parsed is tried again with the phrasebook. The error is that of the attempt that consumed the longest
    part.
    """
    if len(name) > LONGEST_NAME:
        raise UnreadError(name, 0, f"longer than {LONGEST_NAME:,} characters")
    if _LETTERED.search(name) and (found := _OF_NUMBERS.search(name)):
        raise UnreadError(name, found.start(), f"{found[0]!r}: the letters of this alphabet are not numbers")
    texts = [(text, grammar().knows_all(text)) for text in (name, *_rewordings(name))]
    errors = []
    for text, loose in ((name, False), *texts[not texts[0][1] :]):
        try:
            return _with_own_words(name, text, _read_text(text, loose))
        except UnreadError as error:
            errors.append(error)
    raise max(errors, key=lambda error: error.consumed)


@lru_cache
def read_sentence(text: str) -> NameReading | None:
    """Return the interpretation of a sentence as a rule, or None if it has none, several, or other conditions
    than a rule. A sentence without a board is tried with "n X n", and words without a length as words of
    length n.

    >>> read_sentence("binary words avoiding 1011").family
    '1xn'
    """
    if _DIAGONALLY.search(text):
        raise RuleError(
            f"sentence {text!r}: in the OEIS 'diagonally' is one direction; write 'diagonally and"
            " antidiagonally' for both directions, or 'nw to se diagonally' for one"
        )
    with_length = _WORDS.sub(r"\1 of length n", text, count=1), _TILINGS.sub(r"\1 of an n X n board", text)
    for sentence in dict.fromkeys((text, f"n X n {text}", *with_length)):
        with suppress(UnreadError):
            first, *others = read_name(sentence)
            is_rule = first.positions == "all" and not (first.asks or first.values)
            return first if is_rule and not others and not first.one_by_one else None
    return None


def _is_among(board: str, family: str) -> bool:
    """Return True if the name of a board or family is in a family, perhaps with rows and columns exchanged.

    >>> _is_among("2x7", "2xn"), _is_among("nx2", "2xn"), _is_among("3x7", "2xn")
    (True, True, False)
    """
    (own, _, sizes), (kind, _, given) = family.rpartition(":"), board.rpartition(":")
    named, asked = sizes.split("x"), given.split("x")
    is_alike = kind == own and len(asked) == len(named)
    turns = (asked, asked[::-1])
    return is_alike and any(
        all("n" in size or size == word for size, word in zip(named, turn, strict=True)) for turn in turns
    )


_LEAST_LIKENESS = 0.78
"""Minimum similarity of a sentence and the sentence that is suggested instead."""


def similar_sentence(text: str) -> str:
    """Return a command with a sentence that is similar to one that cannot be parsed, or "".

    >>> similar_sentence("Dyck paths of height at most 3")
    "gfkit derive 'Number of Dyck paths of semilength n with height at most 3'"
    """
    try:
        read_name(text)
    except UnreadError as error:
        likeness, sentence = error.likest
        if likeness >= _LEAST_LIKENESS and error.left_over:
            return f"gfkit {'derive' if read_sentence(sentence) else 'oeis read'} {quote(sentence)}"
    return ""


def _with_own_words(name: str, text: str, readings: tuple[NameReading, ...]) -> tuple[NameReading, ...]:
    """Return the interpretations with the wording of the sentence as names of their rules, if the sentence
    contains a number.
    """
    match = _COUNTED.fullmatch(text.strip(" .?"))
    if match is None:
        return tuple(replace(reading, name=name) for reading in readings)
    return tuple(replace(reading, name=name, rule={**reading.rule, "name": match[1]}) for reading in readings)


def _rewordings(name: str) -> Iterator[str]:
    """Yield versions of a sentence, in which more and more questions and spellings are replaced by standard
    forms.

    >>> list(_rewordings("In how many ways can you tile a 2 x n board with dominoes"))
    ['Number of ways to tile a 2 x n board with dominoes']
    """
    for says, text in grammar().frames:
        before, name = name, says.sub(text, name)
        if name != before:
            yield name


def _read_text(name: str, loose: bool = False) -> tuple[NameReading, ...]:
    try:
        return _read_fixed(name, loose)
    except UnreadError as error:
        if not _N.search(name):
            raise
        fixed = error
    try:
        return _read_growing(name, loose)
    except UnreadError as error:
        growing = error
    with suppress(UnreadError):
        return _read_one_by_one(name, loose)
    raise max(fixed, growing, key=lambda one: one.at or len(name))


def _read_one_by_one(name: str, loose: bool) -> tuple[NameReading, ...]:
    """Return the interpretation of a name that denotes a single board whenever an integer is substituted for
    n.
    """
    alike = [_with_number(name, size, loose) for size in _SINGLE]
    singles = [readings[0] for readings in alike if len(readings) == 1 and readings[0].family]
    questions = {(one.family, rule_text({**one.rule, "name": ""})) for one in singles}
    if len(singles) < len(_SINGLE) or len(questions) == 1:
        raise UnreadError(name, 0, "the name was parsed, but not as one rule for every n")
    own = name.strip(" .").removeprefix("Number of ")
    return (
        replace(singles[0], name=name, sentence=name, rule={**singles[0].rule, "name": own}, one_by_one=True),
    )


def _read_growing(name: str, loose: bool) -> tuple[NameReading, ...]:
    readings: dict[str, NameReading] = {}
    for alike in product(*(_with_number(name, size, loose) for size in _SIZES)):
        boards = {(one.family, one.table, one.step, one.shift) for one in alike}
        try:
            rule = _in_n([one.rule for one in alike])
            sentence = _in_n([one.sentence for one in alike])
        except UndefinedMeaningError:
            continue
        values = re.sub("[()]", "", str(rule.get("cells", {}).get("values", "")))
        if len(boards) == 1 and _N.search(values):
            rule["cells"]["values"] = values
            told = {"name": name, "rule": rule, "sentence": sentence, "values": values}
            reading = replace(alike[0], **told, shift=0, step=1)
            readings.setdefault(rule_text({**reading.rule, "name": ""}) + str(_boards(reading)), reading)
    if not readings:
        raise UnreadError(
            name,
            0,
            "the name was parsed, but it does not define a sequence: neither the board nor the range of the"
            " cell values depends on n",
        )
    return tuple(readings.values())


def number_for_n(name: str, size: int) -> str:
    """Return the name with an integer substituted for n.

    >>> number_for_n("a(n) is the number of 0..n arrays of length 5 with sum 2n", 31)
    'a(n) is the number of 0..31 arrays of length 5 with sum 2*31'
    """
    return _N.sub(lambda match: f"{match[1]}*{size}" if match[1] else str(size), name)


def _with_number(name: str, size: int, loose: bool) -> tuple[NameReading, ...]:
    """Return the interpretations of a name after n is replaced by an integer."""
    try:
        return _read_fixed(number_for_n(name, size), loose)
    except UnreadError as error:
        left = re.sub(rf"\b{size}\b", "n", error.left_over)
        why = re.sub(rf"\b{size}\b", "n", str(error).partition(": ")[2])
        raise UnreadError(name, max(0, len(name) - len(left)), why) from None


def _in_n(values: Sequence[Any], key: str = "") -> Any:
    """Return the number of values as a linear form in n, if n is one of the three sizes."""
    first, *others = values
    if isinstance(first, str) and key not in _DRAWN and _N.search(first):
        raise UndefinedMeaningError("n is used as the name of a cell")
    if all(other == first for other in others):
        return first
    if all(isinstance(value, Mapping) and value.keys() == first.keys() for value in values):
        return {name: _in_n([value[name] for value in values], name) for name in first}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [_in_n(parts, key) for parts in zip(*values, strict=True)]
    if key in _DRAWN or not all(isinstance(value, str) for value in values):
        raise UndefinedMeaningError("rules differ in more than numbers")
    texts = [re.split(r"(\d+)", value) for value in values]
    if len({len(text) for text in texts}) > 1:
        raise UndefinedMeaningError("rules differ in more than numbers")
    return "".join(_number_in_n(parts) for parts in zip(*texts, strict=True))


def _number_in_n(parts: Sequence[str]) -> str:
    """Return the linear form in n with the three given values.

    >>> _number_in_n(["62", "58", "14"]), _number_in_n(["30", "28", "6"]), _number_in_n(["5", "5", "5"])
    ('(2*n)', '(n-1)', '5')
    """
    if len(set(parts)) == 1:
        return parts[0]
    if not all(part.isdecimal() for part in parts):
        raise UndefinedMeaningError("rules differ in more than numbers")
    numbers = [int(part) for part in parts]
    times = (numbers[0] - numbers[1]) // (_SIZES[0] - _SIZES[1])
    constant = numbers[0] - times * _SIZES[0]
    if [times * size + constant for size in _SIZES] != numbers:
        raise UndefinedMeaningError("a number is not a linear form in n")
    form = ("n" if times == 1 else f"{times}*n") + (f"{constant:+}" if constant else "")
    return form if form == "n" else f"({form})"


def _boards(reading: NameReading) -> tuple[object, ...]:
    return reading.family, reading.table, reading.step, reading.shift, reading.positions, reading.asks


def _read_fixed(name: str, loose: bool) -> tuple[NameReading, ...]:
    words = name_words(name)
    parser = Parser(grammar(), words, loose)
    trees = parser.whole("name")
    if not trees:
        at = words[parser.furthest].start if parser.furthest < len(words) else len(name)
        raise UnreadError(name, at)
    readings: list[NameReading] = []
    rules: list[tuple[object, Rule]] = []
    reason = ""
    for tree in trees:
        try:
            reading = _reading(name, tree)
            boards, rule = _boards(reading), Rule.of({**reading.rule, "name": "the rule"})
        except (UndefinedMeaningError, RuleError, LimitError) as error:
            phrase = getattr(error, "phrase", None)
            about = f"{tree_text(phrase, grammar())!r}: " if phrase else ""
            reason = reason or f"{about}{error}"
            continue
        if not any(boards == known[0] and is_same_rule(rule, known[1]) for known in rules):
            readings.append(reading)
            rules.append((boards, rule))
    if not readings:
        raise UnreadError(name, 0, f"read, but {reason}")
    return tuple(readings)


def sentence_of(rule: Rule, rows: str, columns: str) -> str | None:
    """Return an OEIS name for the arrays of a rule on boards of the given sizes.

    It uses the name of the rule if it is descriptive, and the forbidden words of lines of cells if the rule
    has no other constraint. The sentence is parsed again, and must yield the rule.

    >>> from gfkit.core.rules import Rule
    >>> (found,) = read_name("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.")
    >>> sentence_of(Rule.of(found.rule), "n", "2")
    'n X 2 0..2 arrays with every 2 X 2 subblock summing to 4'
    >>> sentence_of(Rule.array(colours=2, name="mine", window=[("ab", "a < 1 or b < 1")]), "n", "2")
    'n X 2 0..1 arrays avoiding 1 1 horizontally'
    """
    bare = _SIZED.sub("", rule.name)
    names = [f"{rows} X {columns} {bare}", f"{bare} of length {columns}"]
    clause = sequence_name(rule)
    if clause:
        names.append(f"{rows} X {columns} {clause}")
    for name in names:
        try:
            readings = read_name(f"Number of {name}")
        except UnreadError:
            continue
        family = f"{rows}x{columns}"
        plain = [
            reading
            for reading in readings
            if reading.family == family and (reading.step, reading.shift) == (1, 0)
        ]
        if any(is_same_rule(Rule.of(reading.rule), rule) for reading in plain):
            return name
    return None


def clause_list() -> list[str]:
    """Return the ids of all clauses, each with an entry or a sentence that serves as its test."""
    known = (form for forms in grammar().forms.values() for form in forms if not form.id[-1].isdigit())
    return [
        " ".join([f"{form.kind:16} {form.id}", *(words[0] for words in form.tried if len(words) == 3)])
        for form in known
    ]


def _first_divided(rule: Mapping[str, Any], family: str, shift: int) -> str:
    """Return the smallest board of a family in which the counts of smaller boards are not divisible, for n =
    1 or 2, or an empty string.
    """
    whole, divisor, sides = Rule.of({**rule, "divide": 1}), int(rule["divide"]), family.split("x")
    least = 0
    for size in range(1, 2 + shift):
        board = "x".join(str(size) if side == "n" else side for side in sides)
        try:
            if int(count(whole, board).count) % divisor:
                least = max(size, shift) + 1
        except GfkitError:
            return ""
    return "x".join(str(least) if side == "n" else side for side in sides) if least else ""


def _reading(name: str, tree: Tree) -> NameReading:
    parts, gives, clauses = interpret(tree)
    words = tree_text(tree, grammar())
    sentence = words[0].upper() + words[1:]
    rule = {"name": sentence.removeprefix("Number of "), **parts}
    if "divide" in parts and gives.get("family") and ":" not in gives["family"]:
        least = _first_divided(rule, gives["family"], gives.get("shift", 0))
        rule = {"name": rule["name"], "least": least, **parts} if least else rule
    return NameReading(
        name=name,
        rule=rule,
        family=gives.get("family", ""),
        shift=gives.get("shift", 0),
        positions=gives.get("positions", "all"),
        sentence=sentence,
        table=gives.get("table", ""),
        shifts=tuple(gives.get("shifts", (0, 0))),
        clauses=tuple(clauses),
        step=gives.get("step", 1),
        pieces=gives.get("pieces"),
        asks=gives.get("asks", ""),
        notes=tuple(gives.get("notes", ())),
    )
