// In a report: a button beside the link that holds the certificate, which checks it on the page.

/** The verdict of the verified program on a text, whose statement must be the one that gfkit made in Python. */
export function verifiedVerdict(text, statement) {
  let answer;
  try {
    answer = globalThis.gfkitVerify(text);
  } catch (error) {
    answer = `3 ${error}`; // the stack of a page may be too small
  }
  const code = answer.slice(0, 1), said = answer.slice(2);
  if (code !== "0") return said.length > 300 ? `${said.slice(0, 300)} ...` : said;
  if (said !== statement) return "Not proved: the program read another rule or fraction than gfkit stated.";
  return "Proved by the verified program, which Coq extracted from its theorem. The statement is that of gfkit.";
}

/** Adds the button; judge makes a verdict of the text of the certificate. */
export function addButton(words, judge) {
  const link = document.querySelector("a[download]");
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: "Check it here" });
  const answer = document.createElement("p");
  answer.setAttribute("role", "status");
  link.after(" ", button);
  link.parentNode.after(answer);
  button.addEventListener("click", () => {
    button.disabled = true;
    answer.textContent = words;
    setTimeout(() => { // so that this is seen before
      const bytes = Uint8Array.from(atob(link.href.split(",")[1]), (sign) => sign.charCodeAt(0));
      answer.textContent = judge(new TextDecoder().decode(bytes));
      button.disabled = false;
    }, 50);
  });
}
