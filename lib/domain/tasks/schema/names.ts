import * as z from "zod";
import { boundedText, requiredText } from "../../text.ts";

/** The name of a field, as used in files, forms and tables. */
export const fieldNameSchema = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9_]{0,39}$/u, "must be 1 to 40 letters, digits or _, and start with a lower-case letter");

/** A key on the keyboard: one lower-case letter or digit. */
const hotkeySchema = z.string().regex(/^[a-z0-9]$/u, "must be one lower-case letter or digit");

export const optionSchema = z.strictObject({
  /** In answers, keys and tables. */
  value: requiredText(100),
  label: requiredText(500),
  hotkey: hotkeySchema.optional(),
  help: boundedText(1_000).optional(),
});
export type TaskOption = z.infer<typeof optionSchema>;

export const optionListSchema = z.array(optionSchema).min(1, "must have an option").max(200);

/** The options of a field: a fixed list, or the texts of a stimulus field (`option-0`, `option-1` and so on). */
export const optionsSchema = z.union([optionListSchema, z.strictObject({ from: fieldNameSchema })]);
