"""Orders of growth, limits of roots and logarithms, and limits of a(n)/n!, against known theorems.

Every true statement has false neighbours. A false statement is refuted or undecided, but never proved; the
tables separate the two cases.
"""

from decimal import ROUND_HALF_UP, Decimal, getcontext

import pytest
from batches import Hours

from gfkit import verify
from gfkit.errors import GfkitError, InputError, OptionError

TABLE = r"""
independent-sets path:n, a(n) ~ phi^(n+2)/sqrt(5)
  true a(n) = O(1.62^n); a(n) = O(phi^n); a(n) is O(n*phi^n); a(n) = \mathcal{O}(\varphi^n); a_n \in o(2^n)
  true a(n) = Theta(phi^n); a_n = \Theta(1.618\ldots^n); a(n) = \Omega(1.5^n)
  true a(n) = phi^(n+2)/sqrt(5) + O(1); a(n) = phi^(n+2)/sqrt(5) + O(0.7^n)
  true a_n = (1+o(1)) \varphi^{n+2}/\sqrt{5}; \log a(n) \sim n \log\varphi; \ln a_n \sim 0.4812 n
  true \log a_n = n\log\varphi + O(1); \lim_{n\to\infty} \frac{1}{n} \log a_n = \ln\varphi
  true \lim_{m \to \infty} \frac{a_{m+1}}{a_m} = \frac{1+\sqrt5}{2}; \lim_{k\to\infty} a_k^{1/k} = 1.618
  false a(n) = O(1.5^n); a(n) = o(phi^n); a(n) = O(n^9); a(n) = Theta(2^n); a(n) = Theta(n*phi^n)
  false a(n) = Theta(1.5^n); a(n) = Omega(1.7^n); a(n) = phi^(n+1)/sqrt(5) + O(1); \log a(n) \sim n \log 2
  false a(n) = phi^(n+2)/sqrt(5) + O(0.6^n); a_n = (1+o(1)) \varphi^{n+1}/\sqrt{5}; \ln a_n \sim 0.4912 n
  false \lim_{n\to\infty} \log(a_n)/n = 1; \lim_{k\to\infty} a_k^{1/k} = 1.63; a(n) = 2^n + O(1.9^n)
  open a(n) = O(1.61^n); a(n) = 2^{O(n)}; a(n) = O(2^n/n); a(n) = O(0); \log a(n) = n\log\varphi; a(n) = O()
independent-sets 2xn, a(n) ~ C (1+sqrt(2))^n
  true \kappa = \lim_{N\to\infty} [F(N)]^{1/N} = 2.4142; lim_{n->oo} a(n)^(1/(2n)) = 1.5537
  false \kappa = \lim_{N\to\infty} [F(N)]^{1/N} = 1.5537; lim_{n->oo} a(n)^(1/(2n)) = 1.56
  false a_n = \Theta(3.2143\ldots^n)
spanning-trees prism:n, a(n) = n/2*((2+sqrt(3))^n + (2-sqrt(3))^n - 2)
  true a(n) = O(n*(2+sqrt(3))^n); a(n) = Theta(n*3.7320508^n); a(n) = n/2*(2+sqrt(3))^n + O(n)
  false a(n) = O((2+sqrt(3))^n); a(n) = Theta(3.7320508^n); a(n) = n/2*(2+sqrt(3))^n + O(1)
domino-tilings 3xn, a(2n) ~ C (2+sqrt(3))^n and a(2n+1) = 0
  true a(n) = O((2+sqrt(3))^(n/2)); a(n) = o(1.94^n)
  false a(n) = O(1.92^n); a(n) = o((2+sqrt(3))^(n/2))
  open a(n) = Theta((2+sqrt(3))^(n/2)); a(n) = Omega(1.5^n)
derangements path:n, a(n) ~ n!/e (de Montmort)
  true a(n) ~ n!/e; a(n) ~ e^{-1} n!; lim a(n)/n! = 1/e; \frac{a_n}{n!} \to 0.3679; a(n) = (1+o(1)) n!/e
  false a(n) ~ n!/3; a(n) ~ n!; a(n) ~ n!/e^2; lim a(n)/n! = 0.369; a(n) ~ 2*n!/e
  seen a(n) ~ sqrt(2*Pi*n)*(n/e)^n/e; a(n) ~ n!/2.71828; a(n) ~ 2*0.1839397*n!
  open a(n) ~ (n-1)!; a(n) ~ sqrt(2*Pi*n)*(n/e)^n/3; a(n) ~ 2^n; a(n) = O(n!)
discordant-permutations path:n, a(n) ~ n!/e^3 (Touchard)
  true a(n) ~ exp(-3) * n!.
  false a(n) ~ exp(-2) * n!
matchings complete:n, involutions (Moser and Wyman)
  seen a(n) ~ (n/e)^(n/2) * e^(sqrt(n)-1/4)/sqrt(2)
  open a(n) ~ (n/e)^(n/2) * e^(sqrt(n))/sqrt(2); a(n) ~ n!/e
"""


def cases():
    about = ()
    for line in filter(None, TABLE.splitlines()):
        if not line.startswith("  "):
            about = tuple(line.partition(",")[0].split())
            continue
        word, _, formulas = line.strip().partition(" ")
        yield from ((word, formula, about) for formula in formulas.split("; "))


def test_orders_and_limits():
    expected = {"true": "proved", "false": "refuted", "seen": "consistent", "open": None}
    wrong = []
    for word, formula, about in cases():
        try:
            found = str(verify(formula, *about).verdict)
        except GfkitError:
            found = None
        wrong += [(formula, about, found)] * (found != expected[word])
    assert not wrong


def test_limits_on_boards_that_grow_in_both_directions_are_undecided(monkeypatch):
    monkeypatch.setattr("gfkit.claims.squares.perf_counter", Hours().monotonic)
    with pytest.raises(OptionError, match="constant"):
        verify(r"\kappa = \lim_{N\to\infty} [F(N)]^{1/N} = 1.503", "independent-sets", "nxn")
    with pytest.raises(InputError, match="limit"):
        verify(r"\lim a(n)^{1/n^2} = 1.503", "independent-sets", "nxn")


@pytest.mark.parametrize("digits", [6, 15, 30])
def test_rounded_decimals_are_refuted_where_they_first_fail(digits):
    """Independent sets of paths are round(phi^(n+2)/sqrt(5)), here with the constants rounded."""
    getcontext().prec = 200
    root = Decimal(5).sqrt()
    factor, base = (round(value, digits) for value in ((3 * root + 5) / 10, (1 + root) / 2))
    n, now, after = 0, 1, 2
    while (factor * base**n).to_integral_value(ROUND_HALF_UP) == now:
        n, now, after = n + 1, after, now + after
    found = verify(f"a(n) = round({factor}*{base}^n)", "independent-sets", "path:n")
    assert (str(found.verdict), found.first_difference.n) == ("refuted", n)
    assert verify("a(n) = round(phi^(n+2)/sqrt(5))", "independent-sets", "path:n").verdict == "proved"
