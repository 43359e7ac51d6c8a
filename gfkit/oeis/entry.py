"""An entry of the OEIS as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self

from gfkit.errors import InputError
from gfkit.oeis.data_lines import data_lines, second_offset, shown_terms
from gfkit.oeis.finding import Reading, shown
from gfkit.oeis.internal import read_entries
from gfkit.oeis.keyword import sign_keyword
from gfkit.oeis.kind import BEFORE_KEYWORDS, FIELDS
from gfkit.oeis.number import checked_a_number
from gfkit.oeis.record import LISTS, read_json, read_record, timed
from gfkit.sequences.number import whole_text

if TYPE_CHECKING:
    from gfkit.guess import Data

Lines = tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """The fields of an entry; ``first_n`` is the first number of %O, the second follows from the terms.

    ``former`` are the numbers M.... and N.... of the books, ``revision`` and ``revised`` what stands after
    # in the identification. Lines are kept without marker, those of one kind in their order.

    >>> entry = Entry.of("A000045", "Fibonacci numbers.", [0, 1, 1, 2, 3, 5], 0, ["easy"], author="_X_")
    >>> print(entry)
    %I A000045
    %S A000045 0,1,1,2,3,5
    %N A000045 Fibonacci numbers.
    %K A000045 nonn,easy
    %O A000045 0,4
    %A A000045 _X_
    >>> Entry.parse(str(entry)) == entry
    True
    """

    number: str
    name: str = ""
    terms: tuple[int, ...] = ()
    keywords: Lines = ()
    first_n: int | None = None
    author: str = ""
    former: Lines = ()
    revision: int | None = None
    revised: str = ""
    comments: Lines = ()
    references: Lines = ()
    links: Lines = ()
    formulas: Lines = ()
    examples: Lines = ()
    maple: Lines = ()
    mathematica: Lines = ()
    programs: Lines = ()
    crossrefs: Lines = ()
    extensions: Lines = ()

    def __post_init__(self) -> None:
        if checked_a_number(self.number) != self.number:
            raise InputError(f"A-number {self.number!r}: must be written {checked_a_number(self.number)}")
        for part in fields(self):
            value = getattr(self, part.name)
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    _check_line(text, part.name)
        for word in (*self.former, *self.keywords):
            if not word or set(word) & set(" ,\t#"):
                raise InputError(f"word {word!r}: keywords and former numbers have no blanks, commas or #")
        if self.revised and self.revision is None:
            raise InputError(f"revised {self.revised!r}: a date goes with the number of a revision")

    @classmethod
    def of(
        cls,
        number: str,
        name: str,
        terms: Sequence[int],
        first_n: int,
        keywords: Sequence[str] = (),
        **parts: Any,
    ) -> Self:
        """A new entry: as many terms as are to be shown, and the sign keyword added where it is missing."""
        words = [word for word in keywords if word not in ("nonn", "sign")]
        fields_given: dict[str, Any] = {
            field: tuple(value) if isinstance(value, list) else value for field, value in parts.items()
        }
        kept = (sign_keyword(terms), *words)
        return cls(checked_a_number(number), name, shown_terms(terms), kept, first_n, **fields_given)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The one entry that a text holds; refuses what cannot be read, with the number of the line."""
        found = cls.read(text.encode("utf-8", "surrogatepass"))
        if len(found) != 1:
            raise InputError(f"entry: the text holds {len(found)} entries, and one is needed")
        return found[0].settled("entry")

    @classmethod
    def read(cls, content: bytes) -> tuple[Reading[Self], ...]:
        """All entries of a file in the internal format, with what is not as it should be."""
        return read_entries(cls, content)

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Self:
        """The entry that a JSON record holds."""
        return read_record(cls, record).settled("record")

    @classmethod
    def read_json(cls, content: bytes) -> tuple[Reading[Self], ...]:
        """The entries of a page of results: a list, an object with results, one record, or null."""
        return read_json(cls, content)

    def as_record(self) -> dict[str, object]:
        """The JSON record: data and keywords as texts with commas, lines as lists.

        Fields without content are left out, as the server leaves them out.
        """
        record: dict[str, object] = {"number": int(self.number[1:])}
        if self.former:
            record["id"] = " ".join(self.former)
        record["data"] = ",".join(map(whole_text, self.terms))
        record["name"] = self.name
        for name, field in LISTS.items():
            if name != "ext" and getattr(self, field):
                record[name] = list(getattr(self, field))
        record["keyword"] = ",".join(self.keywords)
        if self.first_n is not None:
            record["offset"] = f"{self.first_n},{self.second_offset}"
        if self.author:
            record["author"] = self.author
        if self.extensions:
            record["ext"] = list(self.extensions)
        if self.revision is not None:
            record |= {"revision": self.revision, "time": timed(self.revised)}
        return record

    @property
    def second_offset(self) -> int:
        """The place of the first term above 1 in absolute value; 1 if there is none."""
        return second_offset(self.terms)

    @property
    def is_sequence(self) -> bool:
        """Whether there are terms and an offset, as there are not in allocated and some dead entries."""
        return bool(self.terms) and self.first_n is not None

    @property
    def data(self) -> Data:
        """The terms with their first index, as ``gfkit.guess`` and ``gfkit.verify`` take them."""
        from gfkit.guess import Data

        if not self.is_sequence:
            raise InputError(f"entry {self.number}: there are no terms, or no offset")
        return Data.of(self.terms, self.first_n or 0)

    def __str__(self) -> str:
        """The internal format: lines in their order, the terms on up to three, no blank at an end."""
        rows = [("I", self._identification)]
        rows += zip("STU", data_lines(self.terms), strict=False)
        rows.append(("N", self.name))
        rows += [(kind, line) for kind in BEFORE_KEYWORDS for line in getattr(self, FIELDS[kind])]
        rows.append(("K", ",".join(self.keywords)))
        if self.first_n is not None:
            rows.append(("O", f"{self.first_n},{self.second_offset}"))
        if self.author:
            rows.append(("A", self.author))
        rows += [("E", line) for line in self.extensions]
        return "\n".join(f"%{kind} {self.number} {text}".rstrip(" ") for kind, text in rows)

    @property
    def _identification(self) -> str:
        dated = [] if self.revision is None else [f"#{self.revision}", self.revised]
        return " ".join(part for part in (*self.former, *dated) if part)


def _check_line(text: str, name: str) -> None:
    if set(text) & {"\n", "\r", "\0"}:
        raise InputError(f"{name} {shown(text)}: must be one line each")
    if text != text.rstrip(" \t"):
        raise InputError(f"{name} {shown(text)}: must not end in a blank")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"{name} {shown(text)}: has characters that are no text") from None
