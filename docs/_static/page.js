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

// What is wider than its place can be scrolled by keys, too.
for (const part of document.querySelectorAll("pre, .table-wrapper, .formula, .picture, #errata td")) {
  if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) part.tabIndex = 0;
}
