"""Construction of a contribution: its heading, the names of the objects, the entry and its b-file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gfkit.core.algebra import Evidence, RationalGF, Recurrence, Status
from gfkit.core.algebra.formula import recurrence_text
from gfkit.core.algebra.number import whole_text
from gfkit.core.boards import Family, PartOfFamily, as_boards
from gfkit.core.boards.family import shape_named
from gfkit.core.boards.grammar import sized_word
from gfkit.core.deferred import dataclass, field, regex
from gfkit.core.errors import InputError, SelfCheckError
from gfkit.core.rules import THINGS, Rule, find_rule
from gfkit.core.rules.wording import definition, is_same_rule, positions_phrase, title_noun
from gfkit.core.typing import Positions
from gfkit.oeis.entry import Entry
from gfkit.oeis.files import CAP, BFile, full_a_number, write_files
from gfkit.oeis.internal import SHOWN, shown_terms
from gfkit.oeis.lint.rules import Evaluation
from gfkit.oeis.reading import NameReading, UnreadError, number_for_n, read_name, sentence_of

LONGEST_LINE = 2400
"""Maximum number of characters of a line that the server accepts."""
PLACEHOLDER = "_Name_, Mon DD YYYY"
UNNUMBERED = "A000000"
_AUTHOR = regex(r"_[^_]+_(?:, \S.*)?")


@dataclass(frozen=True)
class Heading:
    """Parts of an entry that do not follow from the terms.

    ``author`` has the form _Name_, Mon DD YYYY. ``table`` is the A-number of the array of which the sequence
    is a row, a column or the diagonal. ``related`` lists further sequences for cross-references.

    >>> Heading("a45").number, Heading().person
    ('A000045', 'Name')
    """

    number: str = UNNUMBERED
    name: str | None = None
    author: str = PLACEHOLDER
    table: str | None = None
    related: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not _AUTHOR.fullmatch(self.author):
            raise InputError(
                f"author {self.author!r} must be a name between underscores and a date, such as"
                f" '{PLACEHOLDER}'"
            )
        object.__setattr__(self, "number", full_a_number(self.number))
        if self.table is not None:
            object.__setattr__(self, "table", full_a_number(self.table))
        object.__setattr__(self, "related", tuple(map(full_a_number, self.related)))

    @property
    def person(self) -> str:
        """Name of the author without underscores and date."""
        return self.author.split("_")[1]

    @property
    def digits(self) -> str:
        """Digits of the A-number in file names."""
        return self.number[1:]

    def file_link(self, letter: str, title: str) -> str:
        """Return the link to an a-file or b-file of the author."""
        digits = self.digits
        return f'{self.person}, <a href="/A{digits}/{letter}{digits}.txt">{title}</a>'

    def b_file_link(self, table: BFile) -> str:
        """Return the link to a b-file."""
        return self.file_link("b", f"Table of n, a(n) for n = {table.first_n}..{table.last_n}")


# Names


_BOARDS = {
    "": "{} board",
    "path": "path on {} vertices",
    "cycle": "cycle on {} vertices",
    "cylinder": "cylinder of {} cells (the first number around)",
    "torus": "{} torus",
    "complete": "complete graph on {} vertices",
    "star": "star graph on {} vertices",
    "wheel": "wheel graph on {} vertices",
    "moebius": "Moebius ladder with {} rungs",
    "prism": "{}-prism graph",
    "hex": "{} benzenoid graph",
}
_ARTICLE = ("", "path", "cycle", "cylinder", "torus")
_PRODUCT = regex(r"([KCPSW])(\d+)x(path|cycle)")
_VOWELS = ("8", "11 ", "18 ", "n ", "m ", "(n")


def board_words(word: str, sizes: tuple[str, ...]) -> str:
    """Return the description of a board with its article.

    >>> board_words("", ("3", "n")), board_words("torus", ("8", "n")), board_words("king", ("n", "2"))
    ('a 3 X n board', 'an 8 X n torus', 'the n X 2 king graph')
    >>> board_words("C4xpath", ("n",)), board_words("crossed-prism", ("n",))
    ('the graph C_4 X P_n', 'the n-crossed prism graph')
    """
    size, product = " X ".join(sizes), _PRODUCT.fullmatch(word)
    if product:
        return f"the graph {product[1]}_{product[2]} X {product[3][0].upper()}_{size}"
    shape = shape_named(word)
    if word not in _BOARDS and (shape is None or not shape.about):
        return re.sub(
            r"\Athe graph repeat(-ring)?\((.*)\):(.*)",
            lambda unit: f"a {'ring' if unit[1] else 'row'} of {unit[3]} copies of the drawing {unit[2]}",
            f"the graph {word}:{'x'.join(sizes)}",
        )
    title = word.replace("-", " ")
    words = _BOARDS.get(word, f"{{}}{'-' if len(sizes) == 1 else ' '}{title} graph").format(size)
    if word not in _ARTICLE:
        return f"the {words}"
    return f"{'an' if words.startswith(_VOWELS) else 'a'} {words}"


def board_definition(word: str, sizes: tuple[str, ...]) -> list[str]:
    """Return a sentence that defines a graph, or an empty list for well-known boards.

    >>> board_definition("prism", ("n",))
    ['The n-prism graph: two cycles of n vertices, joined by n rungs.']
    """
    shape, words = shape_named(word), board_words(word, sizes)
    return [f"{words[0].upper()}{words[1:]}: {shape.about}."] if shape and shape.about else []


def family_word(family: Family) -> str:
    """Return the name of a family, or of the larger family that contains it."""
    return family.whole.word if isinstance(family, PartOfFamily) else family.word


def family_sizes(family: Family) -> tuple[str, ...]:
    """Return the sizes of a family as strings."""
    if isinstance(family, PartOfFamily):
        return tuple(family.text.rpartition(":")[2].split("x"))
    return tuple("n" if size is None else str(size) for size in family.sizes)


def counted_positions(rule: Rule, positions: Positions, word: str, sizes: tuple[str, ...]) -> str:
    """Return the objects that are counted, without 'Number of'.

    >>> from gfkit.core.rules import find_rule
    >>> counted_positions(find_rule("domineering"), Positions.RIGHT_ENDS, "", ("n", "3"))
    'positions of the game Domineering on an n X 3 board in which Right has no move'
    """
    where = board_words(word, sizes)
    own = _own_sentence(rule, word, sizes) if positions is Positions.ALL else None
    if own is not None:
        return own
    plain = tuple("n" if "n" in size else size for size in sizes)
    sentence = None if word or len(sizes) > 2 else sentence_of(rule, *plain)
    if sentence is not None:
        return sentence.replace(" X ".join(plain), " X ".join(sizes), 1)
    if not word and sizes[0] == "1" and "of length n" in rule.name:
        return rule.name.replace("of length n", f"of length {sizes[1]}")
    thing = _name_objects(rule)
    if thing and rule.avoided is not None and not rule.avoided.in_columns:
        return _name_arrangements(rule, word, sizes)
    if thing.endswith(("matrices in", "Latin rectangles in")) and not word:
        row = f" with first row 1, 2, ..., {sizes[1]}" if "Latin" in thing else ""
        return f"{' X '.join(sizes)} {thing.removesuffix(' in')}{row}"
    if thing and positions is Positions.ALL:
        grid = "grid" if thing.endswith(_ON_CELLS) else "grid graph"
        return f"{thing} {where}" if word else f"{thing} the {' X '.join(sizes)} {grid}"
    kind = f"game {rule.name}" if rule.is_game else f"kind {rule.name!r}"
    if rule.name.lower().startswith(title_noun(rule)):
        return f"{rule.name[0].lower()}{rule.name[1:]} of {where}"
    return f"{title_noun(rule)} of the {kind} on {where} {positions_phrase(rule, positions)}".rstrip()


def described_object(structure: str, positions: Positions, family: str) -> tuple[str, str]:
    """Return the objects that a structure and a family name, and the boards, as noun phrases. The first one
    is empty if no structure is given.

    >>> described_object("matchings", Positions.MAXIMAL, "cycle:n")
    ('matchings in a cycle on n vertices to which no piece can be added', 'a cycle on n vertices')
    """
    place = sized_word(family)
    if place is None:
        boards = as_boards(family)
        if not isinstance(boards, Family):
            raise InputError(f"board {family!r} has no name in words")
        place = family_word(boards), family_sizes(boards)
    if not structure:
        return "", board_words(*place)
    rule = find_rule(structure)
    whole = counted_positions(rule, Positions.ALL, *place)
    phrase = positions_phrase(rule, positions) or (f"({positions})" if positions is not Positions.ALL else "")
    return f"{whole} {phrase}".rstrip(), board_words(*place)


_ORDERS = {
    "Derangements": "derangements of {0} elements",
    "Discordant permutations": "permutations p of 1..{0} with p(i) != i-1, i, i+1{1}",
    "Menage permutations": "permutations p of 1..{0} with p(i) != i, i+1{1}",
}
"""Names of permutations on a path or a cycle, with the number of vertices and, on a cycle, the modulus."""
MENAGE = _ORDERS["Menage permutations"].format("n", " (mod n)")


def _name_arrangements(rule: Rule, word: str, sizes: tuple[str, ...]) -> str:
    """Return the name of pairings, cycles, sequences or permutations of all cells of a board.

    >>> from gfkit.core.rules import find_rule
    >>> _name_arrangements(find_rule("menage-permutations"), "cylinder", ("n", "1"))
    'permutations p of 1..n with p(i) != i, i+1 (mod n)'
    """
    size, *others = [size for size in sizes if size != "1"] or ["1"]
    is_row = rule.name == "Menage permutations" and not word and sizes[0] == "1"
    name = "Derangements" if is_row else rule.name  # in a row, no cell is below another one
    if word == "cylinder" and not others:
        word, sizes = "cycle", (size,)
    if name in _ORDERS and not others and word in ("", "path", "cycle"):
        return _ORDERS[name].format(size, f" (mod {size})" if word == "cycle" else "")
    where = board_words(word, sizes).replace("cylinder of", "cylinder with")
    about = re.split(r", or|;|\.$", rule.about)[0]
    if word not in ("", "cylinder", "torus"):
        about = about.replace("cells", "vertices").replace("cell", "vertex")
    text = re.sub(r"\b(the|all) (cells|vertices)", rf"\1 \2 of {where}", about, count=1)
    return text[0].lower() + text[1:]


def _own_sentence(rule: Rule, word: str, sizes: tuple[str, ...]) -> str | None:
    """Return the name of a rule if the parser interprets it as this rule on these boards, or None.

    Words are added if the name would otherwise have no size, or a second interpretation.

    >>> from gfkit.oeis.reading import read_name
    >>> rule = Rule.of(read_name("How many ways are there to tile a 2 x n board with dominoes?")[0].rule)
    >>> _own_sentence(rule, "", ("2", "n")), _own_sentence(rule, "", ("2", "3"))
    ('ways to tile a 2 X n board with dominoes', 'ways to tile a 2 X 3 board with dominoes')
    """
    for says, text in (("", ""), *_CLEARER):
        sentence = re.sub(says, text, rule.name, count=1)
        try:
            readings = read_name(f"Number of {sentence}") if number_for_n(sentence, 1) != sentence else ()
        except UnreadError:
            continue
        for reading in readings:
            is_plain = not (reading.notes or reading.asks or reading.one_by_one)
            n = _index_of(reading, word, sizes) if is_plain else None
            if n is not None and is_same_rule(Rule.of({**reading.rule, "name": rule.name}), rule):
                name = _TIMES.sub(" X ", sentence)
                return name if n == 0 else _SUM.sub(_evaluate_text, number_for_n(name, n))
    return None


def _index_of(reading: NameReading, word: str, sizes: tuple[str, ...]) -> int | None:
    """Return the index of the term for a board, 0 for the whole family, or None if the board is not in the
    family.
    """
    head, _, sides = reading.family.rpartition(":")
    pairs = list(zip(sides.split("x"), sizes, strict=False))
    if head != word or len(pairs) != len(sizes) or any(side not in ("n", size) for side, size in pairs):
        return None
    step, shift = reading.step, reading.shift
    size = next((size for side, size in pairs if side == "n"), "")
    if size == (f"(n+{shift})" if step == 1 and shift else "n" if step == 1 else f"{step}n"):
        return 0 if step == 1 or not shift else None
    n, rest = divmod(int(size) - shift, step) if size.isdecimal() else (0, 1)
    return None if rest or n < 1 else n


def _evaluate_text(found: re.Match[str]) -> str:
    """Return the value of a sum or product of two numbers as a string."""
    a, b = int(found[1]), int(found[3])
    return str(a + b if found[2] == "+" else a - b if found[2] == "-" else a * b)


_CLEARER = (
    (r"^", "proper "),
    (r"^(words|strings|sequences)\b", r"\1 of length n"),
    (r" in (?=non|in|de)", " in lexicographically "),
)
_SUM = regex(r"\(?\b(\d+)([-+*])(\d+)\b\)?")
_TIMES = regex(r"(?<=[\dn)]) ?[x×] ?(?=[\dn(])")
_ATTACKING = frozenset({"kings", "knights", "queens"})
_ON_CELLS = ("tilings of", " on")
_WHOLE = ("tilings", "orientations", "partitions", "colours")
_PROPER = ("Hamiltonian", "Eulerian", "Widom", "Latin")


def _name_objects(rule: Rule) -> str:
    """Return the name of the objects that a built-in structure counts, up to its board, or "" if the rule is
    not built in.

    >>> from gfkit.core.rules import find_rule
    >>> [_name_objects(find_rule(name)) for name in ("kings", "spanning-trees", "domineering")]
    ['ways to place nonattacking kings on', 'spanning trees in', '']
    """
    name = rule.name.replace("Colourings with ", "colourings:").removesuffix(" colours")
    word = name.lower().replace(" ", "-")
    if word.partition(":")[0] not in {thing.partition(":")[0] for thing in THINGS} or find_rule(word) != rule:
        return ""
    if word in _ATTACKING:
        return f"ways to place nonattacking {word} on"
    text = rule.name if rule.name.startswith(_PROPER) else rule.name[0].lower() + rule.name[1:]
    text = f"proper {text}" if text.startswith("colourings") else text
    return f"{text} {'of' if text.endswith(_WHOLE) else 'in'}"


_STANDARD = regex(
    "(domino|trimer|l-tromino|t-tetromino)-tilings|(perfect-|maximal-|)matchings|edge-covers|(minimal-|)vertex-covers"
    "|spanning-(trees|forests)|hamiltonian-cycles|(maximal-|)independent-sets|(total-|)dominating-sets"
    "|kings|knights|bishops|rooks|queens|(acyclic|eulerian)-orientations|colourings-with-.*"
)
"""Structures whose name is their definition."""


def rule_definition(rule: Rule) -> list[str]:
    """Return the definition of a rule as a comment, or an empty list if the name of the sequence contains it.

    >>> from gfkit.core.rules import find_rule
    >>> rule_definition(find_rule("kings")), rule_definition(find_rule("spanning-forests"))
    ([], [])
    """
    is_order = rule.avoided is not None and not rule.avoided.in_columns
    if (is_order or _STANDARD.fullmatch(rule.name.lower().replace(" ", "-"))) and _name_objects(rule):
        return []
    words, number = definition(rule), re.search(r"[0-9]+", rule.name)
    if number:  # a rule with a parameter, such as tilings with polyominoes of k cells
        words = re.sub(r"\bk\b", number[0], words)
    return [words] if words else []


def signature(series: RationalGF) -> list[int]:
    """Return the coefficients of a(n-1), a(n-2), ... in the recurrence; they are integers because the terms
    are.
    """
    return [c for c in series.recurrence.coefficients if isinstance(c, int)]


def states_text(count: object) -> str:
    """Return the phrase for a number of states.

    >>> states_text(1), states_text(15)
    ('1 state', '15 states')
    """
    return f"{count} state{'' if count == 1 else 's'}"


def comma_list(values: Sequence[Any]) -> str:
    """Return integers separated by a comma and a space."""
    return ", ".join(map(whole_text, values))


# Known generating functions


_HEADS = {
    Status.PROVED: ("", "G.f.: "),
    Status.PROBABLE: ("Conjecture: ", "Conjectured g.f.: "),
    Status.GUESSED: ("Empirical: ", "Empirical g.f.: "),
    Status.CONSISTENT: ("Empirical: ", "Empirical g.f.: "),
}
"""Prefixes of a recurrence and of a generating function, by the status of their evidence."""


@dataclass(frozen=True)
class KnownSeries:
    """Rational generating function in t of a sequence that starts at ``first_n``, with its evidence.

    If ``weights`` is set, the function is in t and x, and its terms are the row polynomials of a triangle.
    """

    series: RationalGF
    evidence: Evidence

    @property
    def is_proved(self) -> bool:
        return self.evidence.status is Status.PROVED

    @property
    def hedge(self) -> str:
        """Prefix of a recurrence, "Conjecture: " or "Empirical: "; empty if it is proved."""
        return _HEADS[self.evidence.status][0]

    @property
    def series_head(self) -> str:
        """Prefix of a generating function: "G.f.: ", "Conjectured g.f.: " or "Empirical g.f.: "."""
        return _HEADS[self.evidence.status][1]

    @property
    def reason(self) -> str:
        """Line with the evidence for the formulas."""
        figures = dict(self.evidence.details)
        if self.is_proved and "counts" in figures:
            many = figures["counts"]
            return f"The recurrence is proved: a theorem bounds its order, and {many} counts determine it."
        states = figures.get("states")
        if self.is_proved:
            if self.evidence.method == "specification":
                return f"The recurrence and the g.f. are proved by {self.evidence.method_name}."
            size = f" with {states_text(states)}" if states else ""
            return f"The recurrence and the g.f. are proved by the transfer matrix method{size}."
        if self.evidence.status is Status.PROBABLE:
            chance = figures.get("log2_failure", -90)
            return (
                f"The formulas are found by the transfer matrix method with {states} states, modulo"
                f" {figures.get('primes')} primes: this is no proof, with a chance of error below 2^{chance}."
            )
        return fitted_reason(self.evidence)


def fitted_reason(evidence: Evidence) -> str:
    """Return a line that states the number of terms on which a guess is based."""
    figures = dict(evidence.details)
    fitted, more = figures.get("terms_fitted"), figures.get("terms_checked")
    were = "term was" if fitted == 1 else "terms were"
    return f"The formulas are not proved: {fitted} {were} needed to find them, and {more} more agree."


def series_from(series: RationalGF, first_n: int) -> RationalGF:
    """Return the sequence restricted to n >= ``first_n``.

    >>> print(series_from(RationalGF.of([1], [1, -1, -1]), 2))
    (2*t^2 + t^3)/(1 - t - t^2)
    """
    return series + RationalGF.of([], [1], first_n) if first_n > series.first_n else series


def terms_before(series: RationalGF, count: int) -> list[Fraction]:
    """Extend a sequence backwards by its recurrence; return no terms if the initial terms violate the
    recurrence.

    >>> list(map(int, terms_before(RationalGF.of([3, 1], [1, -2, -1]), 2)))
    [1, 1]
    """
    back = [Fraction(c) for c in signature(series)]
    terms = list(map(Fraction, series.terms(len(back))))
    if not back or series.recurrence.valid_from - series.first_n > len(back):
        return []
    for _ in range(count):
        known = sum(c * a for c, a in zip(back[:-1], reversed(terms[: len(back) - 1]), strict=True))
        terms.insert(0, (terms[len(back) - 1] - known) / back[-1])
    return terms[:count]


# The entry


_LEAST = 4
_MANY = 32


@dataclass(frozen=True)
class Export:
    """Entry and its b-file. ``attachment`` is the content of an a-file, for formulas that are too long for a
    line.
    """

    entry: Entry
    table: BFile
    checks: tuple[Evaluation, ...]
    left_out: tuple[str, ...] = ()
    attachment: str = ""

    @property
    def files(self) -> dict[str, str]:
        """Contents of the files by name."""
        digits = self.entry.number[1:]
        files = {f"b{digits}.txt": str(self.table), "entry.txt": f"{self.entry}\n"}
        return files | ({f"a{digits}.txt": self.attachment} if self.attachment else {})

    @property
    def plain(self) -> str:
        """Displayed terms, separated by commas."""
        return ", ".join(map(whole_text, self.entry.terms))

    def offer_lines(self, number: str, place: int, stored: Sequence[int]) -> list[str]:
        """Return additions to a sequence that is already in the encyclopedia: further terms, a comment, and
        the proved recurrence.

        The ``stored`` terms contain the computed terms, starting at index ``place``. Files of stored terms
        have no offsets, so a recurrence that fails for initial terms is stated with the first term for which
        it holds.
        """
        author, name = self.entry.author or PLACEHOLDER, self.entry.name.rstrip(".")
        terms = [*stored[:place], *self.table.terms]
        shown, listed = Entry.of(number, "", terms, 0, []), self.table.terms[:_LEAST]
        numbers = ", ".join(str(self.table.first_n + k) for k in range(_LEAST))
        lines = [
            line for line in str(shown).split("\n") if line[1] in "STU" and len(shown.terms) > len(stored)
        ]
        lines.append(f"%C {number} {name}: {comma_list(listed)}, ... for n = {numbers}, ... - {author}")
        link = self.entry.links[-1] if self.entry.links else ""
        signature = re.search(r"signature \(([-0-9,]+)\)", link)
        if signature is None:
            return lines
        back = [int(word) for word in signature[1].split(",")]
        order = len(back)
        holds = [
            sum(c * terms[k - i] for i, c in enumerate(back, 1)) == terms[k] for k in range(order, len(terms))
        ]
        start = next((k + 1 for k in range(len(holds) - 1, -1, -1) if not holds[k]), 0)
        text = recurrence_text(Recurrence(tuple(back), order, tuple(terms[:order]))).partition(" for ")[0]
        since = f" from the term {whole_text(terms[order + start])} on" if start else ""
        return [*lines, *[f"%H {number} {link}"][start:], f"%F {number} {text}{since}. - {author}"]

    def write(self, folder: str) -> list[str]:
        """Write the files into a directory, and return their paths. The directory is created if it does not
        exist.
        """
        return write_files(folder, self.files)

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        return {
            "number": self.entry.number,
            "entry": str(self.entry),
            "data": self.plain,
            "first_n": self.entry.first_n,
            "b_file_terms": len(self.table.terms),
            "checks": [check.as_json() for check in self.checks],
            "left_out": list(self.left_out),
        }


@dataclass
class Draft:
    """Entry under construction."""

    heading: Heading
    name: str
    terms: list[int]
    first_n: int
    keywords: list[str] = field(default_factory=list)
    counted: str = ""
    """Text of the b-file link after the range, such as ' (first 12 antidiagonals)'."""
    comments: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    programs: dict[str, list[str]] = field(default_factory=lambda: {"p": [], "t": [], "o": []})
    crossrefs: list[str] = field(default_factory=list)
    checks: list[Evaluation] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    attachment: str = ""

    def __post_init__(self) -> None:
        digits = len(whole_text(self.terms[0])) if self.terms else 0
        if digits > CAP:
            raise InputError(
                f"offset {self.first_n}: the first term has {digits} digits, but a b-file allows values of at"
                f" most {CAP}"
            )

    def finish(self) -> Export:
        """Return the entry and the b-file, after checking that parsing them yields the same data."""
        if len(self.terms) < _LEAST:
            raise InputError(f"terms {len(self.terms)}: an entry requires at least {_LEAST}")
        table, related = BFile.of(self.first_n, self.terms), self.heading.related
        shown = shown_terms(self.terms)
        entry = Entry.of(
            self.heading.number,
            self.heading.name or self.name,
            self.terms,
            self.first_n,
            [*self.keywords, *self._more(shown)],
            author=self.heading.author,
            comments=self.comments,
            links=[*self._b_file(table, shown), *self.links],
            formulas=self.formulas,
            examples=self.examples,
            maple=self.programs["p"],
            mathematica=self.programs["t"],
            programs=self.programs["o"],
            crossrefs=self.crossrefs + ([f"Cf. {', '.join(related)}."] if related else []),
        )
        if Entry.parse(f"{entry}\n") != entry or BFile.parse(str(table)) != table:
            raise SelfCheckError(
                "export: the entry changes when it is written and parsed; this is a bug in gfkit,"
                " please report it"
            )
        return Export(entry, table, tuple(self.checks), tuple(self.left_out), self.attachment)

    def _more(self, shown: tuple[int, ...]) -> list[str]:
        """Return the keyword "more" if more terms are wanted, or no keyword."""
        characters = sum(len(whole_text(term)) + 2 for term in shown) - 2
        is_short = len(shown) == len(self.terms) and len(shown) <= _MANY and characters <= SHOWN * 3 // 4
        return ["more"] if is_short else []

    def _b_file(self, table: BFile, shown: tuple[int, ...]) -> list[str]:
        """Return the link to the b-file if it has more terms than the entry."""
        if len(table.terms) <= len(shown):
            self.left_out.append("the link to the b-file, which has no more terms than the entry")
            return []
        return [f"{self.heading.b_file_link(table)}{self.counted}"]
