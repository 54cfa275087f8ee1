import * as z from "zod";
import { requiredText } from "../../text.ts";
import { fieldNameSchema } from "./names.ts";

/**
 * Names in the labelling configuration of Label Studio from which the schema was read, by field of the schema. Files of
 * Label Studio are read and written with these names.
 */
export const labelStudioNamesSchema = z.strictObject({
  /** By answer field: `from_name`, `to_name` and `type` of the field's results. */
  controls: z.record(
    fieldNameSchema,
    z.strictObject({ name: requiredText(200), toName: requiredText(400), type: requiredText(40) }),
  ),
  /** By stimulus field: the key in the `data` of a task. */
  data: z.record(fieldNameSchema, requiredText(200)),
});
export type LabelStudioNames = z.infer<typeof labelStudioNamesSchema>;
