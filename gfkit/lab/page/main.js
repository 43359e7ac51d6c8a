// The page of the laboratory: its inputs, its requests to gfkit, and the places of the answers.

import { BoardEditor, nameOf, pictureOf } from "./board.js";
import { Engine } from "./engine.js";
import { Game } from "./play.js";
import { Chooser, OWN } from "./choose.js";
import { EXAMPLE, RuleEditor } from "./rule.js";
import { copy } from "./copy.js";
import { element, errorOf, fill, footOf, imageOf, lineOf, linesOf, picturesOf, shown } from "./show.js";
import { readState, writeState } from "./state.js";

const at = (id) => document.getElementById(id);
/** The input field of each kind of answer. */
const FIELDS = {
  count: "board", value: "board", who: "board", nim: "board", play: "board",
  derive: "family", outcomes: "family", nimbers: "family", verify: "formula", guess: "terms",
};
/** Kinds of answers about the board and about the family that the page computes only on request. */
const ON_BOARD = ["value", "who", "nim", "play"];
const ON_FAMILY = ["outcomes", "nimbers"];
/** The keys of the state on which the count depends. */
const COUNTED = ["game", "rule", "board", "positions", "weights", "up_to"];
/** The maximum number of digits of a count for which the page draws a random example by default. */
const FEW_DIGITS = 15;
const state = readState();
const games = new Map();
/** Properties of the rule: whether it is defined on graphs, whether it is a game, and whether the game is impartial. */
const fits = { graphs: true, played: true, impartial: false };
let derived = null;
let seed = 0;

const engine = new Engine(showStatus);
const match = new Game({ place: at("play-answer"), ask: (request) => engine.ask("play", "play", request) });
const board = new BoardEditor({ grid: at("grid"), tools: at("tools"), onChange: (text) => setBoard(text, true) });
const chooser = new Chooser({
  select: at("game"), find: at("find"), results: at("found"), k: at("k"),
  onChange: (word) => {
    if (word === OWN && !rule.text) rule.text = EXAMPLE;
    change({ game: word, rule: word === OWN ? rule.text : "" }, true);
  },
});
const rule = new RuleEditor({
  area: at("rule"),
  gutter: at("gutter"),
  message: at("rule-error"),
  onChange: debounce(() => change({ rule: rule.text }, true), 350),
});

// Requests

const game = () => (state.game === OWN ? { rule: state.rule } : { game: state.game });
const countQuery = () => ({ ...game(), positions: state.positions, weights: state.weights, up_to: state.up_to });

/** Send a request to a tool. Replace the content of its place by the elements that `show` returns for the answer. */
async function ask(kind, tool, request, show) {
  const place = at(`${kind}-answer`);
  place.classList.add("waiting");
  place.setAttribute("aria-busy", "true");
  const answer = await engine.ask(kind, tool, request);
  if (answer === null) return;
  if (answer.stopped) return fill(place, element("p", { class: "empty" }, "Stopped."));
  at(FIELDS[kind]).setAttribute("aria-invalid", ["board", "input"].includes(answer.error?.code));
  if (answer.error) return fill(place, errorOf(answer.error, !at("documentation").hidden));
  fill(place, ...show(answer));
}

function count() {
  if (state.game === OWN && rule.area.getAttribute("aria-invalid") === "true") return;
  fill(at("sample-answer"));
  at("another").hidden = true;
  ask("count", "count", { ...countQuery(), board: state.board }, (answer) => {
    const number = answer.json.count;
    if (answer.json.board) at("count-title").textContent = `Board ${answer.json.board}`;
    at("another").textContent = "Draw a random one";
    at("another").hidden = number === "0";
    if (number !== "0" && number.length <= FEW_DIGITS) sample();
    return shown(answer);
  });
}

/** Draw a random configuration of the count. Show no example if the rule does not support random sampling. */
async function sample() {
  const answer = await engine.ask("sample", "sample", { ...game(), positions: state.positions, board: state.board, seed });
  if (!answer || answer.stopped) return;
  const [picture] = answer.pictures ?? [];
  at("another").hidden = !picture;
  at("another").textContent = "Another random one";
  fill(at("sample-answer"), ...(picture ? [imageOf(picture.svg, `example: ${picture.words || picture.name}`)] : []));
}

/** Show the typeset form of the typed formula, as gfkit parses it. */
async function readFormula() {
  const answer = await engine.ask("formula", "formula", { formula: at("formula").value });
  if (answer?.lines) fill(at("formula-read"), ...(answer.lines.length ? [linesOf(answer.lines)] : []));
}

const countSoon = debounce(count, 120);

function derive() {
  const request = { ...countQuery(), family: state.family };
  derived = null;
  at("take-terms").hidden = true;
  ask("derive", "derive", request, (answer) => {
    derived = answer.json;
    at("take-terms").hidden = derived.weights.length > 0;
    const files = derived.generating_function && state.up_to === "none"
      ? [fetcher("Certificate", "certificate", request), checker(request), fetcher("File for Coq", "theorem", request), ...(derived.weights.length ? [] : [fetcher("OEIS entry", "entry", request)])]
      : [];
    return [...shown(answer, files), ...(derived.weights.length || state.up_to !== "none" ? [] : memberOf(derived, request))];
  });
}

/** Return a slider for n with the n-th board, a random configuration on it, and the coefficient of the series. */
function memberOf({ first_n: begin, terms }, request) {
  const [first, last] = [Math.max(begin, 1), begin + terms.length - 1];
  if (last <= first) return [];
  const [shownN, figure] = [element("output"), element("figure", { "aria-live": "polite" })];
  const slider = element("input", { type: "range", min: first, max: last, value: Math.min(first + 3, last) });
  const show = async () => {
    const n = Number(slider.value);
    shownN.textContent = n;
    const answer = await engine.ask("member", "sample", { ...request, n, seed: 3 });
    if (!answer || answer.stopped) return;
    const [picture] = answer.pictures ?? [];
    const words = ["the coefficient of ", element("i", {}, "t"), element("sup", {}, n), " is ", element("b", {}, terms[n - begin])];
    fill(figure, ...(picture ? [imageOf(picture.svg, `example on ${answer.json.board}: ${picture.words}`)] : []),
      element("figcaption", {}, ...(picture ? [`${answer.json.board}: `] : []), ...words));
  };
  slider.addEventListener("input", debounce(show, 80));
  show();
  return [element("div", { class: "member" }, element("label", { class: "inline" }, element("span", {}, "n = ", shownN), slider), figure)];
}

const MOST_CHECKED = 3e7; // steps of the checker, a few seconds

/** Return a button that requests files and downloads them. */
const fetcher = (label, tool, request) =>
  element("button", { type: "button", title: `download: ${label}`, onclick: (event) => fetchFiles(tool, request, event.currentTarget) }, label);

/** Return a button that checks the certificate in the page without Python: by the verified program or by check.js. */
const checker = (request) =>
  element("button", { type: "button", title: "check the certificate with an independent program", onclick: (event) => checkHere(request, event.currentTarget) }, "Check it");

async function checkHere(request, button) {
  const place = button.closest(".answer");
  const say = (...sentences) => {
    place.querySelector(".checked")?.remove();
    button.closest(".foot").after(element("div", { class: "checked", role: "status" }, ...sentences.map((text) => element("p", {}, text))));
  };
  const answer = await engine.ask("certificate", "certificate", request);
  if (!answer || answer.stopped) return;
  if (answer.error) return place.append(errorOf(answer.error));
  if (answer.json.statement) {
    const [{ verifiedVerdict }] = await Promise.all([import("./button.js"), import("./verified.js")]);
    const { proved, words } = verifiedVerdict(answer.json.certificate, answer.json.statement);
    const evidence = place.querySelector(".foot > .evidence.proved");
    if (proved && evidence && !place.querySelector(".evidence.verified"))
      evidence.after(element("span", { class: "evidence proved verified" }, "verified"));
    return say(words);
  }
  const { check } = await import("./check.js");
  const { code, statement, restsOn } = check(answer.json.certificate, MOST_CHECKED);
  say(...(code ? [statement] : [`Proved: ${statement}.`, `It rests on ${restsOn}.`]));
}

async function fetchFiles(tool, request, button) {
  const answer = await engine.ask(tool, tool, request);
  if (!answer || answer.stopped) return;
  if (answer.error) return button.closest(".answer").append(errorOf(answer.error));
  const name = `${state.game}-${request.family}`.replace(/[^A-Za-z0-9]+/g, "-");
  const files = answer.files ?? { "json": answer.json.certificate };
  for (const [file, text] of Object.entries(files)) download(file === "json" ? `${name}.json` : `${name}-${file}`, text);
}

function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

function value() {
  ask("value", "value", { ...game(), board: state.board }, shown);
}

const who = () => ask("who", "outcomes", { ...game(), board: state.board }, shown);
const nim = () => ask("nim", "nim", { ...game(), board: state.board }, shown);
const outcomes = () => ask("outcomes", "outcomes", { ...game(), family: state.family, to: Number(state.to) }, shown);
const nimbers = () => ask("nimbers", "nim", { ...game(), family: state.family, to: Number(state.to) }, shown);

/** Start a new game on the board against gfkit. */
function play() {
  at("play-card").hidden = false;
  const side = at("play-side").value;
  const other = side === "left" ? "right" : "left";
  match.begin({ ...game(), board: state.board, side, starts: at("play-starts").value === "you" ? side : other, misere: Boolean(at("play-ending").value) });
}

function verify() {
  ask("verify", "verify", { ...countQuery(), family: state.family, formula: state.formula }, shown);
}

function guess() {
  ask("guess", "guess", { terms: state.terms }, (answer) => {
    const found = answer.groups.flatMap(({ lines, pictures, evidence }, k) =>
      [linesOf(lines), ...(k ? [] : picturesOf(pictures)), element("p", { class: "hint" }, evidence)]);
    return [...found, linesOf(answer.lines), footOf({ ...answer, evidence: "a guess is not a proof" })];
  });
}

// Inputs

/** Store entered values in the state, and update the page. If `anew`, remove the answers to the previous input. */
function change(entered, anew = false) {
  Object.assign(state, entered);
  if (Object.keys(entered).some((key) => COUNTED.includes(key))) engine.abandon("count", "sample");
  if (anew) forget();
  writeState(state);
  at("verify-for").textContent = `${state.game === OWN ? "your rule" : state.game} on ${state.family}, ${state.positions}`;
  if ("game" in entered || "rule" in entered) showRule();
  else if (Object.keys(entered).some((key) => COUNTED.includes(key))) countSoon();
}

/** Remove the answers to the previous input from the page and from its address. */
function forget() {
  Object.assign(state, { derive: "", verify: "" });
  forgetAll([...ON_BOARD, ...ON_FAMILY]);
  engine.abandon("derive", "verify", "member", "certificate", "theorem", "entry");
  fill(at("verify-answer"));
  if (derived || at("derive-answer").matches(".waiting")) fill(at("derive-answer"), element("p", { class: "empty" }, "The input has changed; derive again."));
  derived = null;
  at("take-terms").hidden = true;
}

function forgetAll(kinds) {
  engine.abandon(...kinds);
  for (const kind of kinds) {
    if (state[kind]) fill(at(`${kind}-answer`));
    state[kind] = "";
  }
  if (kinds.includes("play")) at("play-card").hidden = true;
}

function setBoard(text, drawn = false) {
  if (!drawn) showBoard(text);
  else at("board").value = text;
  sizes();
  forgetAll(ON_BOARD);
  change({ board: text });
}

function showBoard(text) {
  const drawable = board.show(text);
  for (const part of ["grid", "grid-hint", "tools", "sizes"]) at(part).hidden = !drawable;
  at("undrawn").hidden = drawable;
  at("board").value = text;
}

/** Update the size controls, and suggest families that contain the board. */
function sizes() {
  const [rows, cols] = [board.cells.length, board.cells[0].length];
  at("rows").value = rows;
  at("cols").value = cols;
  const onGrids = [`${rows}xn`, `nx${cols}`, `cylinder:${Math.max(3, rows)}xn`];
  const families = fits.graphs ? [...onGrids.slice(0, 2), "path:n", "cycle:n", onGrids[2]] : onGrids;
  at("suggestions").replaceChildren(
    ...families.map((text) => element("button", { type: "button", onclick: () => chooseFamily(text) }, text)),
  );
}

function chooseFamily(text) {
  at("family").value = text;
  forgetAll(ON_FAMILY);
  change({ family: text, derive: "1", verify: "" });
  derive();
}

async function showRule() {
  at("count-answer").classList.add("waiting");
  const own = state.game === OWN;
  at("own").hidden = !own;
  const answer = own ? await engine.ask("rule", "rule", { rule: state.rule }) : null;
  if (own && (answer === null || answer.stopped)) return;
  rule.mark(answer?.error ?? null);
  if (answer?.error) {
    fill(at("count-answer"), element("p", { class: "empty" }, "The rule has an error, shown there."));
    return;
  }
  if (!own && !games.has(state.game)) {
    const found = await engine.ask("rule", "rule", { game: state.game });
    if (found?.json) games.set(state.game, gamesWithPieces(found)[0]);
  }
  if (own) present(...gamesWithPieces(answer)[0]);
  else if (games.has(state.game)) present(...games.get(state.game));
  countSoon();
  fitFamilies();
}

/** Return the pairs of a game and its pieces in an answer. */
const gamesWithPieces = (answer) => answer.json.games.map((one) => [one, answer.pieces[one.game]]);

function present(described, pieces) {
  at("about").textContent = described.about || described.rules.join(" ");
  at("exactly").hidden = !described.about || !described.rules.length;
  at("exactly").lastElementChild.textContent = described.rules.join(" ");
  const players = [...new Set(pieces.map(({ player }) => player))];
  at("pieces").replaceChildren(
    ...players.map((player) =>
      element("span", { class: "hand" }, nameOf(player), ...pieces.filter((one) => one.player === player).map(pictureOf)),
    ),
  );
  board.offer(pieces);
}

/** Hide the families, classes of configurations and commands that do not apply to the rule. */
async function fitFamilies() {
  const answer = await engine.ask("fits", "fits", game());
  if (!answer?.json) return;
  Object.assign(fits, answer.json);
  for (const id of ["board-games", "ask-outcomes", "to", "to-label"]) at(id).hidden = !fits.played;
  for (const id of ["ask-nim", "ask-nimbers"]) at(id).hidden = !fits.impartial;
  const [positions, weights] = [at("positions"), at("weights")];
  positions.closest("label").hidden = !fits.played && positions.value === "all";
  for (const one of positions.options) one.hidden = one.disabled = fits.impartial && ["left-ends", "right-ends", "play"].includes(one.value) && !one.selected;
  positions.querySelector("[value=maximal]").textContent = fits.impartial ? "no piece can be added" : "no player has a legal move";
  weights.querySelector("[value=players]").textContent = fits.played && !fits.impartial ? "players (x, y)" : "types (x, y)";
  sizes();
}

/** Show the state of the engine. If `taken` is given, the request runs for a long time, and the page offers to stop it. */
function showStatus({ state: now, kind, progress, seconds, taken, reason, bytes }) {
  const loaded = at("loaded");
  loaded.hidden = now !== "loading" || !bytes;
  if (bytes) Object.assign(loaded, { max: bytes.total, value: bytes.done });
  const words = {
    loading: bytes ? `Loading Python, ${megabytes(bytes.done)} of ${megabytes(bytes.total)} MB` : "Loading Python",
    ready: "Ready",
    broken: `Python did not start: ${reason}`,
    busy: progress ? `${progress.stage} ${progressText(progress)}` : `Computing ${kind}`,
  };
  if (!taken) at("status").textContent = words[now];
  if (!progress) at("question").hidden = !taken;
  if (taken) {
    at("asked").textContent = `${taken} s. Continue?`;
    at("go-on").onclick = () => {
      at("question").hidden = true;
      engine.wait(taken, 2 * taken);
    };
  }
  at("status").title = seconds ? `Python and gfkit loaded in ${seconds.toFixed(1)} s` : "";
  document.body.dataset.engine = now;
  if (now !== "busy" || taken || progress) document.body.toggleAttribute("data-long", now === "busy");
  at("stop").hidden = now !== "busy";
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function progressText({ done, total, states }) {
  const part = total ? `${done} of ${total}` : done || "";
  return states ? `${part}, ${states} states` : `${part}`;
}

/** Copy an address that others can open. On a local server this is the address of the public site, if it is configured. */
async function share(button) {
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const site = local ? await fetch("site.json").then((answer) => answer.json(), () => ({})) : {};
  button.title = local && !site.address ? "GFKIT_SITE=ADDRESS sets the public address of the laboratory" : "";
  const done = local && !site.address ? "copied, opens on this machine only" : "copied";
  await copy(site.address ? site.address + location.hash : location.href, button, done);
}

function debounce(action, pause) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, pause);
  };
}

// Initialization

function connect() {
  const form = (id, then) =>
    at(id).addEventListener("submit", (event) => {
      event.preventDefault();
      then();
    });
  form("derive-form", () => (change({ derive: "1" }), derive()));
  for (const [kind, then] of Object.entries({ value, who, nim, play, outcomes, nimbers })) {
    at(`ask-${kind}`).addEventListener("click", () => (change({ [kind]: "1" }), then()));
  }
  at("to").addEventListener("input", () => (forgetAll(ON_FAMILY), change({ to: at("to").value.trim() })));
  for (const id of ["play-new", "play-side", "play-starts", "play-ending"]) at(id).addEventListener(id === "play-new" ? "click" : "change", play);
  at("play-undo").addEventListener("click", () => match.takeBack());
  at("play-hint").addEventListener("click", () => match.hint());
  form("verify-form", () => (change({ formula: at("formula").value, verify: "1" }), verify()));
  form("guess-form", () => (change({ terms: at("terms").value, guess: "1" }), guess()));
  for (const id of ["positions", "weights", "up_to"]) at(id).addEventListener("change", () => change({ [id]: at(id).value }, true));
  at("another").addEventListener("click", () => {
    seed += 1;
    sample();
  });
  at("formula").addEventListener("input", debounce(readFormula, 250));
  at("formula").addEventListener("input", () => {
    if (state.verify) fill(at("verify-answer"), element("p", { class: "empty" }, "The formula has changed; verify again."));
    state.verify = "";
  });
  at("board").addEventListener("change", () => setBoard(at("board").value.trim()));
  at("family").addEventListener("input", () => (forgetAll(ON_FAMILY), change({ family: at("family").value.trim(), derive: "", verify: "" })));
  at("clear").addEventListener("click", () => board.clear());
  at("draw").addEventListener("click", () => setBoard("3x4"));
  at("stop").addEventListener("click", () => engine.stop());
  at("share").addEventListener("click", (event) => share(event.currentTarget));
  at("take-terms").addEventListener("click", () => (at("terms").value = derived.terms.join(", ")));
  for (const button of document.querySelectorAll("[data-step]")) {
    const [side, by] = button.dataset.step.split(":");
    button.addEventListener("click", () => {
      const [rows, cols] = [board.cells.length, board.cells[0].length];
      board.resize(rows + (side === "rows" ? Number(by) : 0), cols + (side === "cols" ? Number(by) : 0));
    });
  }
  addEventListener("hashchange", () => {
    fill(at("derive-answer"));
    forget();
    for (const kind of ["guess", "verify"]) fill(at(`${kind}-answer`));
    Object.assign(state, readState());
    restore();
  });
}

/** Restore the inputs from the address of the page, and repeat its requests. */
async function restore() {
  for (const id of ["positions", "weights", "up_to", "family", "formula", "terms", "to"]) at(id).value = state[id];
  rule.text = state.rule;
  showBoard(state.board);
  sizes();
  change({});
  chooser.show(state.game);
  await showRule();
  if (state.derive) {
    derive();
    at("family-title").scrollIntoView();
  }
  for (const [kind, then] of Object.entries({ value, who, nim, play, outcomes, nimbers })) if (state[kind]) then();
  if (state.formula) readFormula();
  if (state.verify) verify();
  if (state.guess) guess();
}

/** Link the documentation if it exists: a site contains it, the server of gfkit does not. */
async function linkDocumentation() {
  const page = await fetch(at("documentation").href, { method: "HEAD" }).catch(() => null);
  at("documentation").hidden = !page?.ok || location.pathname.split("/").length < 3;
}

async function begin() {
  linkDocumentation();
  showBoard(state.board);
  board.offer([]);
  connect();
  const answer = await engine.ask("games", "games", {});
  for (const [one, pieces] of gamesWithPieces(answer)) games.set(one.game, [one, pieces]);
  chooser.fill(answer.json.games, answer.names_by_group, answer.numbered, answer.synonyms);
  await restore();
}

begin();
