/** What has been typed or chosen but not yet acknowledged, kept on this device only and deleted with the receipt. */
function draftKey(form: HTMLFormElement): string {
  return `parallax-draft ${new URL(form.action).pathname}`;
}

/** The fields a person fills in, by name. */
function ownFields(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !isHidden(form, entry[0]),
  );
}

function isHidden(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.hasAttribute("data-carried");
}

export function keepDraft(form: HTMLFormElement): void {
  try {
    localStorage.setItem(draftKey(form), JSON.stringify(ownFields(form)));
  } catch {
    // Storage can be full or switched off inside a frame; the answer is still sent.
  }
}

export function forgetDraft(form: HTMLFormElement): void {
  try {
    localStorage.removeItem(draftKey(form));
  } catch {
    // See keepDraft.
  }
}

/** Puts a draft back after a reload or a crash, unless the server already knows better. */
export function restoreDraft(form: HTMLFormElement): void {
  let entries: unknown;
  try {
    entries = JSON.parse(localStorage.getItem(draftKey(form)) ?? "[]");
  } catch {
    return;
  }
  if (!Array.isArray(entries)) return;
  for (const [name, value] of entries as [string, string][]) {
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${CSS.escape(name)}"]`)) {
      if (field instanceof HTMLTextAreaElement) field.value ||= value;
      else if (field.type === "hidden" || field.type === "text") field.value ||= value;
      else if (field.type === "radio" || field.type === "checkbox") field.checked ||= field.value === value;
    }
  }
}
