import { conditionKey } from "../items/stimulus.ts";
import { type PredictionRow, predictionRowSchema } from "../models/prediction-row.ts";
import { firstProblem } from "../text.ts";
import { type ReadRow, readJsonObject } from "./read-item-row.ts";
import { formatRejectedValue } from "./rejected-value.ts";

/** Maximum length of an indexed database column, in characters. Longer texts are not suitable as levels. */
const maxConditionKeyLength = 600;

/** Reads a line of a prediction file (DESIGN section 7). An error has the field, its value and the reason. */
export function readPredictionRow(line: string): ReadRow<PredictionRow> {
  const json = readJsonObject(line);
  if (!json.ok) return json;
  const parsed = predictionRowSchema.safeParse(json.row);
  if (!parsed.success) {
    const problem = firstProblem(parsed.error);
    return { ok: false, ...problem, value: formatRejectedValue(json.row, problem.field) };
  }
  if (conditionKey(parsed.data.condition).length > maxConditionKeyLength) {
    return { ok: false, field: "condition", message: `is longer than ${maxConditionKeyLength} characters altogether` };
  }
  return { ok: true, row: parsed.data };
}
