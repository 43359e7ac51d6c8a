// In a report: buttons next to the evidence and to the certificate, which check the certificate in the page.

/**
 * Return the verdict of the verified program on a certificate as { proved, words }. The certificate is proved only if
 * the program prints exactly the statement that gfkit derived in Python.
 */
export function verifiedVerdict(text, statement) {
  let answer;
  try {
    answer = globalThis.gfkitVerify(text);
  } catch (error) {
    answer = `3 ${error}`; // the call stack of a page may be too small
  }
  const code = answer.slice(0, 1), said = answer.slice(2);
  if (code !== "0") return { proved: false, words: said.length > 300 ? `${said.slice(0, 300)} ...` : said };
  if (said !== statement) return { proved: false, words: "Not proved: the statement of the program differs from the statement of gfkit." };
  return { proved: true, words: "Proved by the verified program, which Coq extracted from its theorem. Its statement equals the statement of gfkit." };
}

/** Add the badge "verified" after each badge "proved" of a list that does not have it yet. */
export function markVerified(badges) {
  for (const proved of badges) {
    if (proved.textContent.trim() !== "✓ proved" || proved.nextElementSibling?.textContent === "✓ verified") continue;
    const verified = proved.cloneNode();
    verified.textContent = "✓ verified";
    proved.after(" ", verified);
  }
}

/**
 * Add the button to the line of the evidence and next to the certificate. `words` is shown while the check runs; `judge`
 * maps the content of the certificate to its verdict.
 */
export function addButton(words, judge) {
  const link = document.querySelector("a[download]");
  for (const line of [document.querySelector(".known"), link.parentNode]) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: "Check it here" });
    const answer = document.createElement("p");
    answer.setAttribute("role", "status");
    line.append(" ", button);
    line.after(answer);
    button.addEventListener("click", () => {
      button.disabled = true;
      answer.textContent = words;
      setTimeout(() => { // let the browser draw the message before the check blocks the page
        const bytes = Uint8Array.from(atob(link.href.split(",")[1]), (sign) => sign.charCodeAt(0));
        answer.textContent = judge(new TextDecoder().decode(bytes));
        button.disabled = false;
      }, 50);
    });
  }
}
