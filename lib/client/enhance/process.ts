import type { ScreenProcess } from "@/lib/domain/survey/cleaning/screen-process.ts";

/**
 * Counts how the fields of the current screen are filled in. No keys, texts or times of single keystrokes are recorded.
 */
export interface ProcessWatch {
  /** Starts to count for the fields of a screen. Must be called after a draft was restored. */
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
    const field = asTextField(event.target);
    if (!field) return;
    const previousLength = lengths.get(field) ?? 0;
    const addedLength = Math.max(0, field.value.length - previousLength);
    lengths.set(field, field.value.length);
    if (!event.isTrusted) counts.scripted += 1;
    else if (event instanceof InputEvent && clipboardInputTypes.has(event.inputType)) counts.pasted += addedLength;
    else counts.typed += addedLength;
  };
  return {
    start(form) {
      counts = emptyProcess();
      lengths = new Map(findTextFields(form).map((field) => [field, field.value.length]));
      counts.restored = [...lengths.values()].reduce((sum, length) => sum + length, 0);
      hiddenSince = document.hidden ? performance.now() : null;
      form.addEventListener("input", onInput);
      form.addEventListener("change", (event) => {
        // A choice contains no text, and an untrusted event comes from a program.
        if (!event.isTrusted && event.target !== form && !asTextField(event.target)) counts.scripted += 1;
      });
      form.addEventListener("keydown", (event) => {
        if (event.isTrusted && asTextField(event.target)) counts.keys += 1;
      });
      form.addEventListener("compositionend", (event) => {
        if (event.isTrusted) counts.composed += 1;
      });
    },
    read() {
      const changedFields = [...lengths].filter(
        ([field, length]) => field.isConnected && field.value.length !== length,
      );
      const hiddenMs = counts.hiddenMs + (hiddenSince === null ? 0 : performance.now() - hiddenSince);
      return { ...counts, scripted: counts.scripted + changedFields.length, hiddenMs: Math.round(hiddenMs) };
    },
  };
}

function findTextFields(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.elements].map(asTextField).filter((field) => field !== null);
}

function asTextField(target: unknown): HTMLInputElement | HTMLTextAreaElement | null {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && target.type === "text" ? target : null;
}
