"""Who wins boards whose value is out of reach, and families of them."""

from gfkit.values.outcome.decomposition import DecompositionLaw, decomposition_law
from gfkit.values.outcome.outcomes import outcome, outcomes
from gfkit.values.outcome.repetition import RepetitionLaw
from gfkit.values.outcome.result import Outcomes, OutcomesLimitError

__all__ = [
    "DecompositionLaw",
    "Outcomes",
    "OutcomesLimitError",
    "RepetitionLaw",
    "decomposition_law",
    "outcome",
    "outcomes",
]
