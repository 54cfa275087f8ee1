import * as z from "zod";
import { formatCount } from "../format/figures.ts";

const cap = (maximum: number) =>
  z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(maximum, `must be at most ${formatCount(maximum)}`);

/**
 * Limits on the number of texts requested from a model, so that a stuck key or a typing error cannot cause unlimited
 * costs.
 */
export const constructionCapsSchema = z.strictObject({
  /** Texts per request on the construction page. */
  perBatch: cap(100_000).default(200),
  /** Model calls per project within 24 hours. */
  perDay: cap(1_000_000).default(1_000),
  /** Texts generated for one item. */
  perItem: cap(10_000).default(30),
});
export type ConstructionCaps = z.infer<typeof constructionCapsSchema>;
