// Run cells of the documentation in a built laboratory without a browser, and print their output as JSON.
// node cells.mjs LABORATORY FILE, where the file holds a list of pages, each a list of requests

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , laboratory, file] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${laboratory}/pyodide/pyodide.mjs`).href);
const { wheels } = JSON.parse(readFileSync(`${laboratory}/bundle.json`, "utf8"));
const pages = JSON.parse(readFileSync(file, "utf8"));
const printed = [];
const python = await loadPyodide({ indexURL: `${laboratory}/pyodide/`, packages: wheels.map((name) => `${laboratory}/wheels/${name}`) });
const cells = python.pyimport("gfkit.cli.cells");
for (const page of pages) printed.push(page.map((request) => JSON.parse(cells.run_cell(JSON.stringify(request))).text));
console.log(JSON.stringify(printed));
