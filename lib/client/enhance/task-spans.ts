import { spanToken } from "../../domain/tasks/forms/form-names.ts";

interface Label {
  index: number;
  label: string;
}

/**
 * Lets any words be marked by selecting them: the sentences become running text, a label is chosen by a button, and each
 * mark can be removed from the list below. The marks are stored in the hidden field that the server reads; a mark is
 * extended to whole words there. The boxes at the sentences stay, for people who do not use a pointer.
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
  const changed = () => {
    drawList(list, field, texts, labels, changed);
    field.form?.dispatchEvent(new Event("input"));
  };
  const mark = (label: number | null) => {
    if (!selected) return;
    const token = spanToken({ ...selected, label });
    const tokens = tokensOf(field);
    if (!tokens.includes(token)) field.value = [...tokens, token].join(" ");
    selected = null;
    document.getSelection()?.removeAllRanges();
    setEnabled(buttons, false);
    changed();
  };
  for (const { index, label } of labels.length > 0 ? labels : [{ index: null, label: "✓" }]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => mark(index));
    // The selection must survive the press.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    buttons.append(button);
  }
  setEnabled(buttons, false);
  for (const element of texts) {
    const running = document.createElement("p");
    running.className = "span-text";
    running.dir = "auto";
    running.textContent = element.dataset.spanText ?? "";
    element.prepend(running);
    document.addEventListener("selectionchange", () => {
      const range = rangeWithin(running);
      if (!range) return;
      selected = { part: Number(element.dataset.part), ...range };
      setEnabled(buttons, true);
    });
  }
  field.before(buttons, list);
  drawList(list, field, texts, labels, changed);
}

/** The selected characters of a text; null if the selection is empty or elsewhere. */
function rangeWithin(running: HTMLElement): { start: number; end: number } | null {
  const selection = document.getSelection();
  const text = running.firstChild;
  if (!running.isConnected || !selection || selection.isCollapsed || selection.anchorNode !== text) return null;
  if (selection.focusNode !== text) return null;
  const [start, end] = [selection.anchorOffset, selection.focusOffset].sort((left, right) => left - right);
  return start === undefined || end === undefined ? null : { start, end };
}

function setEnabled(buttons: HTMLElement, isEnabled: boolean): void {
  for (const button of buttons.querySelectorAll("button")) button.disabled = !isEnabled;
}

function tokensOf(field: HTMLInputElement): string[] {
  return field.value.split(/\s+/u).filter((token) => token !== "");
}

/** The marks in the order in which they were made, each with a button that removes it. */
function drawList(
  list: HTMLElement,
  field: HTMLInputElement,
  texts: readonly HTMLElement[],
  labels: readonly Label[],
  changed: () => void,
): void {
  list.replaceChildren(
    ...tokensOf(field).map((token) => {
      const [, part, start, end, label] = /^(\d+):(\d+)-(\d+):(\d*)$/u.exec(token) ?? [];
      const text = texts.find((element) => element.dataset.part === part)?.dataset.spanText ?? "";
      const name = labels.find(({ index }) => String(index) === label)?.label;
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${text.slice(Number(start), Number(end))}${name === undefined ? "" : ` · ${name}`} ×`;
      button.addEventListener("click", () => {
        field.value = tokensOf(field)
          .filter((other) => other !== token)
          .join(" ");
        changed();
      });
      item.append(button);
      return item;
    }),
  );
}
