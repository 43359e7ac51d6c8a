// Write the memory of a newly started Python to a file, so that the page loads it instead of starting Python.
// node snapshot.mjs RUNTIME_FOLDER

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const IMPORTED =
  "array, dataclasses, decimal, difflib, enum, fractions, functools, hashlib, html, importlib.metadata," +
  "importlib.resources, itertools, json, numbers, pathlib, random, re, shutil, textwrap, tomllib, typing, zipfile";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, _makeSnapshot: true });
python.runPython(`import ${IMPORTED}`);
writeFileSync(`${folder}/snapshot.gz`, gzipSync(python.makeMemorySnapshot()));
