// The figure on the home page: a choice and a slider select the board, count and term.

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
  show(); // a browser preserves the inputs when a page is reloaded
}

// Code cells: the page fetches their engine when a reader opens the first one. Browsers do not run the modules of a
// page that is opened as a file.
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

// Copy buttons: the commands of a console block, the statements of a Python session, the correction of an erratum.
const addCopyButton = (parent, text, label, title) => {
  const button = document.createElement("button");
  Object.assign(button, { className: "copy", type: "button", textContent: label, title });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "copied";
    setTimeout(() => (button.textContent = label), 1500);
  });
  parent.append(button);
};
const typed = (text) => {
  const prompt = text.includes(">>> ") ? /^(?:>>>|\.\.\.) ?/ : /^\$ /;
  const lines = text.split("\n").filter((line) => prompt.test(line));
  return lines.length ? lines.map((line) => line.replace(prompt, "")).join("\n") : text.trimEnd();
};
if (navigator.clipboard) {
  for (const block of document.querySelectorAll(".highlight")) {
    addCopyButton(block, typed(block.querySelector("pre").textContent), "copy", "Copy this block without its output");
  }
  for (const anchor of document.querySelectorAll("[data-copy]")) {
    addCopyButton(anchor.parentElement, anchor.dataset.copy, anchor.closest(".laws, .cite") ? "copy" : "copy as OEIS correction", "");
  }
}

// Pages of structures show one formula, which the fragment of the address names.
const laws = document.querySelector("ul.laws");
if (laws) {
  const choose = () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const chosen = named?.parentElement === laws ? named : laws.querySelector(".chosen");
    for (const law of laws.children) law.classList.toggle("chosen", law === chosen);
    for (const link of document.querySelectorAll(".widths a")) {
      link.toggleAttribute("aria-current", decodeURIComponent(link.hash.slice(1)) === chosen.id);
    }
    document.querySelector(".widths details:has([aria-current])")?.setAttribute("open", "");
  };
  laws.classList.add("single");
  addEventListener("hashchange", choose);
  choose();
  for (const button of laws.querySelectorAll("button.check")) {
    button.hidden = location.protocol === "file:"; // browsers do not fetch files there
    button.addEventListener("click", async () => {
      const [link, status] = [button.previousElementSibling, button.parentElement.nextElementSibling];
      button.disabled = true;
      status.textContent = "The verified program checks the certificate ...";
      const home = new URL(`${document.documentElement.dataset.content_root}_static/`, location.href);
      const [reply, { verifiedVerdict }] = await Promise.all([fetch(link.href), import(new URL("button.js", home)), import(new URL("verified.js", home))]);
      status.textContent = verifiedVerdict(await reply.text(), button.dataset.statement).words;
      button.disabled = false;
    });
  }
}

// Elements that overflow their place get the focus, so that the keyboard scrolls them.
for (const part of document.querySelectorAll("pre, .table-wrapper, .formula, .picture, #errata td")) {
  if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) part.tabIndex = 0;
}

// The search for terms, names and A-numbers in the pages of structures. It is part of the list of structures, and its
// results precede those of the site search.
const searched = document.querySelector(".structure-search input");
const asked = location.pathname.endsWith("search.html") && new URLSearchParams(location.search).get("q");
if (searched || asked) {
  const root = document.documentElement.dataset.content_root || "./";
  const place = searched ? searched.closest("p").nextElementSibling : document.createElement("div");
  // Where the terms that are searched are in a row: as consecutive terms or, if they are at least four, as every second
  // or third term; the row may lack the first of at least five terms. Both lists may end early.
  const sectionWith = (asked, terms, dropped = 0) => {
    for (const step of asked.length < 4 ? [1] : [1, 2, 3]) {
      for (let place = terms.indexOf(asked[0]); place >= 0; place = terms.indexOf(asked[0], place + 1)) {
        const compared = asked.slice(0, Math.ceil((terms.length - place) / step));
        const isEnough = compared.length >= Math.min(asked.length, 6);
        if (isEnough && compared.every((term, k) => terms[place + step * k] === term)) return [step, place, dropped];
      }
    }
    return asked.length < 5 || dropped ? undefined : sectionWith(asked.slice(1), terms, 1);
  };
  const facts = ([, , terms, formula, sections], step, place, dropped, number) => {
    const isSame = (one) => (number ? one[0] === number : one[1] === step && (place - one[2]) % step === 0);
    const which = ["", "", "every second term", "every third term"][step];
    const [known, , start, words] = sections.find(isSame) ?? ["", step, place % step, which];
    const shown = terms.split(",").filter((_, k) => k >= start && (k - start) % step === 0);
    const law = formula && step > 1 ? `all terms: ${formula}` : formula;
    return [known, words, dropped ? "from the second of the searched terms on" : "", `${shown.join(", ")}, …`, law].filter(Boolean).join("; ");
  };
  // Words of the names of sequences that do not distinguish structures.
  const COMMON = /^(number|of|ways?|to|in|on|an?|the|all|board|grid|rectangle|square|graph|n|x|\d.*)$/i;
  window.gfkitStructures = ({ pages, rows }) => {
    const find = (query) => {
      const plain = query.trim().toUpperCase();
      const numbers = /^-?\d[-\d\s,;]*$/.test(plain) ? plain.split(/[\s,;]+/).filter(Boolean) : [];
      // 12,988,816 may be one number
      const grouped = /^\d{1,3}(,\d{3})+$/.test(plain) ? [plain.replaceAll(",", "")] : numbers;
      const isLong = numbers.length > 1 || numbers.join().length > 3;
      const hits = [];
      for (const row of rows) {
        const terms = row[2].split(",");
        const named = row[4].find(([number]) => number === plain);
        const part = numbers.length ? isLong && (sectionWith(numbers, terms) ?? sectionWith(grouped, terms)) : named && [named[1], named[2], 0];
        if (part) hits.push([part[0] + 3 * part[2], [pages[row[0]], row[1], facts(row, ...part, named?.[0])]]);
      }
      hits.sort(([one], [other]) => one - other);
      const all = plain.replace(/[_-]/g, " ").split(/\s+/).filter(Boolean);
      const telling = all.filter((word) => !COMMON.test(word));
      const words = telling.length ? telling : all;
      const isIn = (text) => words.every((word) => text.toUpperCase().replace(/-/g, " ").includes(word));
      // A sentence, such as "spanning trees of the torus", contains all words of the title or of another name.
      const isWhole = (name) => name.toUpperCase().split(/[\s-]+/).every((word) => all.includes(word));
      const isNamed = ([, title, names]) => isIn(`${title} ${names}`) || [title, ...names.split(" ")].some(isWhole);
      const first = (page) => rows.find(([at, board]) => pages[at] === page && board === page[3]);
      const found = numbers.length || plain.length < 3 ? [] : pages.filter(isNamed);
      found.sort(([, one], [, other]) => isIn(other) - isIn(one));
      return [...found.map((page) => [page, page[3], first(page) && facts(first(page), 1, 0, 0)]), ...hits.map(([, hit]) => hit)].slice(0, 20);
    };
    const show = (query) => {
      const list = document.createElement("ul");
      for (const [[file, title], board, about] of find(query)) {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = `${root}structures/${file}.html${board ? `#${encodeURIComponent(board)}` : ""}`;
        link.textContent = board ? `${title} on ${board}` : title;
        item.append(link, about ? `: ${about}` : "");
        list.append(item);
      }
      place.replaceChildren(...(list.children.length ? [list] : query.trim() ? ["No structure found."] : []));
    };
    if (searched) {
      searched.addEventListener("input", () => show(searched.value));
      if (searched.value) show(searched.value);
    } else {
      show(asked);
      const isFound = Boolean(place.querySelector("a"));
      const results = document.querySelector("#search-results");
      // The theme reports there that no page matches, also if a structure does, and advises to select categories.
      const report = () => {
        if (!/did not match/.test(results.textContent)) return;
        const message = [...results.querySelectorAll("p")].find((one) => /did not match/.test(one.textContent));
        if (isFound) results.hidden = true;
        else if (message) message.innerHTML = `No page contains all of these words. <a href="${root}count.html">What do you count?</a> lists names of structures, and <a href="${root}structures.html">the pages of structures</a> are searched for terms and A-numbers.`;
      };
      if (results) {
        new MutationObserver(report).observe(results, { childList: true, subtree: true });
        report(); // the search may have ended before
      }
      if (isFound) {
        place.prepend(Object.assign(document.createElement("h2"), { textContent: "Structures" }));
        (results ?? document.querySelector("article")).before(place);
      }
    }
  };
  const script = document.createElement("script");
  script.src = `${root}structures/index.js`;
  document.head.append(script);
}

// The filter of the list of OEIS entries: hide the rows that do not match all search terms.
for (const field of document.querySelectorAll(".list-filter")) {
  const rows = [...field.parentElement.querySelectorAll("tbody tr")].map((row) => [row, row.textContent.toLowerCase()]);
  const input = field.querySelector("input");
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const [row, text] of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    field.querySelector("output").textContent = `${shown} of ${rows.length}`;
  };
  input.addEventListener("input", filter);
  field.hidden = false;
  filter();
}
