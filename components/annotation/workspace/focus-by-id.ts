import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import type { ItemProblem } from "../../../lib/domain/annotation/workspace/item-problems.ts";

/** Focuses an element. The page scrolls only as far as needed to show it. */
export function focusById(id: string): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/** Expands the group that contains a text field, and focuses the field. */
export function focusField(field: string): void {
  const frame = document.querySelector<HTMLElement>(`[data-field="${field}"]`);
  frame?.closest("details")?.setAttribute("open", "");
  frame?.querySelector<HTMLElement>("textarea, select")?.focus();
}

/** Focuses what blocks a submission: the field to fill in, the reasons to select, or the broken mark. */
export function focusProblem({ id, about }: ItemProblem, kind: KsteKind, showMark: (id: string) => void): void {
  if (about.kind === "field") focusField(about.field);
  else if (about.kind === "reason") focusById(`reason-${storyKinds[kind].rules[0]?.id}`);
  else {
    if (about.kind === "anchor") showMark(about.report.anchor.id);
    focusById(`problem-${id}`);
  }
}
