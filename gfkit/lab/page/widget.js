// The board editor in a notebook, with a value that Python observes.

function render({ model, el }) {
  const tools = element("div", { class: "tools", role: "radiogroup", "aria-label": "What a click does" });
  const grid = element("div", { class: "grid", role: "grid", "aria-label": "Board" });
  const editor = new BoardEditor({
    grid,
    tools,
    onChange: (text) => {
      model.set("value", text);
      model.save_changes();
    },
  });
  const step = (label, words, rows, cols) =>
    element("button", { type: "button", "aria-label": words, title: words, onclick: () => editor.resize(editor.cells.length + rows, editor.cells[0].length + cols) }, label);
  const sizes = element(
    "div",
    { class: "steppers" },
    step("− row", "one row less", -1, 0),
    step("+ row", "one row more", 1, 0),
    step("− column", "one column less", 0, -1),
    step("+ column", "one column more", 0, 1),
    element("button", { type: "button", onclick: () => editor.clear() }, "Clear"),
  );
  const follow = () => boardText(editor.cells) !== model.get("value") && editor.show(model.get("value"));
  const offer = () => editor.offer(model.get("pieces"));
  model.on("change:value", follow);
  model.on("change:pieces", offer);
  editor.show(model.get("value"));
  offer();
  el.classList.add("gfkit-board");
  el.append(sizes, tools, grid);
  return () => {
    model.off("change:value", follow);
    model.off("change:pieces", offer);
  };
}

export default { render };
