/**
 * Lets a ticked sentence be narrowed or widened to the word: a ticked sentence shows its words as buttons that are in
 * or out. What is selected is kept in the hidden field `spans` as ranges of word positions; without it, the ticked
 * sentences count as a whole.
 */
export function startWordSelection(form: HTMLFormElement): void {
  const box = form.querySelector<HTMLElement>("[data-word-selection]");
  const field = form.querySelector<HTMLInputElement>("[data-spans]");
  if (!box || !field) return;
  const status = box.querySelector<HTMLElement>(".selection-status");
  const selected = new Set(wordsIn(field.value));
  const write = () => {
    field.value = rangesOf(selected);
    if (status)
      status.textContent = selected.size === 0 ? "Nothing is selected." : `${selected.size} words are selected.`;
    form.dispatchEvent(new Event("input"));
  };
  for (const tick of box.querySelectorAll<HTMLInputElement>("input[name=sentence]")) {
    const from = Number(tick.dataset.from);
    const to = Number(tick.dataset.to);
    const positions = Array.from({ length: to - from }, (_, offset) => from + offset);
    const words = offerWords(tick, from, to, selected, () => {
      tick.checked = positions.some((position) => selected.has(position));
      write();
    });
    if (positions.some((position) => selected.has(position))) tick.checked = true;
    else if (tick.checked) for (const position of positions) selected.add(position);
    words.refresh();
    tick.addEventListener("change", () => {
      for (const position of positions) {
        if (tick.checked) selected.add(position);
        else selected.delete(position);
      }
      words.refresh();
      write();
    });
  }
}

/** The words of a sentence as toggle buttons below it, shown while the sentence is ticked. */
function offerWords(tick: HTMLInputElement, from: number, to: number, selected: Set<number>, changed: () => void) {
  const row = document.createElement("div");
  row.className = "words";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Words of this sentence");
  const text = tick.closest("label")?.querySelector(".story-text")?.textContent ?? "";
  // The server counts words the same way: runs of letters and digits, apostrophes inside.
  const words = text.match(/[\p{L}\p{N}]+(?:['\u2019\u02BC][\p{L}\p{N}]+)*/gu) ?? [];
  const buttons = words.slice(0, to - from).map((word, offset) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = word;
    button.addEventListener("click", () => {
      const position = from + offset;
      if (selected.has(position)) selected.delete(position);
      else selected.add(position);
      refresh();
      changed();
    });
    row.append(button);
    return button;
  });
  // Words that the two sides would count differently are left to whole sentences.
  if (words.length === to - from) tick.closest("label")?.after(row);
  const refresh = () => {
    let some = false;
    for (const [offset, button] of buttons.entries()) {
      const isIn = selected.has(from + offset);
      some ||= isIn;
      button.setAttribute("aria-pressed", String(isIn));
    }
    row.hidden = !some;
  };
  return { refresh };
}

function wordsIn(spans: string): number[] {
  return spans.split(" ").flatMap((range) => {
    const [start, end] = range.split("-").map(Number);
    if (start === undefined || end === undefined || !(start < end)) return [];
    return Array.from({ length: end - start }, (_, offset) => start + offset);
  });
}

/** Positions as "12-20 33-40". */
function rangesOf(selected: ReadonlySet<number>): string {
  const ranges: [number, number][] = [];
  for (const position of [...selected].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last && last[1] === position) last[1] = position + 1;
    else ranges.push([position, position + 1]);
  }
  return ranges.map(([start, end]) => `${start}-${end}`).join(" ");
}
