/** The kinds of files with answers of models that can be read. */
export const logFormats = [
  "parallax",
  "lm-eval",
  "inspect-json",
  "inspect-eval",
  "openai-chat",
  "openai-completions",
  "openai-batch",
  "eob-csv",
  "csv",
] as const;
export type LogFormat = (typeof logFormats)[number];

/** One answer of a model as a log holds it, whatever the log's format. */
export interface LogRecord {
  /** The log's own name of the item; unique only within the log's task. */
  id: string | number;
  /** What tells records of one item apart within a file: filter, epoch, choice, condition; empty where nothing does. */
  variant: string;
  /** The answer that the log itself recorded; null where it recorded none. */
  recorded: string | null;
  /** The model's own words, without its reasoning; null where the log holds none. */
  text: string | null;
  /** The options in the order to which letters in `text` or `recorded` refer; empty where there are none. */
  options: string[];
  /** The place of the option that the model chose by likelihood; null where it answered in words. */
  choice: number | null;
  /** Whether a letter in `recorded` is to be read in place of `text`, whose letters follow another order. */
  isRecordedRead: boolean;
  /** What the log says of the answer; null where it says nothing, or neither right nor wrong. */
  correct: boolean | null;
  /** The model that the record itself names; null where only the file does. */
  model: string | null;
  prompt: string | null;
  /** Story and question, where the file states them apart from the prompt; null elsewhere. */
  asked: { story: string; text: string } | null;
  /** The condition that the record itself states; empty where only the person who imports it knows. */
  levels: Readonly<Record<string, string>>;
  /** The fingerprint of what was asked, where the file carries it; null elsewhere. */
  contentFingerprint: string | null;
  /** Log-probabilities of candidate answers or of the first answer token's alternatives; null without any. */
  logprobs: Record<string, number | null> | null;
  /** How often the item was asked before under the same settings, from 0. */
  repeat: number;
}

/** A record that cannot be taken, with the reason; the others of its file can. */
export interface RejectedRecord {
  rejected: string;
}

export type ReadRecord = LogRecord | RejectedRecord;

/** A file that cannot be trusted as a whole. The message is one sentence without the file's name at its beginning. */
export class UnusableLogError extends Error {}

/** A record with everything that the log did not say. */
export function logRecord(given: Pick<LogRecord, "id"> & Partial<LogRecord>): LogRecord {
  return {
    variant: "",
    recorded: null,
    text: null,
    options: [],
    choice: null,
    isRecordedRead: false,
    correct: null,
    model: null,
    prompt: null,
    asked: null,
    levels: {},
    contentFingerprint: null,
    logprobs: null,
    repeat: 0,
    ...given,
  };
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a value; null for anything but a text that is not blank. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** The condition that a document of our own tasks states beside its fingerprint; empty for any other data. */
export function levelsOf(data: unknown): Record<string, string> {
  if (!isObject(data) || fingerprintOf(data) === null || !isObject(data.condition)) return {};
  const levels = Object.entries(data.condition);
  const isCondition = levels.length <= 20 && levels.every(([, level]) => textOf(level) !== null);
  return isCondition ? Object.fromEntries(levels.map(([factor, level]) => [factor, String(level)])) : {};
}

/** A content fingerprint under the names that a row of data may carry it by; null where there is none. */
export function fingerprintOf(data: unknown): string | null {
  if (!isObject(data)) return null;
  const value = data.contentFingerprint ?? data.content_fingerprint;
  return typeof value === "string" && /^(?:\d{1,3}:)?[0-9a-f]{64}$/u.test(value) ? value : null;
}
