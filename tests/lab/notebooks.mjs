// Draw on the board with results in a notebook, like a user, and print the results below it as JSON.
// node notebooks.mjs jupyterlab|marimo PYTHON EXECUTABLE FOLDER MODULES SHOTS; output is written to FOLDER

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const [, , kind, python, executablePath, folder, modules, shots] = process.argv;
const playwright = createRequire(`${modules}/`)("playwright-core");

const SHOWN = "gfkit.board_card('2x3')";
const CELL = { cell_type: "code", id: "a", metadata: {}, outputs: [], execution_count: null, source: `import gfkit; ${SHOWN}` };
const KERNEL = { kernelspec: { name: "python3", display_name: "Python 3" } };
const FILES = {
  "card.ipynb": JSON.stringify({ cells: [CELL], metadata: KERNEL, nbformat: 4, nbformat_minor: 5 }),
  "card.py": `import marimo
app = marimo.App()
@app.cell
def _():
    import gfkit, marimo
    marimo.ui.anywidget(${SHOWN})
    return
app.run()
`,
};
const NOTEBOOKS = {
  jupyterlab: { place: "/lab/tree/card.ipynb", words: "--no-browser --allow-root --ip=127.0.0.1 --IdentityProvider.token=" },
  marimo: { place: "/", words: "run card.py --headless --no-token --host=127.0.0.1" },
};

/** A port that is free now. */
const freePort = () =>
  new Promise((tell) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => tell(port));
    });
  });

/** The address of a notebook once its server answers, and the server. */
async function serve() {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(`${folder}/${name}`, text);
  const { place, words } = NOTEBOOKS[kind];
  const port = await freePort();
  const server = spawn(python, ["-m", kind, ...words.split(" "), `--port=${port}`], { cwd: folder, stdio: "ignore" });
  const root = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300 && !(await fetch(root).catch(() => null)); tries++) await pause(200);
  return { address: root + place, server };
}

const { address, server } = await serve();
try {
  const context = await playwright.chromium.launchPersistentContext(`${folder}/profile`, {
    executablePath,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
    viewport: { width: 1280, height: 1400 },
  });
  context.setDefaultTimeout(60_000);
  const page = context.pages()[0];
  const failures = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  await page.goto(address);
  if (kind === "jupyterlab") {
    await page.locator(".jp-NotebookPanel .jp-Spinner").waitFor({ state: "detached", timeout: 120_000 });
    await page.locator(".jp-Notebook .jp-CodeCell .cm-content").first().click();
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
    await page.keyboard.press("Shift+Enter");
  }
  const below = page.locator(".gfkit-board .answers").first();

  /** Return the results once they refer to a board, as text with single spaces. */
  async function answers(board) {
    await below.locator(".count code", { hasText: board }).waitFor();
    return (await below.innerText()).split(/\s+/).join(" ");
  }

  const seen = { "2x3": await answers("2x3") };
  await page.getByRole("button", { name: "one column more" }).click();
  seen["2x4"] = await answers("2x4");
  await page.getByRole("radio", { name: /a piece of left/i }).first().click();
  await page.locator(".gfkit-board [role=gridcell]").first().click();
  seen["A.../A..."] = await answers("A.../A...");
  await page.screenshot({ path: `${shots}/notebook-${kind}.png` });
  await context.close();
  console.log(JSON.stringify({ seen, failures }));
} finally {
  server.kill();
}
