r"""Statements that define their sequences, or contain only known ones: systems of recurrences and identities.

``f(n) = f(n-2) + 2g(n-1), g(n) = f(n-1) + g(n-2), f(0) = 1, f(1) = 0, g(0) = 0, g(1) = 1; f(n) = 4f(n-2) -
f(n-4)`` defines f and g by its first relation for each name, with initial values; the rest are claims.
Identities between known sequences are compared as in ``provers.identity``, and sums by a recurrence of the
difference of both sides, as in ``provers.sums``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from gfkit.claims.judge import Judgement, Verdict, judge
from gfkit.claims.provers.comparison import ComparisonClaim, claim_of_sides
from gfkit.claims.provers.identity import IdentityClaim
from gfkit.claims.provers.kind import first_value
from gfkit.claims.provers.powers import ValueClaim
from gfkit.claims.provers.scope import EVERY, StatementRange
from gfkit.claims.provers.sequence import exact_value, rational
from gfkit.claims.provers.space import all_letters
from gfkit.claims.provers.system import DefinedSequences, Label, SystemClaim
from gfkit.claims.provers.truth import NO_SEQUENCE, LawTruth, Truth
from gfkit.claims.reading.chains import with_letters, with_single_values
from gfkit.claims.reading.comparisons import comparison_claim
from gfkit.claims.reading.powers import claim_of_values
from gfkit.claims.reading.scope import plain_statement
from gfkit.claims.statement.canonical import parse_statement
from gfkit.claims.statement.linear import index_shift
from gfkit.claims.statement.names import KNOWN_NAMES
from gfkit.claims.statement.parse import Chain, PrintedStatement, read_statement
from gfkit.claims.statement.ratio import ring_of
from gfkit.claims.statement.tree import ForAll, SequenceDefinition, Statement
from gfkit.core.algebra import Evidence, RationalGF, Status
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import GfkitError, InputError, UndecidedError, as_typed

_PIECES = regex(
    r"(?<!\s)(?:\s*+;\s*+|(?:\s*+[,.])?+\s++(?:then|implies(?:\s++that)?|hence|therefore)\s++)", re.IGNORECASE
)
_WHERE = regex(r"(?<!\s)(?:\s*+[,;])?+\s++where\s++", re.IGNORECASE)
_AND = regex(r"(?<!\s)\s++and\s++(?=[A-Za-z]\s*+[(_\[])")
_OWN = regex(r"(?<![A-Za-z\\])([FLJ])(?=\s*+(?:_\s*+\{?+|\()\s*+0\s*+[)}]?+\s*+=)")
"""Letter of a well-known sequence whose value at 0 is stated."""
_LETTER = regex(r"[A-Za-z]")
_MOST_LENGTH = 3000
_MOST_SHOWN = 300
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
    tuple[
        dict[Label, RationalGF],
        list[ComparisonClaim | ValueClaim],
        DefinedSequences,
        tuple[SequenceDefinition, ...],
    ]
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
        if claim_of_values(piece) is not None:
            later.append(piece)
            continue
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
    claims: list[ComparisonClaim | ValueClaim | None] = [
        claim_of_values(piece) or comparison_claim(piece, laws) for piece in later
    ]
    for chain, statement in claimed:
        names, scope = chain.names, StatementRange(EVERY, since=statement.valid_from)
        claims.append(claim_of_sides(text, statement.text, chain.sides, chain.relations, names, scope, laws))
    unknown = [
        claim.label for claim in claims if isinstance(claim, ValueClaim) and (claim.label,) not in laws
    ]
    if unknown:
        raise InputError(f"formula {as_typed(text)}: the sequence {unknown[0]} is not defined")
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
        truths: list[Truth] = [
            LawTruth(found[0][claim.label,]) if isinstance(claim, ValueClaim) else NO_SEQUENCE
            for claim in found[1]
        ]
        verdicts = [judge(claim, truth, repair=False) for claim, truth in zip(found[1], truths, strict=True)]
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
    sides = list[tuple[nodes.Node, nodes.Node]]()
    with suppress(InputError):
        statement = with_letters(read_statement(plain_statement(text)))
        chains = statement.chains
        named = [name for chain in chains for name in chain.names]
        is_known = all(name.label[0] in KNOWN_NAMES and name.index is not None for name in named)
        letters = frozenset[str]().union(*(all_letters(side) for chain in chains for side in chain.sides))
        is_equation = all(chain.relations and {*chain.relations} == {"="} for chain in chains)
        if not is_known or not is_equation or "n" not in letters or letters & {"t", "x", "y"}:
            return
        sides = [(chain.sides[0], right) for chain in chains for right in chain.sides[1:]]
    for left, right in sides:
        yield judge_identity(IdentityClaim(left, right, text, (), statement.valid_from), None)


def judge_identity(claim: IdentityClaim, statement: Statement | None) -> Verdict:
    """Return the verdict on an identity between known sequences: by the space of the difference, or by a
    recurrence of one side.
    """
    verdict = replace(judge(claim, NO_SEQUENCE, statement, repair=False), notes=())
    if verdict.verdict is not Judgement.CONSISTENT:
        return verdict
    found = None
    with suppress(GfkitError, ZeroDivisionError):
        found = _judge_by_recurrences(claim, verdict)
    return verdict if found is None else found


def _judge_by_recurrences(claim: IdentityClaim, verdict: Verdict) -> Verdict | None:
    """Return the verdict on an identity whose sides have recurrences with polynomial coefficients, or None if
    its range in the statement is not n >= n_0.
    """
    from gfkit.claims.provers.sums import (
        first_difference,
        in_s,
        law_of_expression,
    )  # few identities need a recurrence
    from gfkit.claims.provers.telescoping import notes_on_sum

    parts = () if verdict.statement is None else parse_statement(verdict.statement).claims
    span = parts[-1].range if parts and isinstance(parts[-1], ForAll) else None
    if span is None or span.least is None or span.least < 0 or (span.most, span.where) != (None, None):
        return None
    start, sides = span.least, (claim.left, claim.right)
    laws = [law_of_expression(side, start) for side in sides]
    wrong = first_difference(*laws)
    if wrong is not None:
        later = judge(replace(claim, printed_from=wrong), NO_SEQUENCE, repair=False)
        return replace(later, statement=verdict.statement, printed_from=claim.printed_from, notes=())
    law = min(laws, key=lambda law: law.order)
    shown = in_s(law) if len(in_s(law)) < _MOST_SHOWN else f"a recurrence of order {law.order}"
    return replace(
        verdict,
        verdict=Judgement.PROVED,
        reason=f"the identity holds for every n >= {start}: both sides S(n) satisfy {shown} and have"
        " the same initial terms",
        evidence=Evidence(Status.PROVED, "creative-telescoping", (("order_of_sum", law.order),)),
        notes=tuple(note for side in sides for note in notes_on_sum(side)),
        holds_from=start,
        is_lasting=True,
    )
