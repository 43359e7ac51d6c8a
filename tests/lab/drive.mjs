// Control the laboratory in a browser like a user, and print the observed content as one JSON object.
// node drive.mjs ADDRESS BROWSER EXECUTABLE PROFILE MODULES SHOTS, where BROWSER is chromium or firefox

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [, , address, name, executablePath, profile, modules, shots] = process.argv;
const playwright = createRequire(`${modules}/`)("playwright-core");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const AXE = readFileSync(createRequire(`${modules}/`).resolve("axe-core/axe.min.js"), "utf8");
const seen = { requests: [], console: [], answers: {}, axe: {}, cut: [] };
const context = await (name === "firefox" ? firefox() : chromium());

function chromium() {
  return playwright.chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: FLAGS,
    viewport: { width: 1280, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
}

/** Start the installed Firefox. Copies and downloads are stored in the page, where the test reads them. */
async function firefox() {
  const browser = await playwright.firefox.launch({ channel: "moz-firefox", executablePath, headless: true });
  const left = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };
  const opened = await browser.newContext({ ...left, viewport: { width: 1280, height: 900 } });
  await opened.addInitScript(() => {
    let copied = "";
    const clipboard = { writeText: async (text) => void (copied = text), readText: async () => copied };
    Object.defineProperty(navigator, "clipboard", { value: clipboard });
    const made = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      if (blob.type === "text/plain") window.downloaded = blob.text();
      return made.call(URL, blob);
    };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      if (!this.download) click.call(this);
    };
  });
  return opened;
}

let heard = true;
context.on("request", (request) => seen.requests.push(request.url()));
context.on("console", (message) => ["error", "warning"].includes(message.type()) && heard && seen.console.push(message.text()));
context.on("weberror", (error) => heard && seen.console.push(String(error.error())));
context.setDefaultTimeout(90_000);

/** Take a screenshot. In Firefox, this inserts styles, which the security policy of the page rejects and reports to the
 * console. The first screenshot is taken at the end; after it, the console of Firefox is ignored. */
async function shot(page, file) {
  heard = name !== "firefox";
  await page.screenshot({ path: `${shots}/${name}-${file}.png`, fullPage: true });
}

const settled = (page) =>
  page.waitForFunction(() => document.body.dataset.engine === "ready" && !document.querySelector(".answer.waiting"));

async function open(fragment = "") {
  const page = await context.newPage();
  await page.goto(address + fragment);
  await page.waitForSelector("#count-answer .line, #count-answer .error, #rule-error:not(:empty)");
  await settled(page);
  return page;
}

/** Return the JSON that the copy button of an answer copies. */
async function json(page, kind) {
  await settled(page);
  await page.click(`#${kind}-answer .foot button[aria-label="copy the answer as JSON"]`);
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
}

/** Type into a field key by key, and leave it. */
async function type(page, field, text) {
  await page.click(field);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
  await page.keyboard.press("Tab");
}

/** Wait for the count after a change of the input. */
async function counted(page) {
  await page.waitForTimeout(300);
  return json(page, "count");
}

/** Return the content of the file that a button downloads. */
async function downloaded(page, button) {
  if (name === "firefox") {
    await page.click(button);
    await page.waitForFunction(() => window.downloaded !== undefined);
    return page.evaluate(() => window.downloaded);
  }
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return readFileSync(await file.path(), "utf8");
}

async function derived(page, family) {
  await page.fill("#family", family);
  await page.waitForTimeout(300);
  await settled(page); // an answer above that comes while the button is clicked moves it away
  await page.click("#derive-form button.main");
  return json(page, "derive");
}

const began = performance.now();
const page = await open("#game=domineering&board=3x4");
seen.seconds = (performance.now() - began) / 1000;
seen.loaded = await page.getAttribute("#status", "title");
seen.answers.first = await json(page, "count");

await page.selectOption("#positions", "maximal");
seen.answers.maximal = await derived(page, "3xn");
seen.formulas = await page.$$eval("#derive-answer math", (all) => all.filter((one) => one.getBoundingClientRect().height > 5).length);
await page.locator("#derive-answer input[type=range]").fill("6");
await page.waitForFunction(() => document.querySelector("#derive-answer .member img")?.alt.includes("on 3x6"));
seen.member = await page.textContent("#derive-answer .member figcaption");
seen.certificate = await downloaded(page, "#derive-answer button:has-text('Certificate')");
await page.click("#derive-answer button:has-text('Check it')");
seen.checked = await page.textContent("#derive-answer .checked");

await page.selectOption("#game", "nogo");
await page.selectOption("#positions", "all");
seen.answers.nogo = await derived(page, "path:n");

// Draw a board with the mouse: 3x3 with a hole in a corner and a piece of Left.
await page.selectOption("#game", "domineering");
await page.selectOption("#weights", "players");
await page.click('[aria-label="one column less"]');
await page.click('[aria-label="row 1, column 3: empty"]');
await page.click('#tools [aria-label="a piece of Left: X/X"]');
await page.click('[aria-label="row 2, column 2: empty"]');
seen.answers.drawn = await counted(page);
seen.board = await page.inputValue("#board");
await page.click("#ask-value");
seen.answers.value = await json(page, "value");
seen.link = page.url();

// Draw with the keyboard: the second cell of the first row becomes a hole, then empty again.
await page.click('#tools [aria-label="empty cell or hole"]');
await page.focus('#grid [tabindex="0"]');
await page.keyboard.press("ArrowUp");
await page.keyboard.press("ArrowUp");
await page.keyboard.press("Space");
seen.keyed = await page.inputValue("#board");
seen.focus = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
await page.keyboard.press("Space");

// Outcomes with the winning moves on the board, Grundy values, and outcomes of a family.
await page.click("#ask-who");
seen.answers.who = await json(page, "who");
seen.winning = await page.$$eval("#who-answer summary", (all) => all.map((one) => one.textContent));
const games = await open("#game=cram&board=3x4&nim=1&family=1xn&nimbers=1&outcomes=1&to=12");
seen.answers.nim = await json(games, "nim");
seen.answers.nimbers = await json(games, "nimbers");
seen.answers.outcomes = await json(games, "outcomes");
await games.close();

// Play Cram on 2x2 to the end with the mouse, then take a move back and play with the keyboard.
const table = await open("#game=cram&board=2x2&play=1");
await table.waitForSelector("#play-answer [data-cell]");
await settled(table);
seen.play = { begun: await table.textContent("#play-answer .news") };
await table.click('#play-answer [data-cell="0"]');
seen.play.choices = await table.$$eval("#play-answer .chips button", (all) => all.map((one) => one.textContent));
await table.click('#play-answer [data-cell="1"]');
await settled(table);
seen.play.ended = await table.textContent("#play-answer .news");
await table.click("#play-undo");
await settled(table);
await table.focus('#play-answer [data-cell="0"]');
await table.keyboard.press("ArrowDown");
await table.keyboard.press("Enter");
await table.keyboard.press("ArrowRight");
await table.keyboard.press("Enter");
await settled(table);
seen.play.keyed = await table.textContent("#play-answer .news");
await table.close();
const graph = await open("#game=snort&board=graph:a-b,b-c&play=1");
await graph.waitForSelector("#play-answer [data-cell]");
await settled(graph);
await graph.click('#play-answer [data-cell="1"]');
await settled(graph);
seen.play.graph = await graph.textContent("#play-answer .news");
await graph.close();

// Search for a structure, set its parameter k, draw another random configuration, and change the address.
const chosen = await open("#game=domineering&board=3x4");
await chosen.fill("#find", "colourings");
await chosen.press("#find", "Enter");
seen.answers.colourings = await counted(chosen);
await type(chosen, "#k", "5");
await chosen.waitForFunction(() => `${document.getElementById("about").textContent} ${document.getElementById("exactly").textContent}`.includes("0, 1, 2, 3, 4"));
seen.answers.five = await counted(chosen);
const drawn = () => chosen.getAttribute("#sample-answer img", "src");
const first = await drawn();
await chosen.click("#another");
await chosen.waitForFunction((before) => document.querySelector("#sample-answer img")?.src !== before, first);
await chosen.evaluate(() => {
  window.stays = true;
  location.hash = "#game=kings&board=4x4&formula=%5Cfrac%7B3%7D%7B1-t-2t%5E2%7D";
});
await chosen.waitForSelector("#formula-read math");
seen.answers.address = await counted(chosen);
seen.stays = await chosen.evaluate(() => [window.stays, document.querySelector("#formula-read .formula").getAttribute("aria-label")]);
await chosen.close();

// No formula overflows its place on a phone, a tablet or a desktop.
const ASKED = ["domineering 5xn", "domino-tilings 7xn", "kings 5xn", "col cylinder:4xn", "matchings 4xn", "independent-sets 5xn",
  "dominating-sets 3xn", "colourings:3 torus:3xn", "spanning-trees 4xn", "snort 3xn players", "domineering 3xn players", "cis 4xn pieces"];
for (const asked of ASKED) {
  const [game, family, weights = "none"] = asked.split(" ");
  const one = await open(`#game=${game}&board=2x3&family=${family}&weights=${weights}&derive=1`);
  await one.waitForSelector("#derive-answer .line");
  await settled(one);
  for (const width of [390, 768, 1280]) {
    await one.setViewportSize({ width, height: 900 });
    await one.waitForTimeout(150);
    const cut = await one.$$eval(".formula", (all) => all.filter((place) => place.offsetParent).filter((place) => {
      const right = place.getBoundingClientRect().right + 1;
      const parts = [...place.querySelectorAll("math, span, div")].map((part) => part.getBoundingClientRect().right);
      return place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 1 || Math.max(0, ...parts) > right;
    }).map((place) => place.textContent.slice(0, 40)));
    seen.cut.push(...cut.map((text) => `${asked} at ${width}: ${text}`));
  }
  await one.close();
}

// Open the shared link in a new page.
const other = await open(seen.link.slice(address.length));
seen.restored = {
  count: await json(other, "count"),
  value: await json(other, "value"),
  board: await other.inputValue("#board"),
  weights: await other.inputValue("#weights"),
};
await other.close();

await page.fill("#terms", "1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786");
await page.click("#guess-form button[type=submit]");
seen.answers.guess = await json(page, "guess");

// Coefficients that exceed 64 bits.
const terms = [1n, 2n];
while (terms.length < 16) terms.push(123456789012n * terms.at(-1) - 98765432109876n * terms.at(-2));
await page.fill("#terms", terms.join(" "));
await page.click("#guess-form button[type=submit]");
seen.answers.rational = await json(page, "guess");

await page.selectOption("#game", "cis");
await page.selectOption("#weights", "none");
await page.fill("#family", "path:n");
await page.fill("#formula", "\\frac{3}{1-t-2t^2}");
await page.click("#verify-form button");
seen.answers.refuted = await json(page, "verify");
seen.verdict = await page.textContent("#verify-answer .verdict");

// A user-defined rule, first with an error.
await page.selectOption("#game", "own");
await page.fill("#rule", 'name = "Corners"\n[left]\npieces = ["XX/X.", "XX/.Q"]\n[right]\npieces = ["XX"]\n');
await page.waitForSelector("#rule-error:not(:empty)");
seen.wrong = {
  line: await page.textContent("#gutter .wrong"),
  words: await page.textContent("#rule-error"),
  invalid: await page.getAttribute("#rule", "aria-invalid"),
};
if (name !== "firefox") await shot(page, "rule-error");
await page.fill("#rule", 'name = "Corners"\n[left]\npieces = ["XX/X.", "XX/.X"]\n[right]\npieces = ["XX"]\n');
await page.waitForSelector("#rule-error", { state: "hidden" });
await type(page, "#board", "3x3");
seen.answers.own = await counted(page);
seen.answers.ownFamily = await derived(page, "2xn");

// Stop a long computation; the page remains usable.
await page.selectOption("#game", "nogo");
await type(page, "#board", "9x9");
await page.waitForFunction(() => !document.getElementById("stop").hidden);
await page.click("#stop");
await type(page, "#board", "2x2");
seen.answers.after = await counted(page);

// On a phone, the controls of a long computation are visible, and a change of the board stops it.
await page.setViewportSize({ width: 390, height: 844 });
await page.selectOption("#game", "kings");
await type(page, "#board", "40x40");
await page.waitForSelector("#go-on", { state: "visible" });
seen.phone = await page.$$eval("#status, #asked, #go-on, #stop", (all) => all.filter((one) => {
  const { top, left, bottom, right } = one.getBoundingClientRect();
  return Math.min(top, left) >= 0 && bottom <= innerHeight && right <= innerWidth && one.textContent;
}).map((one) => one.id));
seen.small = await page.$$eval("button, input, select, summary, a", (all) => all.filter((one) => one.offsetParent && !one.closest("#grid"))
  .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 44).map((one) => one.id || one.textContent));
await page.click("#go-on");
seen.asked = await page.isVisible("#question");
await type(page, "#board", "3x3");
seen.answers.superseded = await counted(page);
await page.close();

// Accessibility, widths and screenshots by colour scheme.
const FINDING =
  "#derive=1&family=nx3&positions=right-ends&weights=none&board=..%23%2F.A.%2F.A.&value=1&who=1&play=1&outcomes=1";
seen.widths = {};
for (const scheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    const shown = await context.newPage();
    await shown.setViewportSize({ width, height: 900 });
    if (name === "chromium") await shown.emulateMedia({ colorScheme: scheme });
    await shown.goto(address + FINDING);
    if (name !== "chromium") await shown.selectOption("#theme", scheme);
    await shown.waitForSelector("#derive-answer .line");
    await settled(shown);
    await shown.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    await shown.evaluate(AXE);
    seen.axe[`${width} ${scheme}`] = await shown.evaluate(async () =>
      (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")}`),
    );
    seen.widths[`${width} ${scheme}`] = await shown.evaluate(() => document.documentElement.scrollWidth);
    await shot(shown, `${width}-${scheme}`);
    await shown.evaluate(() => (location.hash = "#game=spanning-trees&family=4xn&derive=1&board=2x2"));
    await shown.waitForFunction(() => document.querySelector("#derive-answer .formula")?.textContent.includes("2632"));
    await settled(shown);
    seen.cut.push(...(await shown.$$eval(".formula", (all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent))));
    seen.widths[`${width} ${scheme} trees`] = await shown.evaluate(() => document.documentElement.scrollWidth);
    await shown.close();
  }
}
await (name === "firefox" ? context.browser() : context).close();
console.log(JSON.stringify(seen));
