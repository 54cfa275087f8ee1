import {
  createLogRecord,
  fingerprintOf,
  isObject,
  type LogObject,
  levelsOf,
  nonBlankText,
  type ReadRecord,
  UnusableLogError,
} from "./log-record.ts";

/** Properties in the header of an Inspect log that apply to all samples. */
export interface InspectHeader {
  model: string | null;
  /** Scorers, in the order in which the log lists them. */
  scorers: string[];
  /** The number of samples according to the log; null if not stated. */
  declared: number | null;
  /** The progress of an unfinished evaluation, as the end of a sentence; null if the evaluation is finished. */
  unfinished: string | null;
}

/**
 * Reads the header of an Inspect log (version 1 to 3). Rejects a log whose evaluation did not finish, because the
 * samples of a cancelled run are biased towards fast ones.
 *
 * @param isPartial whether to accept the finished samples of an unfinished evaluation
 */
export function readInspectHeader(log: LogObject, isPartial = false): InspectHeader {
  const evaluation = isObject(log.eval) ? log.eval : {};
  const results = isObject(log.results) ? log.results : {};
  const total = typeof results.total_samples === "number" ? results.total_samples : null;
  const status = nonBlankText(log.status) ?? "started";
  let unfinished: string | null = null;
  if (status !== "success") {
    const done = typeof results.completed_samples === "number" ? results.completed_samples : null;
    const progress = done === null || total === null ? "" : ` after ${done} of ${total} samples`;
    unfinished = `its status is "${status}"${progress}`;
    if (!isPartial)
      throw new UnusableLogError(
        `the evaluation did not finish: ${unfinished}; --partial imports the samples that finished`,
      );
  }
  const scores = Array.isArray(results.scores) ? results.scores : [];
  const scorers = scores.filter(isObject).map(({ name, scorer }) => nonBlankText(name) ?? nonBlankText(scorer) ?? "");
  return { model: nonBlankText(evaluation.model), scorers, declared: total, unfinished };
}

/** Reads a sample of an Inspect log. Epochs of one item are separate records. */
export function readInspectSample(sample: LogObject, header: InspectHeader): ReadRecord {
  const { id } = sample;
  if (typeof id !== "string" && typeof id !== "number") return { rejected: "a sample has no id" };
  const epoch = typeof sample.epoch === "number" ? sample.epoch : 1;
  const scores = scoresOf(sample, header);
  const output = readOutputText(sample);
  if (isObject(sample.error) && output === null && scores.length === 0)
    return { rejected: `ended with an error: ${nonBlankText(sample.error.message) ?? "unnamed"}` };
  if (header.unfinished !== null && (isObject(sample.error) || (output === null && scores.length === 0)))
    return { rejected: "the sample did not finish" };
  const choices = Array.isArray(sample.choices) ? sample.choices.filter((choice) => typeof choice === "string") : [];
  const hasNoAnswer = scores.length > 0 && scores.every(({ value }) => value === "N");
  const answer = scores.map((score) => readRecordedAnswer(score, sample)).find((text) => text !== null) ?? null;
  const recorded = hasNoAnswer ? null : (answer ?? nonBlankText(output));
  return createLogRecord({
    id,
    variant: `epoch ${epoch}`,
    repeat: Math.max(0, epoch - 1),
    recorded,
    text: hasNoAnswer && nonBlankText(output) === null ? null : (output ?? answer),
    options: choices,
    isRecordedRead: choices.length > 0 && answer !== null && /^\W*[A-Z](?:\W+[A-Z])*\W*$/iu.test(answer),
    correct: scores.map(({ value }) => correctOf(value)).find((value) => value !== null) ?? null,
    prompt: readPromptText(sample),
    contentFingerprint: fingerprintOf(sample.metadata),
    levels: levelsOf(sample.metadata),
  });
}

function scoresOf(sample: LogObject, { scorers }: InspectHeader): LogObject[] {
  if (isObject(sample.score)) return [sample.score];
  if (!isObject(sample.scores)) return [];
  const entries = Object.entries(sample.scores).filter((entry): entry is [string, LogObject] => isObject(entry[1]));
  const rank = (name: string) => (scorers.includes(name) ? scorers.indexOf(name) : scorers.length);
  return entries.sort(([one], [other]) => rank(one) - rank(other)).map(([, score]) => score);
}

/** Converts a score: `N` means no answer; a share, a list or an object is neither right nor wrong. */
function correctOf(value: unknown): boolean | null {
  if (value === "C" || value === 1 || value === true) return true;
  if (value === "I" || value === 0 || value === false) return false;
  if (typeof value !== "string") return null;
  const word = value.trim().toLowerCase();
  if (["yes", "true", "correct", "1", "1.0"].includes(word)) return true;
  return ["no", "false", "incorrect", "0", "0.0"].includes(word) ? false : null;
}

function readRecordedAnswer(score: LogObject, sample: LogObject): string | null {
  return nonBlankText(resolveReference(score.answer, sample));
}

/**
 * The last text of the model: from the first choice or `completion`, otherwise from the last assistant message,
 * otherwise from the last model call. Reasoning parts are excluded.
 */
function readOutputText(sample: LogObject): string | null {
  const outputChoice = isObject(sample.output) ? readChoiceText(sample.output, sample) : null;
  if (outputChoice !== null) return outputChoice;
  const lastReply = messagesOf(sample.messages, sample).findLast((message) => message.role === "assistant");
  const replyText = lastReply === undefined ? null : readContentText(lastReply.content, sample);
  if (replyText !== null) return replyText;
  const call = eventsOf(sample).findLast((event) => event.event === "model" && isObject(event.output));
  return call !== undefined && isObject(call.output) ? readChoiceText(call.output, sample) : null;
}

/** The answer is the content of the choice. `completion` repeats it, in some versions together with the reasoning. */
function readChoiceText(output: LogObject, sample: LogObject): string | null {
  const [choice] = Array.isArray(output.choices) ? output.choices : [];
  const content = isObject(choice) && isObject(choice.message) ? readContentText(choice.message.content, sample) : null;
  return content ?? nonBlankText(resolveReference(output.completion, sample));
}

/** A text, or the joined text parts of a list, with references resolved. */
export function readContentText(content: unknown, sample: LogObject): string | null {
  if (typeof content === "string") return nonBlankText(resolveReference(content, sample));
  if (!Array.isArray(content)) return null;
  const parts = content.flatMap((part) => {
    if (typeof part === "string") return [part];
    if (!isObject(part) || (part.type !== "text" && part.type !== "output_text")) return [];
    const text = resolveReference(part.text, sample);
    return typeof text === "string" ? [text] : [];
  });
  return nonBlankText(parts.join("\n"));
}

/** A text, or the text to which a reference points; null if the log does not contain that text. */
function resolveReference(value: unknown, sample: LogObject): unknown {
  if (typeof value !== "string") return value;
  const hash = /^(?:attachment|tc):\/\/([0-9a-zA-Z]+)$/u.exec(value.trim())?.[1];
  if (hash === undefined) return value;
  const transcript = isObject(sample.transcript) ? sample.transcript : {};
  for (const store of [sample.attachments, transcript.content, sample.content]) {
    if (isObject(store) && typeof store[hash] === "string") return store[hash];
  }
  return null;
}

function eventsOf(sample: LogObject): LogObject[] {
  const transcript = isObject(sample.transcript) ? sample.transcript : {};
  const events = Array.isArray(sample.events) ? sample.events : transcript.events;
  return Array.isArray(events) ? events.filter(isObject) : [];
}

/** Messages that are included directly, or given as indices and half-open ranges of the sample's pool. */
function messagesOf(messages: unknown, sample: LogObject): LogObject[] {
  if (!Array.isArray(messages)) return [];
  const pool = poolOf(sample);
  return messages.flatMap((message) => {
    if (isObject(message)) return [message];
    if (typeof message === "number") return pool.slice(message, message + 1);
    if (Array.isArray(message) && typeof message[0] === "number" && typeof message[1] === "number")
      return pool.slice(message[0], message[1]);
    return [];
  });
}

function poolOf(sample: LogObject): LogObject[] {
  const data = isObject(sample.events_data) ? sample.events_data.messages : undefined;
  const pool = Array.isArray(sample.message_pool) ? sample.message_pool : data;
  return Array.isArray(pool) ? pool.filter(isObject) : [];
}

/** The input of the model: all messages before its first reply. */
function readPromptText(sample: LogObject): string | null {
  const refs = eventsOf(sample).find((event) => event.event === "model" && Array.isArray(event.input_refs))?.input_refs;
  const storedMessages = messagesOf(sample.messages, sample);
  const messages = storedMessages.length > 0 ? storedMessages : messagesOf(refs, sample);
  const end = messages.findIndex(({ role }) => role === "assistant");
  const promptContents = (end < 0 ? messages : messages.slice(0, end)).map(({ content }) =>
    readContentText(content, sample),
  );
  const texts = promptContents.filter((text) => text !== null);
  return texts.length > 0 ? texts.join("\n\n") : readContentText(sample.input, sample);
}
