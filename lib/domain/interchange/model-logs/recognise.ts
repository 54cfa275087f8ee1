import { isObject, type LogFormat, type LogObject } from "./log-record.ts";

/** The format recognised from a record: a supported format, a file of results, or the name of an unsupported format. */
export type RecognisedFormat = { format: LogFormat } | { results: true } | { unsupported: string };

/** Recognises a format from one JSON record, independent of the file's name; null for an unknown format. */
export function recogniseRecord(record: unknown): RecognisedFormat | null {
  if (!isObject(record)) return null;
  const has = (...keys: string[]) => keys.every((key) => key in record);
  const hasAny = (...keys: string[]) => keys.some((key) => key in record);
  if (has("status") && (isObject(record.eval) || Array.isArray(record.samples))) return { format: "inspect-json" };
  if (has("doc_id") && hasAny("resps", "filtered_resps", "logit_0")) return { format: "lm-eval" };
  if (has("results") && hasAny("versions", "configs", "config", "n-samples", "model_name")) {
    return isObject(record.samples) ? { format: "lm-eval" } : { results: true };
  }
  if (isObject(record.samples) && Object.values(record.samples).every(Array.isArray)) return { format: "lm-eval" };
  if (has("custom_id", "result")) return { unsupported: "an Anthropic message batch" };
  if (has("custom_id") && hasAny("response", "error")) return { format: "openai-batch" };
  if (has("custom_id", "method", "url"))
    return { unsupported: "the input of an OpenAI batch, which contains requests and no answers" };
  const body = recogniseBody(record);
  if (body !== null) return body;
  const unsupportedTool = findUnsupportedTool(record);
  if (unsupportedTool !== null) return { unsupported: unsupportedTool };
  return has("model", "item") ? { format: "parallax" } : null;
}

function recogniseBody(record: LogObject): RecognisedFormat | null {
  if (record.object === "response" && Array.isArray(record.output)) return { format: "openai-chat" };
  if (!Array.isArray(record.choices)) return null;
  if (record.object === "text_completion") return { format: "openai-completions" };
  const [choice] = record.choices;
  if (isObject(choice) && isObject(choice.message)) return { format: "openai-chat" };
  if (isObject(choice) && typeof choice.text === "string") return { format: "openai-completions" };
  return typeof record.object === "string" && record.object.startsWith("chat.completion")
    ? { format: "openai-chat" }
    : null;
}

/** Names of evaluation tools whose answer files are not supported. */
const unsupportedTools: [name: string, keys: string[]][] = [
  ["a HELM scenario state", ["adapter_spec", "request_states"]],
  ["HELM per-instance statistics", ["instance_id", "stats"]],
  ["HELM display predictions", ["instance_id", "predicted_text"]],
  ["a HELM display request", ["instance_id", "request"]],
  ["a HELM run specification", ["scenario_spec", "adapter_spec"]],
  ["HELM instances", ["references", "input", "split", "id"]],
  ["HELM statistics", ["name", "count", "sum", "sum_squared"]],
  ["a HELM scenario", ["definition_path", "tags"]],
  ["a lighteval details file", ["full_prompt", "predictions"]],
  ["lighteval results", ["config_general", "results"]],
  ["an OpenCompass prediction file", ["origin_prompt", "prediction"]],
  ["an OpenAI Evals log", ["spec", "run_id"]],
  ["an OpenAI Evals log", ["event_id", "sample_id"]],
  ["an AlpacaEval output file", ["instruction", "generator", "output"]],
  ["an MT-bench answer file", ["question_id", "answer_id", "choices"]],
  ["a promptfoo result file", ["evalId", "results"]],
  ["a SimpleToM output file", ["llm_output", "predicted"]],
  ["a Gemini response", ["candidates", "usageMetadata"]],
  ["an Anthropic message", ["stop_reason", "role", "content"]],
  ["a Hi-ToM item file, which contains questions and no answers of models", ["data"]],
  ["a BIG-bench task file", ["examples", "keywords"]],
];

function findUnsupportedTool(record: LogObject): string | null {
  const found = unsupportedTools.find(
    ([name, keys]) =>
      keys.every((key) => key in record) && (name.startsWith("a Hi-ToM") ? Array.isArray(record.data) : true),
  );
  if (found) return found[0];
  const values = Object.values(record);
  const isNumbered = values.length > 0 && Object.keys(record).every((key) => /^\d+$/u.test(key));
  return isNumbered && isObject(values[0]) && "prediction" in values[0] ? "an OpenCompass prediction file" : null;
}
