// In a report: the verified program proves the certificate on the page.

import { addButton, markVerified, verifiedVerdict } from "./button.js";

addButton("The verified program checks the certificate ...", (text) => {
  const { proved, words } = verifiedVerdict(text, STATEMENT);
  if (proved) markVerified(document.querySelectorAll("span"));
  return words;
});
