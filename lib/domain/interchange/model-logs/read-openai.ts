import { createLogRecord, isObject, type LogObject, nonBlankText, type ReadRecord } from "./log-record.ts";
import { readContentText } from "./read-inspect.ts";

/**
 * Reads the answers in one response of an OpenAI-compatible endpoint: a chat completion, a legacy completion or a
 * response of the Responses API. If `n` is above 1, each choice is a repeat of the same item.
 */
export function readOpenAiBody(body: LogObject, id: string | number): ReadRecord[] {
  const model = nonBlankText(body.model);
  if (Array.isArray(body.output)) return [readResponse(body, id, model)];
  if (Array.isArray(body.choices) && body.choices.length > 0) {
    return body.choices.map((choice, index) => readChoice(choice, index, id, model));
  }
  return [{ rejected: errorMessage(body) ?? "the response has no choices" }];
}

/** Reads a line of a batch's output or error file. Reasons contain no ID, so that a report can group equal reasons. */
export function readOpenAiBatchLine(line: LogObject): ReadRecord[] {
  const id = line.custom_id;
  if (typeof id !== "string" && typeof id !== "number") return [{ rejected: "a line has no custom_id" }];
  if (isRealError(line.error)) return [{ rejected: errorMessage(line) ?? "the request failed" }];
  const response = isObject(line.response) ? line.response : null;
  if (response === null) return [{ rejected: "there is no response" }];
  const status = response.status_code;
  const body = isObject(response.body)
    ? response.body
    : "choices" in response || "output" in response
      ? response
      : null;
  if (typeof status === "number" && (status < 200 || status > 299))
    return [{ rejected: `the request was answered with status ${status}${reasonOf(body)}` }];
  return body === null ? [{ rejected: "the response has no body" }] : readOpenAiBody(body, id);
}

/** Whether an error occurred. Some providers write "N/A", an empty text or an empty object if there was none. */
function isRealError(error: unknown): boolean {
  if (error === null || error === undefined) return false;
  if (typeof error === "string") return !/^(?:|n\/?a|none|null)$/iu.test(error.trim());
  return isObject(error) ? Object.values(error).some((value) => value !== null && value !== "") : true;
}

function errorMessage(body: LogObject): string | null {
  if (!isRealError(body.error)) return null;
  return isObject(body.error)
    ? (nonBlankText(body.error.message) ?? nonBlankText(body.error.code))
    : nonBlankText(body.error);
}

function reasonOf(body: LogObject | null): string {
  const message = body === null ? null : errorMessage(body);
  return message === null ? "" : ` (${message})`;
}

function readChoice(choice: unknown, position: number, id: string | number, model: string | null): ReadRecord {
  if (!isObject(choice)) return { rejected: `choice ${position} is not an object` };
  const index = typeof choice.index === "number" ? choice.index : position;
  const message = isObject(choice.message) ? choice.message : null;
  const text = message === null ? nonBlankText(choice.text) : readContentText(message.content, {});
  const logprobs = logprobsOf(choice.logprobs);
  return createLogRecord({ id, variant: `choice ${index}`, repeat: index, recorded: text, text, model, logprobs });
}

/** Reads only the `output_text` parts of messages. Reasoning, tool calls and refusals are not answers. */
function readResponse(body: LogObject, id: string | number, model: string | null): ReadRecord {
  if (isRealError(body.error)) return { rejected: errorMessage(body) ?? "the response failed" };
  if (
    body.status === "failed" ||
    body.status === "cancelled" ||
    body.status === "queued" ||
    body.status === "in_progress"
  )
    return { rejected: `the response is ${String(body.status)}` };
  const items = Array.isArray(body.output) ? body.output.filter(isObject) : [];
  const parts = items
    .filter(({ type }) => type === "message")
    .flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const texts = parts
    .filter(isObject)
    .flatMap((part) => (part.type === "output_text" && typeof part.text === "string" ? [part.text] : []));
  const text = nonBlankText(texts.join("\n"));
  return createLogRecord({ id, variant: "choice 0", recorded: text, text, model });
}

/**
 * The alternatives of the first token, from chat or legacy log-probabilities. The value -9999 marks a token outside the
 * list.
 */
function logprobsOf(logprobs: unknown): Record<string, number | null> | null {
  if (!isObject(logprobs)) return null;
  const [first] = Array.isArray(logprobs.content) ? logprobs.content : [];
  const [legacy] = Array.isArray(logprobs.top_logprobs) ? logprobs.top_logprobs : [];
  const listedAlternatives =
    isObject(first) && Array.isArray(first.top_logprobs) ? first.top_logprobs.filter(isObject) : [];
  const entries: [string, unknown][] = isObject(legacy)
    ? Object.entries(legacy)
    : listedAlternatives.map(({ token, logprob }) => [String(token ?? ""), logprob]);
  if (entries.length === 0) return null;
  return Object.fromEntries(
    entries.map(([token, value]) => [token, typeof value === "number" && value > -9999 ? value : null]),
  );
}
