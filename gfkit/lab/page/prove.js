// In a report: the verified program checks the certificate in the page.

import { addButton, markVerified, verifiedVerdict } from "./button.js";

addButton("The verified program checks the certificate ...", (text) => {
  const { proved, words } = verifiedVerdict(text, STATEMENT);
  if (proved) markVerified(document.querySelectorAll("span"));
  return words;
});
