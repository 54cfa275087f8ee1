import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { rulesFor } from "@/lib/domain/stories/validity-rules.ts";
import type { ItemProblem } from "../../../lib/domain/annotation/workspace/item-problems.ts";

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
  frame?.querySelector<HTMLElement>("textarea, select")?.focus();
}

/** Jumps to what blocks a submission: the field to fill, the reasons to tick, or the mark with its way out. */
export function focusProblem({ id, about }: ItemProblem, kind: KsteKind, showMark: (id: string) => void): void {
  if (about.kind === "field") focusField(about.field);
  else if (about.kind === "reason") focusById(`reason-${rulesFor(kind)[0]?.id}`);
  else {
    if (about.kind === "anchor") showMark(about.report.anchor.id);
    focusById(`problem-${id}`);
  }
}
