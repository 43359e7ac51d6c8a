// In a report: a button beside the link that holds the certificate, which checks it on the page.

/** The verdict of the verified program on a text, whose statement must be the one that gfkit made in Python: words, and whether it is proved. */
export function verifiedVerdict(text, statement) {
  let answer;
  try {
    answer = globalThis.gfkitVerify(text);
  } catch (error) {
    answer = `3 ${error}`; // the stack of a page may be too small
  }
  const code = answer.slice(0, 1), said = answer.slice(2);
  if (code !== "0") return { proved: false, words: said.length > 300 ? `${said.slice(0, 300)} ...` : said };
  if (said !== statement) return { proved: false, words: "Not proved: the program read another rule or fraction than gfkit stated." };
  return { proved: true, words: "Proved by the verified program, which Coq extracted from its theorem. The statement is that of gfkit." };
}

/** Adds the badge "verified" after each badge in a list that says "proved", once. */
export function markVerified(badges) {
  for (const proved of badges) {
    if (proved.textContent.trim() !== "✓ proved" || proved.nextElementSibling?.textContent === "✓ verified") continue;
    const verified = proved.cloneNode();
    verified.textContent = "✓ verified";
    proved.after(" ", verified);
  }
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
