import * as z from "zod";
import { boundedText } from "../text.ts";
import type { CountedShare } from "./figures/prepare-collection-figures.ts";

/** Selects the decided items of a collection to review again; an omitted criterion selects all. */
export const reReviewChoice = z.strictObject({
  kind: z.enum(["original", "error", "knp"]).optional(),
  /** Of a task schema: an answer that an annotator gave to the item, as "field:label" or "field:" (`label-choices.ts`). */
  answer: z
    .string()
    .max(300)
    .regex(/^[^:]+:/, "must be a field and a label, such as tone:glad")
    .optional(),
  /** Of a task schema: a column of the item's metadata, and its value. */
  attribute: boundedText(200).optional(),
  value: boundedText(2_000).optional(),
  /** A fault or reason that an annotator or reviewer stated for the item, as a code (`reason-codes.ts`). */
  code: boundedText(60).optional(),
  /** The person who annotated or reviewed the item. */
  personId: z.uuid().optional(),
  /** Sample size; the items are drawn at random with the seed. */
  sample: z.coerce.number().int("must be a whole number").min(1, "must be at least 1").max(1_000_000).optional(),
  seed: boundedText(40).default(""),
});
/** A new selection. Stored ones may have a value without a column, which they ignore. */
export const newReReviewChoice = reReviewChoice.refine(
  ({ attribute, value }) => value === undefined || attribute !== undefined,
  { path: ["attribute"], message: "must be chosen if a value is given" },
);
export type ReReviewChoice = z.infer<typeof reReviewChoice>;

/** Preview of the items that a selection sends to review. */
export interface ReReviewPreview {
  /** Number of decided items that match, before sampling. */
  fitting: number;
  /** Number of items that would be sent to review. */
  items: number;
  /** The first of these items. */
  listed: { id: string; externalId: string }[];
}

/** One re-review and its progress. */
export interface ReReviewReport {
  id: string;
  at: Date;
  startedBy: string;
  reason: string;
  choice: ReReviewChoice;
  /** The name of the person in the selection. */
  personName: string | null;
  items: number;
  /** Items by their first decision in this re-review. */
  accepted: number;
  changed: number;
  returned: number;
  /** Not decided yet. */
  waiting: number;
  /** The share of decided items that were changed or returned. */
  wanting: CountedShare;
  undoneAt: Date | null;
}
