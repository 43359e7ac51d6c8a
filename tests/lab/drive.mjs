// Drives the laboratory in Chromium as a person would, and prints what it saw as one JSON object.
// node drive.mjs ADDRESS CHROMIUM PROFILE MODULES SHOTS

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [, , address, chromium, profile, modules, shots] = process.argv;
const { chromium: browser } = createRequire(`${modules}/`)("playwright-core");
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
const seen = { requests: [], console: [], answers: {}, axe: {} };
const context = await browser.launchPersistentContext(profile, {
  executablePath: chromium,
  headless: true,
  args: FLAGS,
  viewport: { width: 1280, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
});
context.on("request", (request) => seen.requests.push(request.url()));
context.on("console", (message) => ["error", "warning"].includes(message.type()) && seen.console.push(message.text()));
context.on("weberror", (error) => seen.console.push(String(error.error())));
context.setDefaultTimeout(90_000);

const settled = (page) =>
  page.waitForFunction(() => document.body.dataset.engine === "ready" && !document.querySelector(".answer.waiting"));

async function open(fragment = "") {
  const page = await context.newPage();
  await page.goto(address + fragment);
  await page.waitForSelector("#count-answer .line, #count-answer .error, #rule-error:not(:empty)");
  await settled(page);
  return page;
}

/** The JSON that the copy button of an answer gives. */
async function json(page, kind) {
  await settled(page);
  await page.click(`#${kind}-answer .foot button[aria-label="copy the answer as JSON"]`);
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
}

/** Waits until a changed question has been counted. */
async function counted(page) {
  await page.waitForTimeout(300);
  return json(page, "count");
}

async function derived(page, family) {
  await page.fill("#family", family);
  await page.click("#derive-form button.main");
  return json(page, "derive");
}

const began = performance.now();
const page = await open();
seen.seconds = (performance.now() - began) / 1000;
seen.loaded = await page.getAttribute("#status", "title");
seen.answers.first = await json(page, "count");

await page.selectOption("#positions", "maximal");
seen.answers.maximal = await derived(page, "3xn");
seen.formulas = await page.$$eval("#derive-answer math", (all) => all.filter((one) => one.getBoundingClientRect().height > 5).length);
const [download] = await Promise.all([page.waitForEvent("download"), page.click("#derive-answer button:has-text('Certificate')")]);
seen.certificate = readFileSync(await download.path(), "utf8");

await page.selectOption("#game", "nogo");
await page.selectOption("#positions", "all");
seen.answers.nogo = await derived(page, "path:n");

// A board drawn by hand: three by three, a hole in a corner, a piece of Left.
await page.selectOption("#game", "domineering");
await page.selectOption("#weights", "players");
await page.click('[aria-label="one column less"]');
await page.click('[aria-label="row 1, column 3: free"]');
await page.click('#tools [aria-label="a piece of Left: X/X"]');
await page.click('[aria-label="row 2, column 2: free"]');
seen.answers.drawn = await counted(page);
seen.board = await page.inputValue("#board");
await page.click("#value-form button");
seen.answers.value = await json(page, "value");
seen.link = page.url();

// The same by keys: the second cell of the first row becomes a hole, and free again.
await page.click('#tools [aria-label="free cell or hole"]');
await page.focus('#grid [tabindex="0"]');
await page.keyboard.press("ArrowUp");
await page.keyboard.press("ArrowUp");
await page.keyboard.press("Space");
seen.keyed = await page.inputValue("#board");
seen.focus = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
await page.keyboard.press("Space");

// The link in a page of its own.
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

// Coefficients longer than a word of the browser's machine.
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

// A rule of one's own, with an error at first.
await page.selectOption("#game", "own");
await page.fill("#rule", 'name = "Corners"\n[left]\npieces = ["XX/X.", "XX/.Q"]\n[right]\npieces = ["XX"]\n');
await page.waitForSelector("#rule-error:not(:empty)");
seen.wrong = {
  line: await page.textContent("#gutter .wrong"),
  words: await page.textContent("#rule-error"),
  invalid: await page.getAttribute("#rule", "aria-invalid"),
};
await page.screenshot({ path: `${shots}/rule-error.png`, fullPage: true });
await page.fill("#rule", 'name = "Corners"\n[left]\npieces = ["XX/X.", "XX/.X"]\n[right]\npieces = ["XX"]\n');
await page.waitForSelector("#rule-error", { state: "hidden" });
await page.fill("#board", "3x3");
await page.press("#board", "Tab");
seen.answers.own = await counted(page);
seen.answers.ownFamily = await derived(page, "2xn");

// A long computation is stopped, and the page goes on.
await page.selectOption("#game", "nogo");
await page.fill("#board", "9x9");
await page.press("#board", "Tab");
await page.waitForFunction(() => !document.getElementById("stop").hidden);
await page.click("#stop");
await page.fill("#board", "2x2");
await page.press("#board", "Tab");
seen.answers.after = await counted(page);
await page.close();

// How it looks.
const FINDING = "#derive=1&family=nx3&positions=right-ends&weights=none&board=..%23%2F.A.%2F.A.";
seen.widths = {};
for (const scheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    const shown = await context.newPage();
    await shown.setViewportSize({ width, height: 900 });
    await shown.emulateMedia({ colorScheme: scheme });
    await shown.goto(address + FINDING);
    await shown.waitForSelector("#derive-answer .line");
    await settled(shown);
    await shown.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    await shown.evaluate(AXE);
    seen.axe[`${width} ${scheme}`] = await shown.evaluate(async () =>
      (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")}`),
    );
    seen.widths[`${width} ${scheme}`] = await shown.evaluate(() => document.documentElement.scrollWidth);
    await shown.screenshot({ path: `${shots}/${width}-${scheme}.png`, fullPage: true });
    await shown.close();
  }
}
await context.close();
console.log(JSON.stringify(seen));
