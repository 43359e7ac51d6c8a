// Copy a string to the clipboard, and confirm it on the button and for screen readers.

export function say(words) {
  const place = document.getElementById("said"); // a notebook does not have this element
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
