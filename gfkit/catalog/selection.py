"""Choosing claims: by id, source, topic, kind, status and cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from gfkit.catalog.claim import Claim, Cost, Document, Kind, Standing
from gfkit.catalog.field import unknown
from gfkit.errors import CatalogError


@dataclass(frozen=True)
class Selection:
    """What is asked for; an empty tuple takes everything."""

    ids: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()

    def of(self, documents: Iterable[Document]) -> list[Claim]:
        """The claims chosen; a word that nothing in the catalogue has is refused.

        In ids * stands for anything, as in profiles-t1-*.
        """
        claims = [claim for document in documents for claim in document.claims]
        for pattern in self.ids:
            if not any(fnmatchcase(claim.id, pattern) for claim in claims):
                raise CatalogError(unknown("id", pattern, _near(pattern, claims)))
        _known("source", self.sources, {claim.source.id for claim in claims})
        _known("topic", self.topics, {topic for claim in claims for topic in claim.topics})
        _known("kind", self.kinds, list(Kind))
        _known("status", self.statuses, list(Standing))
        _known("cost", self.costs, list(Cost))
        return [claim for claim in claims if self._takes(claim)]

    def _takes(self, claim: Claim) -> bool:
        return (
            (not self.ids or any(fnmatchcase(claim.id, pattern) for pattern in self.ids))
            and (not self.sources or claim.source.id in self.sources)
            and (not self.topics or bool(set(self.topics) & set(claim.topics)))
            and (not self.kinds or claim.kind in self.kinds)
            and (not self.statuses or claim.status in self.statuses)
            and (not self.costs or claim.cost in self.costs)
        )


def _known(what: str, asked: Sequence[str], known: Iterable[str]) -> None:
    words = sorted(known)
    for word in asked:
        if word not in words:
            raise CatalogError(unknown(what, word, words))


def _near(pattern: str, claims: Sequence[Claim]) -> list[str]:
    """Some ids to name in an error: those of the same source, or the sources' beginnings."""
    same = [claim.id for claim in claims if claim.id.startswith(pattern.split("-")[0])]
    return same[:12] or sorted({f"{claim.source.id}-*" for claim in claims})
