import { conditionKey } from "../items/stimulus.ts";
import { type PredictionRow, predictionRowSchema } from "../models/prediction-row.ts";
import { firstProblem } from "../text.ts";
import { type ReadRow, readJsonObject } from "./read-item-row.ts";

/** What fits into an index of the database, in characters; a sentence in a level belongs somewhere else. */
const longestConditionKey = 600;

/** Reads one line of a prediction file (DESIGN section 7). Says field and reason when it refuses. */
export function readPredictionRow(line: string): ReadRow<PredictionRow> {
  const json = readJsonObject(line);
  if (!json.ok) return json;
  const parsed = predictionRowSchema.safeParse(json.row);
  if (!parsed.success) return { ok: false, ...firstProblem(parsed.error) };
  if (conditionKey(parsed.data.condition).length > longestConditionKey) {
    return { ok: false, field: "condition", message: `is longer than ${longestConditionKey} characters altogether` };
  }
  return { ok: true, row: parsed.data };
}
