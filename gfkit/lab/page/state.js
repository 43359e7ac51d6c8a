// The state of the page, stored in the fragment of its address. The fragment contains only values that are not defaults.

export const BEGINNING = {
  game: "domino-tilings",
  rule: "",
  board: "4x6",
  positions: "all",
  weights: "none",
  up_to: "none",
  family: "4xn",
  derive: "",
  value: "",
  who: "",
  nim: "",
  play: "",
  outcomes: "",
  nimbers: "",
  to: "8",
  formula: "",
  verify: "",
  terms: "",
  guess: "",
};

/** Defaults of old addresses that do not contain a game. */
const EARLIER = { game: "domineering", board: "3x4", family: "3xn" };

export function readState(fragment = location.hash) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const first = given.size && !given.has("game") ? { ...BEGINNING, ...EARLIER } : BEGINNING;
  return Object.fromEntries(Object.entries(first).map(([key, first]) => [key, given.get(key) ?? first]));
}

export function writeState(state) {
  const kept = Object.entries(state).filter(([key, value]) => key in BEGINNING && value !== BEGINNING[key]);
  const fragment = new URLSearchParams(kept.length ? [["game", state.game], ...kept.filter(([key]) => key !== "game")] : []).toString();
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
}
