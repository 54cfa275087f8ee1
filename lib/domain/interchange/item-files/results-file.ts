import { recogniseRecord } from "../model-logs/recognise.ts";

const outputs = [
  "output",
  "response",
  "prediction",
  "predicted",
  "completion",
  "generation",
  "model_answer",
  "model_output",
  "llm_output",
];
const people = ["session", "session_id", "participant", "participant_id", "respondent", "worker_id"];
const answers = ["answer", "response", "answer_key", "reaction_time", "chosen"];

/**
 * Describes a file that contains answers instead of items, if a record or the table's columns show this; null for other
 * files.
 *
 * @param record the first JSON record; null for a table
 */
export function describeResultsFile(header: readonly string[], record: unknown): string | null {
  const found = record === null ? null : recogniseRecord(record);
  if (found && "format" in found) return "a file with answers of models; import it on the page Models";
  if (found && "results" in found) return "a file with totals of models, without items";
  if (found && "unsupported" in found && !found.unsupported.startsWith("a Hi-ToM"))
    return `${found.unsupported}, and not a file of items`;
  const names = new Set(
    header.map((name) =>
      name
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/gu, "_"),
    ),
  );
  const has = (list: readonly string[]) => list.some((name) => names.has(name));
  if ((names.has("model") || names.has("model_name")) && has([...outputs, ...answers]))
    return "a file with answers of models; import it on the page Models";
  if (has(people) && has(answers)) return "a file with answers of participants, and not a file of items";
  return null;
}
