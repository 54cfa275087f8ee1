/** The supported formats of files with model answers. */
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

/** One answer of a model in a log, independent of the log's format. */
export interface LogRecord {
  /** The item's name in the log; unique only within the log's task. */
  id: string | number;
  /** Distinguishes records of one item within a file: filter, epoch, choice, condition; empty if there is only one. */
  variant: string;
  /** The answer recorded by the log; null if it recorded none. */
  recorded: string | null;
  /** The model's text, without its reasoning; null if the log has none. */
  text: string | null;
  /** The options in the order to which letters in `text` or `recorded` refer; empty if there are none. */
  options: string[];
  /** The index of the option that the model chose by likelihood; null if it answered with text. */
  choice: number | null;
  /** Whether to read the letter in `recorded` instead of `text`, whose letters follow another order. */
  isRecordedRead: boolean;
  /** The log's own score of the answer; null if it has none, or one that is neither right nor wrong. */
  correct: boolean | null;
  /** The model named by the record; null if only the file names it. */
  model: string | null;
  prompt: string | null;
  /** Story and question, if the file states them separately from the prompt; otherwise null. */
  asked: { story: string; text: string } | null;
  /** The condition stated by the record; empty if only the importing person knows it. */
  levels: Readonly<Record<string, string>>;
  /** The content fingerprint, if the file contains it; otherwise null. */
  contentFingerprint: string | null;
  /** Log-probabilities of candidate answers or of the first answer token's alternatives; null if there are none. */
  logprobs: Record<string, number | null> | null;
  /** The repetition of the item under the same settings, from 0. */
  repeat: number;
}

/** A rejected record, with the reason; it does not affect the other records of the file. */
export interface RejectedRecord {
  rejected: string;
}

export type ReadRecord = LogRecord | RejectedRecord;

/** A file that is rejected as a whole. The message is one sentence that does not begin with the file name. */
export class UnusableLogError extends Error {}

/** A record with defaults for everything that the log does not state. */
export function createLogRecord(given: Pick<LogRecord, "id"> & Partial<LogRecord>): LogRecord {
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

export type LogObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is LogObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A non-blank text; null for any other value. */
export function nonBlankText(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** The condition in a document of our own tasks that also has a fingerprint; empty for any other data. */
export function levelsOf(data: unknown): Record<string, string> {
  if (!isObject(data) || fingerprintOf(data) === null || !isObject(data.condition)) return {};
  const levels = Object.entries(data.condition);
  const isCondition = levels.length <= 20 && levels.every(([, level]) => nonBlankText(level) !== null);
  return isCondition ? Object.fromEntries(levels.map(([factor, level]) => [factor, String(level)])) : {};
}

/** A content fingerprint under any of its possible field names in a row; null if there is none. */
export function fingerprintOf(data: unknown): string | null {
  if (!isObject(data)) return null;
  const value = data.contentFingerprint ?? data.content_fingerprint;
  return typeof value === "string" && /^(?:\d{1,3}:)?[0-9a-f]{64}$/u.test(value) ? value : null;
}
