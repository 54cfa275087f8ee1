import { say } from "./words.ts";

/**
 * Shows the length of a text in visible characters while it is written. A longer text is not cut; the server refuses
 * it.
 */
export function startTextCounters(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("[data-limit]")) {
    const note = document.getElementById(`${field.name}-limit`);
    const limit = Number(field.dataset.limit);
    if (!note) continue;
    const show = () => {
      const length = countGraphemes(field.value.trim());
      note.textContent = say("lengthNow", { length, limit });
      note.classList.toggle("over", length > limit);
    };
    field.addEventListener("input", show);
    if (field.value) show();
  }
}

function countGraphemes(text: string): number {
  if (!("Segmenter" in Intl)) return [...text].length;
  let length = 0;
  for (const _ of new Intl.Segmenter().segment(text)) length += 1;
  return length;
}
