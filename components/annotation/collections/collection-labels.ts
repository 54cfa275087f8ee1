import type { BadgeTone } from "@/components/ui/badge.tsx";
import { itemStatusLabels } from "@/lib/domain/annotation/labels.ts";
import type { ItemStatus } from "@/lib/domain/annotation/task.ts";
import type { LintProblem } from "@/lib/domain/stories/lint/finding.ts";

const itemStatusTones: Readonly<Record<ItemStatus, BadgeTone>> = {
  open: "neutral",
  "in-work": "info",
  submitted: "info",
  "in-review": "info",
  returned: "warn",
  reviewed: "info",
  accepted: "good",
  rejected: "bad",
  irreparable: "bad",
};

/** An item's status as a badge. */
export function itemStatusLabel(status: ItemStatus): { word: string; tone: BadgeTone } {
  return { word: itemStatusLabels[status], tone: itemStatusTones[status] };
}

/** The labels of the linter's problems, by the problem names that the command line uses. */
export const problemLabels: Readonly<Record<LintProblem, string>> = {
  "event-not-in-story": "The event does not occur in the story.",
  "span-not-found": "The marked words do not occur in the event.",
  "empty-error": "No words are marked as the error.",
  "malformed-tag": "A tag is broken.",
  unpaired: "The original of the item is missing.",
  siblings: "Another item has the same source.",
  "mixed-quotes": "Straight and curly quotation marks are mixed.",
  "explicit-hint": "The text says that a character does not know.",
  "knowledge-not-in-story": "The knowledge does not occur verbatim in the story.",
  "options-identical": "Both answers are the same.",
  schema: "A field is missing or has the wrong format.",
};
