// Looks at every page of the documentation with axe-core, and prints what it finds as one JSON object.
// node audit.mjs FOLDER EXECUTABLE MODULES

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , folder, executablePath, modules] = process.argv;
const need = createRequire(`${modules}/`);
const axeText = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html") && !name.startsWith("lab/"));
const browser = await need("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const found = { pages: pages.length, wrong: {} };
const looks = ["light", "dark"].flatMap((colorScheme) => [1280, 390].map((width) => ({ colorScheme, width })));
await Promise.all([looks.slice(0, 2), looks.slice(2)].map(async (some) => {
  for (const look of some) await audit(look);
}));

/** Looks at all pages in one width and scheme; nothing may stick out either. */
async function audit({ colorScheme, width }) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  for (const name of pages) {
    await page.goto(pathToFileURL(`${folder}/${name}`).href);
    await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    await page.evaluate(axeText);
    const wrong = await page.evaluate(async () =>
      (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")} (${nodes.length})`),
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) wrong.push(`${wide} wide`);
    if (wrong.length) found.wrong[`${name} ${width} ${colorScheme}`] = wrong;
  }
  await context.close();
}

await browser.close();
console.log(JSON.stringify(found));
