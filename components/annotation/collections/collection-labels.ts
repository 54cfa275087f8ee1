import type { BadgeTone } from "@/components/ui/badge.tsx";
import type { ItemFlag, ItemStatus, TaskState } from "@/lib/domain/annotation/task.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import type { LintProblem } from "@/lib/domain/stories/lint/finding.ts";

export const kindLabels: Readonly<Record<KsteKind, string>> = {
  original: "Original story",
  error: "Erroneous story",
  knp: "Next-action question",
};

export const itemStatusLabels: Readonly<Record<ItemStatus, { word: string; tone: BadgeTone }>> = {
  open: { word: "open", tone: "neutral" },
  "in-work": { word: "in work", tone: "info" },
  submitted: { word: "waits for review", tone: "info" },
  "in-review": { word: "in review", tone: "info" },
  returned: { word: "returned", tone: "warn" },
  reviewed: { word: "waits for the re-solve", tone: "info" },
  accepted: { word: "accepted", tone: "good" },
  rejected: { word: "rejected", tone: "bad" },
  irreparable: { word: "unusable", tone: "bad" },
};

export const taskStateLabels: Readonly<Record<TaskState, string>> = {
  open: "open",
  leased: "in hand",
  parked: "parked",
  submitted: "submitted",
  returned: "returned",
  done: "done",
  irreparable: "unusable",
};

export const flagLabels: Readonly<Record<ItemFlag, string>> = {
  "sibling-changed": "a sibling was changed",
};

/** What the linter's problems mean, beside the names that the command line uses. */
export const problemLabels: Readonly<Record<LintProblem, string>> = {
  "event-not-in-story": "The event does not stand in the story.",
  "span-not-found": "The marked words do not stand in the event.",
  "empty-error": "No words are marked as the error.",
  "malformed-tag": "A tag is broken.",
  unpaired: "No original belongs to it.",
  siblings: "Made from the same source as another item.",
  "mixed-quotes": "Straight and curly quotation marks are mixed.",
  "explicit-hint": "The text says that somebody does not know.",
  "knowledge-not-in-story": "The knowledge is not in the story, word for word.",
  "options-identical": "Both answers are the same.",
  schema: "A field is missing or of the wrong form.",
};
