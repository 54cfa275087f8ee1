/** Puts the focus on a part of the page and brings it into sight without moving more than needed. */
export function focusById(id: string): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/** Opens what a text field is folded into, and goes there. */
export function focusField(field: string): void {
  const frame = document.querySelector<HTMLElement>(`[data-field="${field}"]`);
  frame?.closest("details")?.setAttribute("open", "");
  frame?.querySelector("textarea")?.focus();
}
