// Check every page of the documentation with axe-core, and print the violations as one JSON object. On one page,
// cells are edited and run before.
// node audit.mjs FOLDER EXECUTABLE MODULES

import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname } from "node:path";

const [, , folder, executablePath, modules] = process.argv;
const need = createRequire(`${modules}/`);
const axeText = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html") && !name.startsWith("lab/"));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const server = createServer(({ url }, reply) => {
  const file = `${folder}${decodeURIComponent(new URL(url, "http://x").pathname)}`;
  try {
    const content = readFileSync(file);
    reply.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" }).end(content);
  } catch {
    reply.writeHead(404).end();
  }
}).listen(0, "127.0.0.1");
const browser = await need("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const found = { pages: pages.length, wrong: {}, printed: [], chosen: [], checked: [] };
const looks = ["light", "dark"].flatMap((colorScheme) => [1280, 390].map((width) => ({ colorScheme, width })));
await Promise.all([looks.slice(0, 2), looks.slice(2)].map(async (some) => {
  for (const look of some) await audit(look);
}));

/** Check all pages in one width and colour scheme, also for overflow. */
async function audit({ colorScheme, width }) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  // The pages of structures have the same layout, so one width and colour scheme suffices.
  const isAll = width === 390 && colorScheme === "light";
  for (const name of pages.filter((one) => isAll || !one.startsWith("structures/"))) {
    await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
    if (name === "tutorial.html") found.printed.push(await changed(page));
    if (name === "structures/kings.html") await choose(page);
    await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    await page.evaluate(axeText);
    const wrong = await page.evaluate(async () =>
      (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")} (${nodes.length})`),
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) wrong.push(`${wide} wide`);
    const cut = await page.$$eval("math", cutFormulas);
    if (cut.length) wrong.push(`cut: ${cut.join(" | ")}`);
    if (wrong.length) found.wrong[`${name} ${width} ${colorScheme}`] = wrong;
  }
  await context.close();
}

/** Return the formulas that end outside of the window, or of a part of the page that does not scroll. */
function cutFormulas(all) {
  const isCut = (one) => {
    let { right } = one.getBoundingClientRect();
    for (let place = one.parentElement; place; place = place.parentElement) {
      const { overflowX } = getComputedStyle(place);
      const edge = place.getBoundingClientRect().right + 1;
      if (right > edge && ["hidden", "clip"].includes(overflowX)) return true;
      if (["auto", "scroll"].includes(overflowX)) right = Math.min(right, edge);
    }
    return right > innerWidth + 1;
  };
  return all.filter(isCut).map((one) => one.textContent.slice(0, 40));
}

/** Select a formula by the address. If the site contains certificates, let the verified program check one. */
async function choose(page) {
  await page.evaluate(() => (location.hash = "#4xn"));
  found.chosen.push(await page.$$eval("ul.laws > li", (all) => all.filter((one) => one.offsetParent).map((one) => one.id).join()));
  const button = page.locator("li.chosen button.check");
  if (!(await button.count())) return;
  await button.click();
  await page.waitForFunction(() => !document.querySelector("li.chosen button.check").disabled);
  found.checked.push(await page.textContent("li.chosen [role=status]"));
}

/** Return the output of a cell with an edited command, and of a cell that reads an edited file of the page. */
async function changed(page) {
  const cells = page.locator(".code-cell");
  const printed = [];
  await cells.nth(8).getByRole("button").click();
  await cells.nth(8).locator("textarea").fill('name = "Bars"\n[left]\npieces = ["X/X"]\n[right]\npieces = ["XX"]\n');
  for (const [k, text] of [[0, "gfkit count kings 2x2"], [10, "gfkit count posts.toml 2x2"]]) {
    await cells.nth(k).locator("> button").click();
    await cells.nth(k).locator("textarea").fill(text);
    await cells.nth(k).locator("textarea").press("Control+Enter");
    await page.waitForFunction(([k, was]) => document.querySelectorAll(".code-cell")[k].querySelector("pre").textContent.startsWith(was), [k, "57"[k && 1]], { timeout: 90_000 });
    printed.push(await cells.nth(k).locator("pre").textContent());
  }
  return printed;
}

await browser.close();
server.close();
console.log(JSON.stringify(found));
