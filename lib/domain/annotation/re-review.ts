import * as z from "zod";
import { boundedText } from "../text.ts";
import type { Share } from "./figures/prepare-numbers.ts";

/** Which decided items of a collection are reviewed again; a part that is left out chooses all. */
export const reReviewChoice = z.strictObject({
  kind: z.enum(["original", "error", "knp"]).optional(),
  /** A fault or reason that an annotator or reviewer gave for the item, by its code (`reason-codes.ts`). */
  code: boundedText(60).optional(),
  /** Who annotated or reviewed the item. */
  personId: z.uuid().optional(),
  /** So many of them, drawn at random by the seed. */
  sample: z.coerce.number().int("must be a whole number").min(1, "must be at least 1").max(1_000_000).optional(),
  seed: boundedText(40).default(""),
});
export type ReReviewChoice = z.infer<typeof reReviewChoice>;

/** What a choice would send to review. */
export interface ReReviewPreview {
  /** Decided items that fit, before the sample is drawn. */
  fitting: number;
  /** Items that would be sent to review. */
  items: number;
  /** The first of them. */
  listed: { id: string; externalId: string }[];
}

/** One re-review and how far it is. */
export interface ReReviewReport {
  id: string;
  at: Date;
  startedBy: string;
  reason: string;
  choice: ReReviewChoice;
  /** The person of the choice by name. */
  personName: string | null;
  items: number;
  /** Items by the first decision in this re-review. */
  accepted: number;
  changed: number;
  returned: number;
  /** Not decided yet. */
  waiting: number;
  /** Of the decided items: changed or returned. */
  wanting: Share;
  undoneAt: Date | null;
}
