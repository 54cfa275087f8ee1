import * as z from "zod";
import { canonicalJson } from "../../fingerprint.ts";

/**
 * The answers used for the stored views: a stage, the filters of the results page for counted answers, and a key
 * version.
 */
export const viewChoiceSchema = z.strictObject({
  stage: z.string().max(20),
  surplus: z.boolean(),
  excluded: z.boolean(),
  openStratum: z.boolean(),
  key: z.int().min(1).nullable(),
  /** The data of the study's first lock, or all current answers. */
  data: z.enum(["locked", "current"]).default("current"),
});
export type ViewChoice = z.infer<typeof viewChoiceSchema>;

/** The choice as one text, the storage key of views. */
export function choiceKey(choice: ViewChoice): string {
  const { data, ...filters } = viewChoiceSchema.parse(choice);
  // Views stored before data were locked use all answers.
  return canonicalJson(data === "current" ? filters : { ...filters, data });
}
