"""Proofs that two rules of blocks have equal numbers on all rectangles: chains, recurrences, machines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gfkit.algebra import Evidence, Status
from gfkit.questions.twins.blocks import BlockRule, ChainStep, bijection
from gfkit.questions.twins.series import BlockDecision, decide

Chains = Mapping[BlockRule, tuple[ChainStep, ...]]
MOST_ORDER, MOST_DIMENSION = 26, 16
"""Largest order of a recurrence in n that is searched, and the largest dimension of its series; of the random
binary rules half have a recurrence, nearly all of them with dimensions of at most 9."""


@dataclass(frozen=True)
class BlockProof:
    """Identities in words, evidence, and the steps as data unless they are about the whole rules."""

    lemmas: tuple[str, ...]
    evidence: Evidence
    steps: tuple[Mapping[str, Any], ...] | None = None


def prove_by_chain(second: BlockRule, reached: Chains, back: Chains) -> BlockProof | None:
    """Return a proof if the chains from two rules meet, else None; ``back`` starts at ``second``."""
    shared = reached.keys() & back.keys()
    common = min(
        shared, key=lambda rule: (len(reached[rule] + back[rule]), sorted(rule.allowed)), default=None
    )
    if common is None:
        return None
    after = [second, *(step.rule for step in back[common])]
    ways = [*((step, step.rule) for step in reached[common])]
    ways += [(step, rule) for step, rule in zip(reversed(back[common]), after[-2::-1], strict=True)]
    lemmas = tuple(f"symmetry: {step.text}" if step.lemma == "symmetry" else step.text for step, _ in ways)
    by_corner = any(step.lemma == "corner" for step, _ in ways)
    evidence = Evidence(Status.PROVED, "corner-lemma" if by_corner else "symmetry")
    return BlockProof(
        lemmas or ("the same blocks",), evidence, tuple(_step(step.lemma, rule) for step, rule in ways)
    )


def prove_by_machines(
    first: BlockRule, second: BlockRule, keeps: Callable[[int, int], bool] = lambda _value, _image: True
) -> BlockProof | None:
    """Return a proof by a bijection that rewrites the columns of arrays with machines, or None.

    ``keeps`` returns True if a value may be rewritten as its image.
    """
    for by, image in first.images():
        if not all(map(keeps, by.values, range(first.size))):
            continue
        found = bijection(image, second, keeps)
        if found is not None:
            states = sum(len(machine.targets) for machine in dict.fromkeys(found))
            before = (f"symmetry: {by.text}",) if by.text else ()
            text = f"bijection that rewrites each column by a machine ({states} states)"
            odd, even = (
                {
                    "outputs": [[*row] for row in machine.outputs],
                    "targets": [[*row] for row in machine.targets],
                }
                for machine in found
            )
            steps = (_step("symmetry", image), _step("machines", second, odd=odd, even=even))
            evidence = Evidence(Status.PROVED, "mealy-machines", (("states", states),))
            return BlockProof((*before, text), evidence, steps)
    return None


def prove_by_recurrences(first: BlockRule, second: BlockRule) -> BlockProof | BlockDecision | None:
    """Return a proof by recurrences that hold for all heights, or None if they are not found.

    If the recurrences show that the numbers differ, return the decision with the smallest board of this kind.
    """
    decision = decide(first, second, MOST_ORDER, MOST_DIMENSION)
    if decision is None or decision.differs_at is not None:
        return decision
    j, k = decision.orders
    text = f"recurrences in n of orders {j} and {k} for every m, and equal numbers for n <= {j + k}"
    factors = [[[int(c.p), int(c.q)] for c in own] for own in decision.factors]
    step = _step("recurrences", second, coefficients=factors, reversed=[*decision.backwards])
    evidence = Evidence(Status.PROVED, "uniform-recurrences", (("order", max(j, k)),))
    return BlockProof((text,), evidence, (step,))


def _step(lemma: str, after: BlockRule, **data: Any) -> Mapping[str, Any]:
    return {"lemma": lemma, "allowed": [[*block] for block in sorted(after.allowed)], **data}
