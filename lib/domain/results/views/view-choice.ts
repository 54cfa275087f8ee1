import * as z from "zod";
import { canonicalJson } from "../../fingerprint.ts";

/** Which answers the stored views are computed from: a stage, the switches of the results page, and a key version. */
export const viewChoiceSchema = z.strictObject({
  stage: z.string().max(20),
  surplus: z.boolean(),
  excluded: z.boolean(),
  openStratum: z.boolean(),
  key: z.int().min(1).nullable(),
  /** The data of the study's first lock, or all answers as they are now. */
  data: z.enum(["locked", "current"]).default("current"),
});
export type ViewChoice = z.infer<typeof viewChoiceSchema>;

/** The choice as one text, by which views are stored and found. */
export function choiceKey(choice: ViewChoice): string {
  const { data, ...switches } = viewChoiceSchema.parse(choice);
  // What was stored before data were locked is of all answers.
  return canonicalJson(data === "current" ? switches : { ...switches, data });
}
