// In a report: the verified program proves the certificate on the page.

import { addButton, verifiedVerdict } from "./button.js";

addButton("The verified program checks the certificate ...", (text) => verifiedVerdict(text, STATEMENT));
