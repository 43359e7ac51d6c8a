"""Laurent series of quotients. The series times the denominator is the numerator, multiplied one by one."""

from hypothesis import assume, given
from hypothesis import strategies as st

from gfkit.claims.expansion import expansion
from gfkit.formula.ratio import Ring

RING = Ring()
PARTS = st.lists(
    st.tuples(st.fractions(-5, 5, max_denominator=4), st.integers(-2, 4), st.integers(0, 1)), max_size=4
)


def made(parts, letter):
    total = RING.number(0)
    for number, power, other in parts:
        total = total + RING.number(number) * RING.letter("t", power) * RING.letter(letter, other)
    return total


@given(above=PARTS, below=PARTS, letter=st.sampled_from("tx"), end=st.integers(-3, 8))
def test_the_series_times_the_denominator_is_the_numerator(above, below, letter, end):
    """Up to t^end, with letters besides t and without."""
    one, other = made(above, letter), made(below, letter)
    assume(not other.is_zero)
    quotient = one / other
    terms = expansion(quotient, end).items()
    product = sum((part * RING.letter("t", n) for n, part in terms), RING.number(0))
    rest = quotient - product
    assert rest.is_zero or rest.valuation() >= end
