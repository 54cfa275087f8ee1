import { say } from "./words.ts";

/**
 * Makes single words of a story selectable. Tapping a sentence selects it and makes its words selectable. Tapping a
 * word of a fully selected sentence leaves only that word selected; each further tap adds or removes a word. The hidden
 * field `spans` contains the selection as ranges of the word positions that the server has written. Without the script,
 * a checked sentence counts as a whole.
 *
 * Keyboard navigation has two levels: the arrow keys move between sentences, and Space selects one. Enter moves to its
 * words, where the same keys work, and Escape goes back.
 */
export function startErrorFinder(form: HTMLFormElement): void {
  const box = form.querySelector<HTMLElement>("[data-error-finder]");
  const field = form.querySelector<HTMLInputElement>("[data-spans]");
  if (!box || !field) return;
  const sentences = [...box.querySelectorAll<HTMLElement>(".sentence")].map(toSentence);
  const selected = new Set(parsePositions(field.value));
  const status = box.querySelector<HTMLElement>(".selection-status");
  const help = box.querySelector<HTMLElement>(".words-help");
  let openSentence: Sentence | null = null;
  box.classList.add("scripted");

  const refresh = () => {
    for (const sentence of sentences) {
      const selectedCount = sentence.positions.filter((position) => selected.has(position)).length;
      sentence.tick.checked = selectedCount > 0;
      sentence.tick.indeterminate = selectedCount > 0 && selectedCount < sentence.positions.length;
      sentence.element.classList.toggle("open", sentence === openSentence && selectedCount > 0);
      for (const word of sentence.words) {
        word.classList.toggle("taken", selected.has(Number(word.dataset.word)));
        if (word.hasAttribute("role")) word.setAttribute("aria-checked", String(word.classList.contains("taken")));
      }
    }
    field.value = formatRanges(selected);
    if (help) help.hidden = selected.size === 0;
  };
  const handleChange = () => {
    refresh();
    // Selecting a word implies the answer “error”. The choice “no error” clears the selection.
    const errorChoice = form.querySelector<HTMLInputElement>("input[name=choice][value=error]");
    if (selected.size > 0 && errorChoice) errorChoice.checked = true;
    if (status) {
      status.textContent =
        selected.size === 0 ? say("nothingSelected") : say("wordsSelected", { count: selected.size });
    }
    form.dispatchEvent(new Event("input"));
  };
  const toggleSentence = (sentence: Sentence) => {
    const isSelected = sentence.positions.some((position) => selected.has(position));
    for (const position of sentence.positions) {
      if (isSelected) selected.delete(position);
      else selected.add(position);
    }
    openSentence = isSelected ? null : sentence;
    handleChange();
  };
  const toggleWord = (sentence: Sentence, position: number) => {
    const isWhole = sentence.positions.every((other) => selected.has(other));
    if (isWhole && sentence.positions.length > 1) {
      for (const other of sentence.positions) if (other !== position) selected.delete(other);
    } else if (selected.has(position)) selected.delete(position);
    else selected.add(position);
    openSentence = sentence;
    handleChange();
  };

  for (const sentence of sentences) {
    sentence.element.addEventListener("click", (event) => {
      if (event.target === sentence.tick) {
        toggleSentence(sentence);
        return;
      }
      event.preventDefault();
      const word = (event.target as HTMLElement).closest<HTMLElement>(".word");
      const isOpen = sentence.positions.some((position) => selected.has(position));
      if (word && isOpen && openSentence === sentence) toggleWord(sentence, Number(word.dataset.word));
      else if (isOpen && openSentence !== sentence) {
        openSentence = sentence;
        refresh();
      } else toggleSentence(sentence);
    });
    sentence.element.addEventListener("keydown", (event) =>
      handleArrowKey(event, sentence, sentences, toggleSentence, toggleWord),
    );
  }
  form.addEventListener("change", (event) => {
    const choice = event.target as HTMLInputElement;
    if (choice.name !== "choice" || choice.value === "error" || selected.size === 0) return;
    selected.clear();
    openSentence = null;
    handleChange();
  });
  const ticked = sentences.filter((sentence) => sentence.tick.checked);
  if (selected.size === 0) for (const { positions } of ticked) for (const position of positions) selected.add(position);
  setTabStop(
    sentences.map((sentence) => sentence.tick),
    sentences[0]?.tick,
  );
  refresh();
}

interface Sentence {
  element: HTMLElement;
  tick: HTMLInputElement;
  words: HTMLElement[];
  positions: number[];
}

function toSentence(element: HTMLElement): Sentence {
  const words = [...element.querySelectorAll<HTMLElement>("[data-word]")];
  const positions = [...new Set(words.map((word) => Number(word.dataset.word)))];
  return { element, tick: element.querySelector("input") as HTMLInputElement, words, positions };
}

function handleArrowKey(
  event: KeyboardEvent,
  sentence: Sentence,
  sentences: readonly Sentence[],
  takeSentence: (sentence: Sentence) => void,
  takeWord: (sentence: Sentence, position: number) => void,
): void {
  const word = (event.target as HTMLElement).closest<HTMLElement>(".word");
  const siblings: readonly HTMLElement[] = word ? sentence.words : sentences.map(({ tick }) => tick);
  const index = siblings.indexOf(word ?? sentence.tick);
  const isRightToLeft = getComputedStyle(sentence.element).direction === "rtl";
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    ArrowRight: isRightToLeft ? -1 : 1,
    ArrowLeft: isRightToLeft ? 1 : -1,
  };
  const step = steps[event.key];
  if (step !== undefined) {
    const next = siblings[index + step];
    if (next) focusElement(siblings, next);
  } else if (event.key === " " && word) takeWord(sentence, Number(word.dataset.word));
  else if (event.key === " ") takeSentence(sentence);
  else if (event.key === "Enter" && !word && sentence.words[0]) {
    for (const each of sentence.words) {
      each.setAttribute("role", "checkbox");
      each.setAttribute("aria-checked", String(each.classList.contains("taken")));
    }
    focusElement(sentence.words, sentence.words[0]);
  } else if (event.key === "Escape" && word) {
    for (const each of sentence.words)
      for (const name of ["role", "aria-checked", "tabindex"]) each.removeAttribute(name);
    sentence.tick.focus();
  } else return;
  event.preventDefault();
}

function focusElement(all: readonly HTMLElement[], one: HTMLElement): void {
  setTabStop(all, one);
  one.focus();
}

/** Makes one element reachable with the Tab key; the arrow keys move to the others. */
function setTabStop(all: readonly HTMLElement[], one: HTMLElement | undefined): void {
  for (const each of all) each.tabIndex = each === one ? 0 : -1;
}

function parsePositions(spans: string): number[] {
  return spans.split(" ").flatMap((range) => {
    const [start, end] = range.split("-").map(Number);
    if (start === undefined || end === undefined || !(start < end)) return [];
    return Array.from({ length: end - start }, (_, offset) => start + offset);
  });
}

/** Positions as "12-20 33-40". */
function formatRanges(selected: ReadonlySet<number>): string {
  const ranges: [number, number][] = [];
  for (const position of [...selected].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last && last[1] === position) last[1] = position + 1;
    else ranges.push([position, position + 1]);
  }
  return ranges.map(([start, end]) => `${start}-${end}`).join(" ");
}
