r"""Statements that define their sequences, or contain only known ones: systems of recurrences and identities.

``f(n) = f(n-2) + 2g(n-1), g(n) = f(n-1) + g(n-2), f(0) = 1, f(1) = 0, g(0) = 0, g(1) = 1; f(n) = 4f(n-2) -
f(n-4)`` defines f and g by its first relation for each name, with initial values; the rest are claims.
Identities between known sequences are compared as in ``provers.identity``, and sums as in
``provers.explicit`` with one side as the reference: its recurrence is that of a closed form, or it is found
by creative telescoping. A side R(n) without a sum is the sum of binomial(n, k) R(n)/2^n over k.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from gfkit.claims.judge import Judgement, Verdict, judge
from gfkit.claims.provers.comparison import ComparisonClaim, claim_of_sides
from gfkit.claims.provers.expansion import closed_series
from gfkit.claims.provers.explicit import ExplicitClaim
from gfkit.claims.provers.identity import IdentityClaim
from gfkit.claims.provers.kind import first_value
from gfkit.claims.provers.scope import EVERY, StatementRange
from gfkit.claims.provers.sequence import exact_value, rational
from gfkit.claims.provers.space import all_letters
from gfkit.claims.provers.system import DefinedSequences, Label, SystemClaim
from gfkit.claims.provers.truth import NO_SEQUENCE, DeterminedTruth, LawTruth, Truth
from gfkit.claims.reading.chains import with_letters, with_single_values
from gfkit.claims.reading.comparisons import comparison_claim
from gfkit.claims.reading.scope import plain_statement
from gfkit.claims.statement.linear import index_shift
from gfkit.claims.statement.names import KNOWN_NAMES
from gfkit.claims.statement.parse import Chain, PrintedStatement, read_statement
from gfkit.claims.statement.ratio import ring_of
from gfkit.claims.statement.tree import SequenceDefinition, Statement
from gfkit.core.algebra import PRecursive, RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.number import Number
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import GfkitError, InputError, UndecidedError, as_typed
from gfkit.guessing import Data

_PIECES = regex(
    r"(?<!\s)(?:\s*+;\s*+|(?:\s*+[,.])?+\s++(?:then|implies(?:\s++that)?|hence|therefore)\s++)", re.IGNORECASE
)
_WHERE = regex(r"(?<!\s)(?:\s*+[,;])?+\s++where\s++", re.IGNORECASE)
_AND = regex(r"(?<!\s)\s++and\s++(?=[A-Za-z]\s*+[(_\[])")
_OWN = regex(r"(?<![A-Za-z\\])([FLJ])(?=\s*+(?:_\s*+\{?+|\()\s*+0\s*+[)}]?+\s*+=)")
"""Letter of a well-known sequence whose value at 0 is stated."""
_LETTER = regex(r"[A-Za-z]")
_MOST_LENGTH = 3000
_COMPARED = 40
_COUNTS = ("counts",)
_OURS = {("a",), ("A",)}
"""Names of the sequence in question if a system defines sequences of other names too."""


def system_claim(text: str) -> SystemClaim | None:
    """Return the claim of a system that defines several sequences and states nothing else, or None."""
    found = None
    with suppress(GfkitError):
        found = _parse_system(_with_own_letters(text)) if text.count("=") > 2 else None
    if not found or found[1] or len(found[0]) < 2:
        return None
    claims = []
    results, definitions = found[2].results, found[3]
    for label in results or found[0].keys() & _OURS or found[0]:
        sides = (nodes.Symbol(label, nodes.N), nodes.Symbol(_COUNTS, nodes.N))
        scope = StatementRange(EVERY, since=results.get(label))
        subject = f"{label[0]}(n) is the sequence in question"
        claims.append(claim_of_sides(text, subject, sides, ("=",), [*sides], scope, found[0], _COUNTS))
    own = tuple(replace(c, definitions=definitions) for c in claims if c is not None)
    return SystemClaim(text, own, None if None in results.values() else 0)


def _with_own_letters(text: str) -> str:
    """Return the statement with other letters for well-known sequences that it defines itself.

    >>> _with_own_letters("a(n) = F(n), where F(n) = F(n-1) + F(n-2), F(0) = 1, F(1) = 2")
    'a(n) = u(n), where u(n) = u(n-1) + u(n-2), u(0) = 1, u(1) = 2'
    """
    free = iter(sorted(set("uvw") - {*_LETTER.findall(text)}))
    for name, letter in zip(dict.fromkeys(_OWN.findall(text)), free, strict=False):
        text = re.sub(rf"(?<![A-Za-z\\]){name}(?=\s*[_(])", letter, text)
    return text


def _parse_system(
    text: str,
) -> (
    tuple[dict[Label, RationalGF], list[ComparisonClaim], DefinedSequences, tuple[SequenceDefinition, ...]]
    | None
):
    """Return the sequences that a text defines, its claims, its relations, and the definitions as parts of a
    statement; or None if it does not define any.

    >>> laws, claims, *_ = _parse_system("f(n) = g(n-1), g(n) = 2f(n-1), f(0) = g(0) = 1; f(n) <= 2^n")
    >>> str(laws["f",]), claims[0].subject
    ('(1 + t)/(1 - 2*t^2)', 'f(n) <= 2^n')
    """
    if len(text) > _MOST_LENGTH:
        return None
    before, *after = _WHERE.split(plain_statement(text), maxsplit=1)
    system, claimed, later = DefinedSequences(), list[tuple[Chain, PrintedStatement]](), list[str]()
    for k, piece in enumerate(_PIECES.split("; ".join([*after, before]))):
        try:
            statement = with_single_values(with_letters(read_statement(piece)))
        except InputError:
            later += _AND.split(piece)
            continue
        known = {*system.relations}
        claimed += [(chain, statement) for chain in statement.chains if not _define(chain, system)]
        new = system.relations.keys() - known
        system.results |= dict.fromkeys(new, statement.valid_from)
        system.since = max(system.since, (statement.valid_from or 0) if not k else 0)
    used = {name.label for right, _ in system.relations.values() for name in nodes.symbols(right)}
    for label in system.relations.keys() & (used | system.values.keys()):
        del system.results[label]
    for label, (right, _) in system.relations.items():
        given = system.values.get(label, {})
        if given and min(given) > 1 and label not in {name.label for name in nodes.symbols(right)}:
            place = f"{label[0]}({min(given)})"
            raise UndecidedError(f"the value of {place} beside a formula for all n is not understood")
    if len(system.results) > 1 or not system.relations.keys() - system.results.keys():
        return None
    if not all(system.values.get(label) for label in system.relations if label not in system.results):
        return None
    alone = sorted(system.values.keys() - system.relations.keys())
    if alone:
        raise InputError(f"formula {as_typed(text)}: it gives a value of {alone[0][0]}(n), but no relation")
    stated = system.definitions()
    laws = system.laws()
    for label in system.results:
        stated[label] = replace(stated[label], least=laws[label].first_n)
    definitions = tuple(stated.values())
    claims = [comparison_claim(piece, laws) for piece in later]
    for chain, statement in claimed:
        names, scope = chain.names, StatementRange(EVERY, since=statement.valid_from)
        claims.append(claim_of_sides(text, statement.text, chain.sides, chain.relations, names, scope, laws))
    known_claims = [replace(claim, definitions=definitions) for claim in claims if claim is not None]
    if len(known_claims) < len(claims):
        raise InputError(f"formula {as_typed(text)}: a part of it is neither a definition nor a claim")
    return laws, known_claims, system, definitions


def _define(chain: Chain, system: DefinedSequences) -> bool:
    """Return True if a chain defines a sequence, or gives a value of one, and add it to the system."""
    left = chain.sides[0]
    if not isinstance(left, nodes.Symbol) or left.arguments or left.index is None or len(left.label) > 1:
        return False
    if left.label[0] in KNOWN_NAMES or chain.relations != ("=",):
        return False
    n = first_value(chain)
    if n is not None:
        value = rational(exact_value(chain.sides[1], 0), "initial values must be")
        return system.values.setdefault(left.label, {}).setdefault(n, value) == value
    if left.label in system.relations or not nodes.symbols(chain.sides[1]):
        return False
    with suppress(GfkitError):
        system.relations[left.label] = chain.sides[1], index_shift(left, ring_of(left.index))
        return True
    return False


def judge_alone(text: str) -> Verdict | None:
    """Return the verdict on a statement that needs no other sequence, or None for a formula.

    >>> str(judge_alone("F(2n) = F(n)*L(n)").verdict)
    'proved'
    """
    found = _parse_system(text) if text.count("=") > 1 else None
    if found and found[1]:
        verdicts = [judge(claim, NO_SEQUENCE, repair=False) for claim in found[1]]
    elif found:
        raise InputError(
            f"formula {as_typed(text)}: it defines a sequence, but states nothing about it; give a rule and a"
            " family of boards (--for col path:n), or a claim after a semicolon"
        )
    else:
        verdicts = list(_judge_identities(text))
    order = ("refuted", "later", "consistent", "proved")
    worst = min(verdicts, key=lambda verdict: order.index(str(verdict.verdict)), default=None)
    return worst and replace(worst, formula=text, derived=None)


def _judge_identities(text: str) -> Iterator[Verdict]:
    """Yield the verdicts on the equations of a text, if they contain only known sequences and sums."""
    compared = comparison_claim(text, {})
    if compared is not None and {*compared.relations} != {"="}:
        yield judge(compared, NO_SEQUENCE, repair=False)
        return
    with suppress(InputError):
        statement = with_letters(read_statement(plain_statement(text)))
        chains = statement.chains
        named = [name for chain in chains for name in chain.names]
        is_known = all(name.label[0] in KNOWN_NAMES and name.index is not None for name in named)
        letters = frozenset[str]().union(*(all_letters(side) for chain in chains for side in chain.sides))
        is_equation = all(chain.relations and {*chain.relations} == {"="} for chain in chains)
        if not is_known or not is_equation or "n" not in letters or letters & {"t", "x", "y"}:
            return
        for chain in chains:
            for right in chain.sides[1:]:
                yield judge_identity(
                    IdentityClaim(chain.sides[0], right, text, (), statement.valid_from), None
                )


def judge_identity(claim: IdentityClaim, statement: Statement | None) -> Verdict:
    """Return the verdict on an identity between known sequences: by the space of the difference, or by a
    recurrence of one side.
    """
    verdict = replace(judge(claim, NO_SEQUENCE, statement, repair=False), notes=())
    if verdict.verdict is not Judgement.CONSISTENT:
        return verdict
    from gfkit.claims.provers.telescoping import as_sum  # few identities need a recurrence

    for side, other in ((claim.left, claim.right), (claim.right, claim.left)):
        with suppress(GfkitError, ZeroDivisionError):
            since = claim.printed_from
            summed = ExplicitClaim(as_sum(side), claim.text, since or 0, printed_from=since)
            found = judge(summed, _reference(other), repair=False)
            if found.verdict is Judgement.PROVED:
                return found
    return verdict


def _reference(side: nodes.Node) -> Truth:
    """Return the sequence of a closed form, a sum or a hypergeometric term, with its recurrence."""
    with suppress(InputError):
        return LawTruth(closed_series(side))
    from gfkit.claims.provers.telescoping import law_of_sum  # few statements contain a sum

    def listed(count: int) -> list[Number]:
        return [rational(exact_value(side, n), "terms must be") for n in range(count)]

    law = law_of_sum(side, listed)
    if law is None:
        raise InputError("formula: no recurrence of a side is known")
    return _HolonomicTruth(Data.of(listed(_COMPARED)), law)


@dataclass(frozen=True, eq=False)
class _HolonomicTruth(DeterminedTruth):
    """Sequence with a proved recurrence with polynomial coefficients."""

    p_recursive: PRecursive

    def terms(self, first: int, end: int) -> Sequence[Number]:
        return self.p_recursive.terms(end)[first:]
