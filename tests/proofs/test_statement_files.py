"""Certificates of statements: those that are saved are accepted, and forged ones are rejected.

Each forged statement is false for a small n, by a count on paper, or says nothing about its sequence, or is
about another sequence than the certificate inside of the file.
"""

import json

import pytest
from cli.calling import call, told

import gfkit
from gfkit.core.errors import InputError

CIS = "a(n) = count(cis | path:n); for n >= 1: a(n) = (2^(n + 2) - (-1)^n)/3"
FIBONACCI = "a(n) = count(independent-sets | path:n); for n >= 1: a(n) = F(n + 2)"
DOMINATION = "a(n) = minimum(dominating-sets | path:n); for n >= 1: a(n) = ceiling(n/3)"
IDENTITY = "for n >= 0: F(2*n) = F(n)*L(n)"
TRUE = [CIS, FIBONACCI, DOMINATION, IDENTITY]
FORGED = [  # the statement that was saved, the one in the file, and an object whose certificate is put there
    (CIS, CIS.replace("n + 2", "n + 3"), ""),  # a(1) = 3
    (CIS, CIS.replace(")/3", ")/3 + floor(n/40)"), ""),
    (FIBONACCI, FIBONACCI.replace("n >= 1", "n >= -1"), ""),  # there is no path of -1 vertices
    (CIS, CIS.replace(": a(n) = ", ": a(n) = 1/n - 1/n + ").replace("n >= 1", "n >= 0"), ""),  # no value at 0
    (CIS, CIS.replace("cis", "o12"), ""),  # a(1) = 3, too
    (FIBONACCI, FIBONACCI.replace("path", "cycle").replace("n >= 1", "n >= 3"), ""),
    (FIBONACCI, FIBONACCI.replace("independent-sets", "matchings"), ""),  # F(n + 1)
    (FIBONACCI, FIBONACCI.replace("path:n)", "path:n | maximal)"), ""),
    (FIBONACCI, FIBONACCI.replace("F(n + 2)", "a(n)"), ""),  # says nothing
    (CIS, "a(n) = terms(1: 3, 5, 11, 21, 43); for n >= 1: a(n) = (2^(n + 2) - (-1)^n)/3", "drop"),
    (CIS, CIS, "independent-sets"),
    (CIS, CIS, "drop"),
    (CIS, CIS, "numerator"),
    (CIS, f"{CIS}; for n >= 1: a(n) <= 99", ""),
    (CIS, CIS.replace("n >= 1: ", "n>=1: "), ""),  # not the canonical text
    (DOMINATION, DOMINATION.replace("minimum", "maximum"), ""),  # n
    (DOMINATION, DOMINATION.replace("path", "cycle"), ""),  # true for n >= 3, but not what was checked
    (IDENTITY, IDENTITY.replace("L(n)", "L(n + 1)"), ""),  # F(2) = 1, L(2) = 3
    (IDENTITY, "for n >= 0: a(n) = a(n)", ""),
    (IDENTITY, CIS, ""),
    (CIS, CIS.replace("cis", "@/etc/hosts"), ""),
    (CIS, CIS.replace("path:n", "slices:/etc/hosts"), ""),
]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Return the certificates by their statements; all were accepted."""
    folder = tmp_path_factory.mktemp("statements")
    for place, text in enumerate(TRUE):
        call("verify", text, "--save", folder / f"{place}.json", code=0)
        found = told("certify", folder / f"{place}.json")
        assert (found["status"], found["reason"]) == ("proved", text)
    return {
        text: json.loads((folder / f"{place}.json").read_text("utf-8")) for place, text in enumerate(TRUE)
    }


@pytest.mark.parametrize(("text", "forged", "other"), FORGED)
def test_forged_statements_are_rejected(text, forged, other, saved, tmp_path):
    certificate = json.loads(json.dumps(saved[text])) | {"statement": forged}
    if other == "drop":
        certificate["certificates"] = []
    elif other == "numerator":
        certificate["certificates"][0]["numerator"][0][-1] += 1
    elif other:
        certificate["certificates"] = saved[FIBONACCI]["certificates"]
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(certificate), "utf-8")
    said = call("certify", file)
    assert said.code in (1, 2), said
    assert "proved" not in said.out.split(":")[0]
    assert len((said.out + said.err).splitlines()) == 1


@pytest.mark.parametrize("data", ["1,2,4,8", "1,2,4,9"])
def test_only_proved_statements_are_saved(data, tmp_path):
    file = tmp_path / "none.json"
    said = call("verify", "2^n", "--data", data, "--save", file, code="9" in data)
    assert not file.exists()
    assert str(file) in said.err
    with pytest.raises(InputError):
        gfkit.certify_file(str(file))
