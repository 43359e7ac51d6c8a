// In a report: a button beside the link that holds the certificate, which checks it on the page.

import { check } from "./check.js";

const MOST_CHECKED = 1e8; // steps, some ten seconds

const link = document.querySelector("a[download]");
const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: "Check it here" });
const answer = document.createElement("p");
answer.setAttribute("role", "status");
link.after(" ", button);
link.parentNode.after(answer);
button.addEventListener("click", () => {
  button.disabled = true;
  answer.textContent = "An independent program in JavaScript checks the certificate ...";
  setTimeout(() => { // so that this is seen before
    const bytes = Uint8Array.from(atob(link.href.split(",")[1]), (sign) => sign.charCodeAt(0));
    const { code, statement, restsOn } = check(new TextDecoder().decode(bytes), MOST_CHECKED);
    answer.textContent = code ? statement : `Proved: ${statement}. It rests on ${restsOn}.`;
    button.disabled = false;
  }, 50);
});
