// What the page shows, as the fragment of its address: only what differs from the beginning is written.

export const BEGINNING = {
  game: "domineering",
  rule: "",
  board: "3x4",
  positions: "all",
  weights: "none",
  up_to: "none",
  family: "3xn",
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

export function readState(fragment = location.hash) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  return Object.fromEntries(Object.entries(BEGINNING).map(([key, first]) => [key, given.get(key) ?? first]));
}

export function writeState(state) {
  const kept = Object.entries(state).filter(([key, value]) => key in BEGINNING && value !== BEGINNING[key]);
  const fragment = new URLSearchParams(kept).toString();
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
}
