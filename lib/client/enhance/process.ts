import type { ScreenProcess } from "@/lib/domain/survey/cleaning/screen-process.ts";

/**
 * How the fields of the current screen are filled in: counts only, without keys, content or times of single keystrokes.
 */
export interface ProcessWatch {
  /** Starts with the fields of a screen, after a draft was restored. */
  start(form: HTMLFormElement): void;
  read(): ScreenProcess;
}

const clipboardInputTypes = new Set([
  "insertFromPaste",
  "insertFromDrop",
  "insertFromYank",
  "insertFromPasteAsQuotation",
]);

function emptyProcess(): ScreenProcess {
  return { typed: 0, pasted: 0, keys: 0, composed: 0, scripted: 0, restored: 0, hidden: 0, hiddenMs: 0 };
}

export function watchProcess(): ProcessWatch {
  let counts = emptyProcess();
  let lengths = new Map<HTMLInputElement | HTMLTextAreaElement, number>();
  let hiddenSince: number | null = document.hidden ? performance.now() : null;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && hiddenSince === null) {
      counts.hidden += 1;
      hiddenSince = performance.now();
    } else if (!document.hidden && hiddenSince !== null) {
      counts.hiddenMs += performance.now() - hiddenSince;
      hiddenSince = null;
    }
  });
  const onInput = (event: Event) => {
    const field = textField(event.target);
    if (!field) return;
    const previousLength = lengths.get(field) ?? 0;
    const added = Math.max(0, field.value.length - previousLength);
    lengths.set(field, field.value.length);
    if (!event.isTrusted) counts.scripted += 1;
    else if (event instanceof InputEvent && clipboardInputTypes.has(event.inputType)) counts.pasted += added;
    else counts.typed += added;
  };
  return {
    start(form) {
      counts = emptyProcess();
      lengths = new Map(textFields(form).map((field) => [field, field.value.length]));
      counts.restored = [...lengths.values()].reduce((sum, length) => sum + length, 0);
      hiddenSince = document.hidden ? performance.now() : null;
      form.addEventListener("input", onInput);
      form.addEventListener("change", (event) => {
        // Choices have no text; an untrusted event comes from a program.
        if (!event.isTrusted && event.target !== form && !textField(event.target)) counts.scripted += 1;
      });
      form.addEventListener("keydown", (event) => {
        if (event.isTrusted && textField(event.target)) counts.keys += 1;
      });
      form.addEventListener("compositionend", (event) => {
        if (event.isTrusted) counts.composed += 1;
      });
    },
    read() {
      const changed = [...lengths].filter(([field, length]) => field.isConnected && field.value.length !== length);
      const hiddenMs = counts.hiddenMs + (hiddenSince === null ? 0 : performance.now() - hiddenSince);
      return { ...counts, scripted: counts.scripted + changed.length, hiddenMs: Math.round(hiddenMs) };
    },
  };
}

function textFields(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.elements].map(textField).filter((field) => field !== null);
}

function textField(target: unknown): HTMLInputElement | HTMLTextAreaElement | null {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && target.type === "text" ? target : null;
}
