import * as z from "zod";
import { formatCount } from "../format/figures.ts";

const cap = (most: number) =>
  z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(most, `must be at most ${formatCount(most)}`);

/** How many texts a model may be asked for, so that a stuck key or a slip of the finger cannot spend without end. */
export const constructionCapsSchema = z.strictObject({
  /** Texts of one request on the construction page. */
  perBatch: cap(100_000).default(200),
  /** Calls of one project within 24 hours. */
  perDay: cap(1_000_000).default(1_000),
  /** Texts that are made beside one item. */
  perItem: cap(10_000).default(30),
});
export type ConstructionCaps = z.infer<typeof constructionCapsSchema>;
