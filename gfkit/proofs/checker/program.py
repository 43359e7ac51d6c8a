"""Command-line program that checks one certificate file, and the checker of each file format.

python gfkit_check.py FILE     exit code 0 proved, 1 refuted, 2 bad file, 3 too much work, or only consistent
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from gfkit.proofs.checker.constants import check_constant
from gfkit.proofs.checker.counters import COUNTERS, check_counter
from gfkit.proofs.checker.fractions import FRACTIONS, check_fraction
from gfkit.proofs.checker.heaps import check_heaps, check_periods
from gfkit.proofs.checker.moments import AVOIDING, check_avoiding
from gfkit.proofs.checker.optima import OPTIMA, check_optimum
from gfkit.proofs.checker.play import check_play
from gfkit.proofs.checker.positions_by_nimber import check_winners
from gfkit.proofs.checker.quotients import check_quotient
from gfkit.proofs.checker.reading import STEPS, Budget, RefusalError, Verdict, load
from gfkit.proofs.checker.sizes import SIZES, check_size
from gfkit.proofs.checker.specifications import SPECIFICATIONS, check_specification
from gfkit.proofs.checker.telescopes import SUMS, check_sums
from gfkit.proofs.checker.twins import TWINS, check_twins
from gfkit.proofs.checker.valuations import VALUATIONS, check_valuations

Check = Callable[[object, Budget], Verdict]


def check_games(certificate: object, budget: Budget) -> Verdict:
    """Check a certificate of heap games, or of play on boards."""
    heaps = isinstance(certificate, dict) and certificate.get("claim") == "heaps"
    return (check_heaps if heaps else check_play)(certificate, budget)


CHECKS: dict[str, tuple[Check, int]] = {
    FRACTIONS: (check_fraction, STEPS),
    "gfkit-play": (check_games, STEPS),
    "gfkit-periods": (check_periods, STEPS // 3),
    "gfkit-quotient": (check_quotient, STEPS // 3),
    "gfkit-winners": (check_winners, STEPS),
    "gfkit-constant": (check_constant, STEPS),
    SIZES: (check_size, STEPS),
    COUNTERS: (check_counter, STEPS),
    TWINS: (check_twins, STEPS),
    AVOIDING: (check_avoiding, STEPS),
    OPTIMA: (check_optimum, STEPS),
    VALUATIONS: (check_valuations, STEPS),
    SPECIFICATIONS: (check_specification, STEPS),
    SUMS: (check_sums, STEPS // 10),
}
"""Checker of each file format, and its maximum work."""


def check_certificate(certificate: object, most: int = STEPS) -> Verdict:
    """Check the object in a file. Raise RefusalError if it is not valid."""
    named = certificate.get("format") if isinstance(certificate, dict) else None
    if not isinstance(named, str) or named not in CHECKS:
        raise RefusalError(2, f"format: expected one of {', '.join(CHECKS)}")
    check, steps = CHECKS[named]
    try:
        return check(certificate, Budget(min(most, steps)))
    except (IndexError, KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RefusalError(2, f"an entry is malformed ({type(error).__name__})") from None
    except RecursionError:
        raise RefusalError(3, "the file is nested too deeply") from None
    except MemoryError:
        raise RefusalError(3, "out of memory") from None


def main(arguments: list[str]) -> int:
    """Run the checker on command-line arguments and return the exit code."""
    try:
        if len(arguments) != 1:
            raise RefusalError(2, "expected one FILE")
        verdict = check_certificate(load(arguments[0]))
        word = "proved" if verdict.proved else "consistent"
        rests = f"{verdict.rests_on}; not checked: labels such as 'game' and 'text'"
        code, stream = 0 if verdict.proved else 3, sys.stdout
        said = f"{word}: {verdict.statement}\nrests on: {rests}\n"
    except RefusalError as refusal:
        word = ("proved", "refuted", "bad file", "too much work")[refusal.code]
        code, stream = refusal.code, sys.stderr if refusal.code > 1 else sys.stdout
        said = f"{word}: {refusal.reason}\n"
    except Exception as error:  # Python would exit with 1, the code of a refutation
        code, stream, said = 3, sys.stderr, f"too much work: {type(error).__name__}\n"
    try:
        stream.write(said)
        stream.flush()
    except OSError:
        return 3
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
