// The theme: light, dark, or the setting of the system. This script runs before the page is drawn.

const root = document.documentElement;

function setTheme(theme) {
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
  try {
    localStorage.setItem("gfkit-theme", theme);
  } catch {
    // Without storage, the choice applies until the page is closed.
  }
}

try {
  setTheme(localStorage.getItem("gfkit-theme") ?? "system");
} catch {
  setTheme("system");
}

addEventListener("DOMContentLoaded", () => {
  const choice = document.getElementById("theme");
  choice.value = root.dataset.theme ?? "system";
  choice.addEventListener("change", () => setTheme(choice.value));
});
