import { formatSpanToken } from "../../domain/tasks/forms/form-names.ts";

interface Label {
  index: number;
  label: string;
}

/**
 * Lets people mark words: they select words and press the button of a label. Each mark can be removed from the list
 * below. A hidden field contains the marks; the server extends each mark to whole words. The checkboxes at the
 * sentences remain, for people who do not use a pointer.
 */
export function startTaskSpans(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-span-marks]")) startField(field);
}

function startField(field: HTMLInputElement): void {
  const box = field.closest("fieldset");
  if (!box) return;
  const labels: Label[] = JSON.parse(field.dataset.labels ?? "[]");
  const list = document.createElement("ul");
  list.className = "span-list";
  const texts = [...box.querySelectorAll<HTMLElement>("[data-span-text]")];
  const buttons = document.createElement("div");
  buttons.className = "span-labels";
  let selected: { part: number; start: number; end: number } | null = null;
  const handleChange = () => {
    drawList(list, field, texts, labels, handleChange);
    field.form?.dispatchEvent(new Event("input"));
  };
  const mark = (label: number | null) => {
    if (!selected) return;
    const token = formatSpanToken({ ...selected, label });
    const tokens = readTokens(field);
    if (!tokens.includes(token)) field.value = [...tokens, token].join(" ");
    selected = null;
    document.getSelection()?.removeAllRanges();
    setEnabled(buttons, false);
    handleChange();
  };
  for (const { index, label } of labels.length > 0 ? labels : [{ index: null, label: "✓" }]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => mark(index));
    // Pressing the button must not clear the selection.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    buttons.append(button);
  }
  setEnabled(buttons, false);
  document.addEventListener("selectionchange", () => {
    const range = box.isConnected ? findSelectedRange(texts) : null;
    if (!range) return;
    selected = range;
    setEnabled(buttons, true);
  });
  field.before(buttons, list);
  drawList(list, field, texts, labels, handleChange);
}

/** The selected characters of one of the texts; null if the selection is empty or not within one text. */
function findSelectedRange(texts: readonly HTMLElement[]): { part: number; start: number; end: number } | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return null;
  const element = texts.find((text) => text.contains(selection.anchorNode) && text.contains(selection.focusNode));
  const ends = [
    findPosition(selection.anchorNode, selection.anchorOffset),
    findPosition(selection.focusNode, selection.focusOffset),
  ];
  const [start = null, end = null] = ends.sort((left, right) => (left ?? 0) - (right ?? 0));
  if (!element || start === null || end === null) return null;
  return { part: Number(element.dataset.part), start, end };
}

/** Converts a position within a sentence to a position in the text; null outside of sentences. */
function findPosition(node: Node | null, offset: number): number | null {
  const sentence = node instanceof Text ? node.parentElement?.closest<HTMLElement>("[data-start] > p") : null;
  const start = sentence?.parentElement?.dataset.start;
  return start === undefined ? null : Number(start) + offset;
}

function setEnabled(buttons: HTMLElement, isEnabled: boolean): void {
  for (const button of buttons.querySelectorAll("button")) button.disabled = !isEnabled;
}

function readTokens(field: HTMLInputElement): string[] {
  return field.value.split(/\s+/u).filter((token) => token !== "");
}

/** Lists the marks in the order in which they were added, each with a button that removes it. */
function drawList(
  list: HTMLElement,
  field: HTMLInputElement,
  texts: readonly HTMLElement[],
  labels: readonly Label[],
  changed: () => void,
): void {
  list.replaceChildren(
    ...readTokens(field).map((token) => {
      const [, part, start, end, label] = /^(\d+):(\d+)-(\d+):(\d*)$/u.exec(token) ?? [];
      const text = texts.find((element) => element.dataset.part === part)?.dataset.spanText ?? "";
      const name = labels.find(({ index }) => String(index) === label)?.label;
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${text.slice(Number(start), Number(end))}${name === undefined ? "" : ` · ${name}`} ×`;
      button.addEventListener("click", () => {
        field.value = readTokens(field)
          .filter((other) => other !== token)
          .join(" ");
        changed();
      });
      item.append(button);
      return item;
    }),
  );
}
