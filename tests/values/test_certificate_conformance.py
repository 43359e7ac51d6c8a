"""Certificates of all formats but that of fractions: what is true stands, what is forged falls.

One suite for every kind in ``certified``: whatever still stands after a change is true by play that is listed
piece by piece, by small sums of heaps, or by laws that are found without the certificate.
"""

import copy
import json

import pytest
from certified import KINDS, at, changed, forged, numbers, saved_outcomes, small_ones
from choice import drawn, then_slow
from tables import lines

from gfkit.errors import GfkitError
from gfkit.proofs import certify_file
from gfkit.proofs.checker.reading import Budget, RefusalError
from gfkit.values.certificates.play import save_play


def assert_refused(kind, certificate, why=""):
    with pytest.raises(RefusalError) as refused:
        kind.said(certificate)
    assert any(word in str(refused.value) for word in why.split("|"))


@pytest.mark.parametrize("kind", then_slow([*KINDS[:1], *KINDS[2:]], 2.5, KINDS[1]), ids=str)
def test_true_ones_stand(kind):
    for certificate in kind.bases():
        before = json.dumps(certificate)
        assert kind.said(certificate)
        assert json.dumps(certificate) == before
        if kind.falsehood:
            verdict = kind.check(certificate, Budget())
            assert verdict.proved or verdict.statement.endswith("is not shown")
            assert kind.falsehood(certificate) is None
    for certificate, words in zip(kind.bases(), kind.says, strict=False):
        assert kind.said(certificate).startswith(words)


@pytest.mark.slow(1)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.tight], ids=str)
def test_each_number_that_follows_from_the_others_matters(kind):
    """It is changed to one nearby: all of short certificates, a sample of long ones."""
    chance = drawn(f"numbers of {kind}")
    for certificate in kind.bases():
        paths = list(numbers(certificate, kind.tight))
        for path in chance.sample(paths, min(len(paths), 16)):
            old = at(certificate, path)
            for new in {old + 1, max(old - 1, 0), 1 - min(old, 1)} - {old}:
                assert_refused(kind, changed(certificate, path, new))


@pytest.mark.parametrize("kind", then_slow([*KINDS[:4], *KINDS[5:-1]], 12, KINDS[4]), ids=str)
def test_forged_ones_fall(kind):
    for way, new, why in kind.forged:
        certificate = forged(kind.bases()[0], way, new)
        assert json.dumps(certificate) != json.dumps(kind.bases()[0]), way
        assert_refused(kind, certificate, why)


def test_what_is_put_at_a_place_is_refused_for_what_it_says():
    """One place of a small certificate at a time; what still stands is true."""
    checks = {kind.format: kind.check for kind in KINDS}
    for row in lines("forged_certificates"):
        name, way, new, why = row.split(" | ")
        certificate = forged(small_ones()[name], way, json.loads(new))
        check = checks[certificate["format"]]
        if why == "STANDS":
            assert check(certificate, Budget()).proved, row
            assert KINDS[0].falsehood(certificate) is None, row
            continue
        with pytest.raises(RefusalError) as refused:
            check(certificate, Budget())
        assert why in str(refused.value), (row, refused.value)


def test_every_key_is_there_and_no_other():
    for kind, certificate in ((one, made) for one in KINDS for made in one.bases()):
        assert_refused(kind, {**certificate, "note": 1})
        for key in certificate:
            assert_refused(kind, {name: one for name, one in certificate.items() if name != key})


@pytest.mark.slow(4)
def test_work_is_bounded():
    for kind in KINDS:
        if kind.name == "constant":
            continue  # inequalities alone: as many as the file has
        with pytest.raises(RefusalError, match=r"more to check|more than"):
            kind.said(max(kind.bases(), key=lambda one: len(json.dumps(one))), 20)


def test_names_of_other_games_are_refused(tmp_path):
    """The name is for people, so it must not say what the certificate does not."""
    for kind in KINDS[:3]:
        path, certificate = tmp_path / "c.json", kind.bases()[0]
        save_play({**certificate, "game": kind.game}, path)
        with pytest.raises(GfkitError, match=kind.other):
            certify_file(path)
        save_play({**certificate, "game": "mine"}, path)
        assert certify_file(path).game == ""
        save_play(certificate, path)
        verdict = certify_file(path)
        assert (verdict.status, verdict.game) == ("proved", certificate["game"])


def test_no_field_of_a_board_is_only_there(tmp_path):
    """Under a name of no game: a board is under its own name and size, and every key is known."""
    path = tmp_path / "c.json"
    sound = {**saved_outcomes("node-kayles", "path:n", to=4), "game": "a rule of mine", "law": None}
    save_play(sound, path)
    verdict = certify_file(path)
    assert (verdict.status, verdict.boards) == ("proved", "path:n for n = 1 to 4")
    for change, why in (
        (lambda c: c["boards"][2].update(n=10**6), "the sizes of boards go up by one"),
        (lambda c: [one.update(n=one["n"] + 1) for one in c["boards"]], "and the cells are others"),
        (lambda c: c["boards"].pop(1), "the sizes of boards go up by one"),
        (lambda c: c["boards"][1].update(board="path:7"), "and the cells are others"),
        (lambda c: c.update(family="cycle:n"), "rule and boards: board family 'cycle:n' starts at n = 3"),
        (lambda c: c.update(family="@board.txt"), "and the cells are others"),
        (lambda c: c.update(family=None), "there is one board, and its n is null"),
        (lambda c: c["boards"][0].update(n=None), "the boards of a family have their sizes"),
        (lambda c: c["rule"]["forbidden"].append([0, 10**6]), "a whole number from 0 to 0"),
        (lambda c: c["rule"]["forbidden"].append([0, 0]), "game: it names|not written as gfkit"),
        (lambda c: c["boards"][0].update(note=1), r"boards\[0\]: the key 'note' means nothing here"),
        (lambda c: c["boards"][0].pop("tints"), r"boards\[0\]: the key 'tints' is missing"),
        (lambda c: c.pop("game"), "the file: the key 'game' is missing"),
        (lambda c: c.update(law=3), "law: a text was expected, not 3"),
    ):
        certificate = copy.deepcopy(sound)
        change(certificate)
        save_play(certificate, path)
        with pytest.raises(GfkitError, match=why):
            certify_file(path)
