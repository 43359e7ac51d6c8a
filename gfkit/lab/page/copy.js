// Copies a text to the clipboard, and tells so on the button and to screen readers.

export function say(words) {
  const place = document.getElementById("said"); // a notebook has none
  if (place) place.textContent = words;
}

export async function copy(text, button, done = "copied") {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return window.prompt("The browser does not allow copying; copy this text:", text);
  }
  const before = button.textContent;
  button.textContent = done;
  say(done);
  setTimeout(() => (button.textContent = before), 1200);
}
