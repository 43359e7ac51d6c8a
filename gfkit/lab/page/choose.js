// The list of games and structures: groups, a search field, and the parameter k of names such as colourings:k.

import { say } from "./copy.js";
import { element } from "./show.js";

export const OWN = "own";
/** Return the search key of a name: lower case, without hyphens, spaces and plural endings. */
const keyOf = (text) => text.toLowerCase().replaceAll("color", "colour").split(/[\s_-]+/).map((part) => part.replace(/(?<=o)es$|s$/, "")).join("");

export class Chooser {
  constructor({ select, find, results, k, onChange }) {
    Object.assign(this, { select, find, results, k, onChange });
    this.groups = [];
    this.numbered = {};
    this.synonyms = new Map();
    select.addEventListener("change", () => this.choose(select.value));
    k.addEventListener("change", () => k.checkValidity() && this.onChange(this.word));
    find.addEventListener("input", () => this.list(find.value));
    find.addEventListener("keydown", (event) => this.key(event));
  }

  /** Set the games and their groups. `numbered` contains the maximum of k by name, `synonyms` the name of each synonym. */
  fill(games, groups, numbered, synonyms) {
    const described = new Map(games.map((one) => [one.game.replace(/:3$/, ":k"), one]));
    const entry = (word) => {
      const { name, about } = described.get(word);
      return { word, name: word.endsWith(":k") ? name.replace(/\b3\b/, "k") : name, about, others: Object.keys(synonyms).filter((other) => synonyms[other].replace(/:\d+$/, "") === word.replace(/:k$/, "")) };
    };
    this.synonyms = new Map(Object.entries(synonyms).map(([other, word]) => [keyOf(other), word]));
    this.numbered = numbered;
    this.groups = Object.entries(groups).map(([about, words]) => [about, words.map(entry)]);
    this.groups.push(["your own", [{ word: OWN, name: "Your own rule", about: "rule file", others: [] }]]);
  }

  /** Show the selected name, which need not belong to a group. */
  show(word) {
    const [name, number] = word.split(":");
    this.chosen = number ? `${name}:k` : word;
    this.k.closest("label").hidden = !number;
    this.k.max = this.numbered[name] ?? "";
    if (number) this.k.value = number;
    this.find.value = "";
    this.list("");
  }

  get word() {
    return this.chosen.replace(/:k$/, `:${this.k.value}`);
  }

  choose(chosen) {
    if (!chosen) return;
    const meant = this.synonyms.get(keyOf(this.find.value));
    this.show(chosen.endsWith(":k") ? (meant?.startsWith(chosen.slice(0, -1)) ? meant : chosen.replace(/k$/, "3")) : chosen);
    this.onChange(this.word);
  }

  /** List the games whose description matches all search terms. */
  list(text) {
    const words = text.toLowerCase().replaceAll("color", "colour").split(/\s+/);
    const stems = words.map((one) => one.slice(0, Math.max(4, one.length - 4))); // so that domination finds dominating
    const found = (asked, textsOf) => {
      const fits = (texts) => asked.every((one) => texts.join(" ").toLowerCase().includes(one));
      return this.groups.map(([group, entries]) => [group, entries.filter((entry) => fits(textsOf(entry, group)))]).filter(([, entries]) => entries.length);
    };
    const named = ({ word, name }) => [word, name];
    const described = ({ word, name, about, others }, group) => [group, word, name, about, ...others];
    const meant = this.synonyms.get(keyOf(text))?.replace(/:\d+$/, "");
    const synonymous = ({ word }) => (word.replace(/:k$/, "") === meant ? words : []);
    const tried = [[words, synonymous], [words, named], [words, described], [stems, named], [stems, described]].map((one) => found(...one));
    const kept = tried.find((groups) => groups.length) ?? [];
    this.found = kept.flatMap(([, entries]) => entries.map(({ word }) => word));
    const isListed = this.groups.some(([, entries]) => entries.some(({ word }) => word === this.chosen));
    this.select.replaceChildren(
      ...this.groups.map(([group, entries]) => element("optgroup", { label: group }, ...entries.map(({ word, name }) => element("option", { value: word }, name)))),
      ...(isListed ? [] : [element("option", { value: this.chosen }, this.chosen)]),
    );
    this.select.value = this.chosen;
    const entries = text ? kept.flatMap(([, some]) => some) : [];
    const missing = text && !entries.length ? [element("p", { class: "hint" }, "No structure matches. The list below contains all of them.")] : [];
    this.results.replaceChildren(...missing, ...entries.map(({ word, name }) => element("button", { type: "button", onclick: () => this.choose(word) }, name)));
    this.results.hidden = !text;
    if (text) say(this.found.length ? `${this.found.length} found` : "no match");
  }

  key(event) {
    if (event.key === "Enter" && this.find.value) this.choose(this.found[0]);
    else if (event.key === "ArrowDown") (this.results.querySelector("button") ?? this.select).focus();
    else if (event.key === "Escape") this.show(this.word);
    else return;
    event.preventDefault();
  }
}
