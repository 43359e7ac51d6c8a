// Print, for pairs of a formula in parts and the same formula as one element, the widths that the browser computes on a wide
// screen, and the right edge of the parts on a narrow one.
// node formulas.mjs FILE EXECUTABLE MODULES

import { createRequire } from "node:module";

const [, , file, executablePath, modules] = process.argv;
const browser = await createRequire(`${modules}/`)("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 4000, height: 900 } });
await page.goto(`file://${file}`);
const widths = await page.$$eval("p", (all) => all.map((one) => [...one.children].map((part) => part.getBoundingClientRect().width)));
await page.setViewportSize({ width: 390, height: 900 });
const right = await page.$$eval("p > :first-child math", (all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
await browser.close();
console.log(JSON.stringify({ widths, right }));
