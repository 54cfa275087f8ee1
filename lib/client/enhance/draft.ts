/** The storage key of a form's draft: input that the server has not confirmed, stored on this device only. */
function draftKey(form: HTMLFormElement): string {
  return `parallax-draft ${new URL(form.action).pathname}`;
}

/** The fields that a person has filled in, with their names. */
function listEnteredFields(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !isHidden(form, entry[0]),
  );
}

function isHidden(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.hasAttribute("data-carried");
}

/** The consent form has no draft, so that a checkbox is never restored from an earlier visit or another study. */
function hasDraft(form: HTMLFormElement): boolean {
  return form.dataset.kind !== "consent";
}

export function saveDraft(form: HTMLFormElement): void {
  if (!hasDraft(form)) return;
  try {
    localStorage.setItem(draftKey(form), JSON.stringify(listEnteredFields(form)));
  } catch {
    // Storage can be full, or disabled inside a frame; the answer is sent anyway.
  }
}

export function removeDraft(form: HTMLFormElement): void {
  try {
    localStorage.removeItem(draftKey(form));
  } catch {
    // See saveDraft.
  }
}

/** Restores a draft after a reload or a crash, unless the server has a newer answer. */
export function restoreDraft(form: HTMLFormElement): void {
  if (!hasDraft(form)) return;
  let entries: unknown;
  try {
    entries = JSON.parse(localStorage.getItem(draftKey(form)) ?? "[]");
  } catch {
    return;
  }
  if (!Array.isArray(entries)) return;
  for (const [name, value] of entries as [string, string][]) {
    const matchingFields = [
      ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${CSS.escape(name)}"]`),
    ];
    // A field and its checkbox “I do not know” have the same name. The value of the checkbox must not become the text.
    const boxes = matchingFields.filter((field) => field.type === "checkbox" && field.value === value);
    for (const field of boxes.length > 0 ? boxes : matchingFields) {
      if (field instanceof HTMLTextAreaElement) field.value ||= value;
      else if (["hidden", "text", "select-one"].includes(field.type)) field.value ||= value;
      else if (field.type === "radio" || field.type === "checkbox") field.checked ||= field.value === value;
    }
  }
}
