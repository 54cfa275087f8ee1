import { storyKinds } from "../items/kinds/story-kinds.ts";
import type { AnnotationDocument } from "./documents/copy-document.ts";
import type { ItemFlag, ItemStatus, TaskState } from "./task.ts";

// Labels of kinds, statuses and collection states, on every screen.

export const kindLabels: Readonly<Record<AnnotationDocument["kind"], string>> = {
  original: storyKinds.original.label,
  error: storyKinds.error.label,
  knp: storyKinds.knp.label,
  schema: "Item of a task schema",
};

export const itemStatusLabels: Readonly<Record<ItemStatus, string>> = {
  open: "open",
  "in-work": "in work",
  submitted: "waits for review",
  "in-review": "in review",
  returned: "returned",
  reviewed: "waits for the re-solve",
  accepted: "accepted",
  rejected: "rejected",
  irreparable: "unusable",
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
