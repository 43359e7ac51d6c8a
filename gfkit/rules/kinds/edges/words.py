"""Sets of edges in words and pictures."""

from __future__ import annotations

from gfkit.rules.kinds.diagram import Look, RulePictures
from gfkit.rules.kinds.edges.rule import EdgeRule
from gfkit.rules.kinds.phrases import monomial, weights_sentence
from gfkit.rules.linkage import Linkage

NOUN = "set of edges"
RULE_OF = "sets of edges"
_WHERE = {
    "vertex": "At every vertex",
    "taken": "At the ends a and b of an edge that is taken",
    "left": "At the ends a and b of one that is not",
}


def sentences(rule: EdgeRule) -> list[str]:
    """What is asked of degrees and of the graph of taken edges, and what these are worth.

    >>> from gfkit.rules.rule import Predicate
    >>> sentences(EdgeRule("covers", 1, vertex=Predicate("d >= 1")))[1]
    'At every vertex: d >= 1.'
    """
    asked = [f"{_WHERE[key]}: {text}." for key, text in rule.texts.items()]
    asked += [f"At the vertex at {pin.text}, instead: {pin.says.text}." for pin in rule.pins]
    if asked:
        cap = f"that number modulo {rule.cap}" if rule.modulo else f"or {rule.cap} where it is that or more"
        asked = [f"The degree of a vertex is its number of taken edges, {cap}.", *asked]
    if rule.linkage.text:
        over = "all vertices" if rule.spanning else "their ends"
        asked += [f"The taken edges and {over} are a graph with {rule.linkage.text}."]
    return asked + weights_sentence([("edges", rule.weight), ("components", rule.linkage.weight)])


def data(rule: EdgeRule) -> dict[str, object]:
    """What is asked of degrees and of the graph of taken edges, by the keys of rule files."""
    own: dict[str, object] = {"modulo" if rule.modulo else "cap": rule.cap, **rule.texts}
    if rule.pins:
        own["pin"] = [{"at": pin.text, "vertex": pin.says.text} for pin in rule.pins]
    return own | _linkage(rule.linkage) | ({"spanning": True} if rule.spanning else {})


def _linkage(linkage: Linkage) -> dict[str, object]:
    """The keys of a rule file that say what may hang together."""
    tallies = {"components": linkage.components, "cycles": linkage.cycles}
    places = {"joins": linkage.joins, "apart": linkage.apart}
    keys: dict[str, object] = {key: tally.text for key, tally in tallies.items() if tally is not None}
    keys |= {key: [place.text for place in some] for key, some in places.items() if some}
    if linkage.each is not None:
        at = linkage.each.place.text if linkage.each.place else "chosen"
        keys["each"] = {"at": at, "number": linkage.each.number.text}
    return keys | ({"component_weight": monomial(linkage.weight)} if any(linkage.weight) else {})


# Pictures


def pictures(rule: EdgeRule) -> RulePictures:
    """What the rings around vertices mean."""
    legend = "Rings mark the chosen vertices." if rule.linkage.chooses else ""
    return RulePictures(legend=legend, looks={"r": Look("ring")})
