// The picture on the first page: a choice and a slider say which board, count and term are shown.

for (const explorer of document.querySelectorAll(".explorer")) {
  const slider = explorer.querySelector("input[type=range]");
  const show = () => {
    const name = explorer.querySelector("input[type=radio]:checked").value;
    for (const view of explorer.querySelectorAll("figure")) {
      view.hidden = view.dataset.name !== name || view.dataset.n !== slider.value;
    }
    explorer.querySelector("output").textContent = slider.value;
  };
  explorer.addEventListener("input", show);
  show(); // a browser keeps what was chosen when a page is loaded again
}

// Blocks that can be changed and run: what runs them is fetched when the first of them is opened. Browsers run no
// modules of pages that are opened as files.
for (const cell of document.querySelectorAll(".code-cell")) {
  if (location.protocol === "file:") {
    cell.hidden = true;
    continue;
  }
  const button = cell.querySelector("button");
  const laboratory = new URL(cell.dataset.laboratory, location.href);
  button.addEventListener("click", async () => {
    const { openCell } = await import(new URL("cell.js", laboratory));
    button.hidden = true;
    openCell(cell);
  });
}

// What is wider than its place can be scrolled by keys, too.
for (const part of document.querySelectorAll("pre, .table-wrapper, .formula, .picture, #errata td")) {
  if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) part.tabIndex = 0;
}
