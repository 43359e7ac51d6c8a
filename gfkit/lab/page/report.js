// In a report: the independent checker of check.js checks the certificate in the page.

import { addButton } from "./button.js";
import { check } from "./check.js";

const MOST_CHECKED = 1e8; // steps of the checker, about ten seconds

addButton("An independent program in JavaScript checks the certificate ...", (text) => {
  const { code, statement, restsOn } = check(text, MOST_CHECKED);
  return code ? statement : `Proved: ${statement}. It rests on ${restsOn}.`;
});
