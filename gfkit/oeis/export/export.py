"""A whole contribution: the entry, its b-file, and what of it was evaluated."""

from __future__ import annotations

from dataclasses import dataclass, field

from gfkit.errors import InputError, SelfCheckError
from gfkit.oeis.bfile import CAP, BFile
from gfkit.oeis.data_lines import SHOWN, shown_terms
from gfkit.oeis.entry import Entry
from gfkit.oeis.export.heading import Heading
from gfkit.oeis.folder import write_files
from gfkit.oeis.lint.report import Check
from gfkit.sequences.number import whole_text

_LEAST = 4
_MANY = 32


@dataclass(frozen=True)
class Export:
    """An entry and its b-file; ``attachment`` is the text of an a-file, for formulas too long for a line."""

    entry: Entry
    table: BFile
    checks: tuple[Check, ...]
    left_out: tuple[str, ...] = ()
    attachment: str = ""

    @property
    def files(self) -> dict[str, str]:
        """The files by name, with their texts."""
        digits = self.entry.number[1:]
        found = {f"b{digits}.txt": str(self.table), "entry.txt": f"{self.entry}\n"}
        return found | ({f"a{digits}.txt": self.attachment} if self.attachment else {})

    @property
    def plain(self) -> str:
        """The terms shown, with commas between them."""
        return ", ".join(map(whole_text, self.entry.terms))

    def write(self, folder: str) -> list[str]:
        """Writes the files into a folder, which is made when it is not there, and says which."""
        return write_files(folder, self.files)

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
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
    """The parts of an entry while they are put together."""

    heading: Heading
    name: str
    terms: list[int]
    first_n: int
    keywords: list[str] = field(default_factory=list)
    counted: str = ""
    """What the b-file link says after the range, as ' (first 12 antidiagonals)'."""
    comments: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    programs: dict[str, list[str]] = field(default_factory=lambda: {"p": [], "t": [], "o": []})
    crossrefs: list[str] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    attachment: str = ""

    def __post_init__(self) -> None:
        digits = len(whole_text(self.terms[0])) if self.terms else 0
        if digits > CAP:
            raise InputError(
                f"offset {self.first_n}: the first term has {digits} digits, and a b-file takes values of at"
                f" most {CAP}"
            )

    def finished(self) -> Export:
        """The entry and the b-file; both are read back and must come out the same."""
        if len(self.terms) < _LEAST:
            raise InputError(f"terms {len(self.terms)}: an entry needs {_LEAST} at least")
        table = BFile.of(self.first_n, self.terms)
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
            crossrefs=[*self.crossrefs, *self._related()],
        )
        if Entry.parse(f"{entry}\n") != entry or BFile.parse(str(table)) != table:
            raise SelfCheckError("export: the entry is not read back as it was written; please report it")
        return Export(entry, table, tuple(self.checks), tuple(self.left_out), self.attachment)

    def _more(self, shown: tuple[int, ...]) -> list[str]:
        """The keyword for entries that would like to have more terms."""
        characters = sum(len(whole_text(term)) + 2 for term in shown) - 2
        is_short = len(shown) == len(self.terms) and len(shown) <= _MANY and characters <= SHOWN * 3 // 4
        return ["more"] if is_short else []

    def _b_file(self, table: BFile, shown: tuple[int, ...]) -> list[str]:
        """The link, when the b-file has more terms than the entry."""
        if len(table.terms) <= len(shown):
            self.left_out.append(
                "the link to the b-file: it has no more terms than the entry, and is not needed"
            )
            return []
        digits = self.heading.digits
        title = f"Table of n, a(n) for n = {table.first_n}..{table.last_n}"
        return [f'{self.heading.person}, <a href="/A{digits}/b{digits}.txt">{title}</a>{self.counted}']

    def _related(self) -> list[str]:
        others = ", ".join(self.heading.related)
        return [f"Cf. {others}."] if others else []

    def add_program(self, kind: str, lines: tuple[str, ...]) -> None:
        self.programs[kind] += lines
