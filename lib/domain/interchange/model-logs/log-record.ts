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

/** An answer of a model in a log, in a form that does not depend on the log's format. */
export interface LogRecord {
  /** The item's name in the log; unique only within the log's task. */
  id: string | number;
  /**
   * Distinguishes several records of one item in a file: filter, epoch, choice, condition; empty if there is only one
   * record.
   */
  variant: string;
  /** The answer that the log recorded; null if it recorded none. */
  recorded: string | null;
  /** The model's text, without its reasoning; null if the log has none. */
  text: string | null;
  /** The options, in the order to which letters in `text` or `recorded` refer; empty if unknown. */
  options: string[];
  /** The index of the option with the highest likelihood; null if the model answered with a text. */
  choice: number | null;
  /** Whether to read the letter in `recorded` instead of `text`. The letters in `text` then follow another order. */
  isRecordedRead: boolean;
  /** Whether the log scored the answer as right; null if it has no score or the score is neither right nor wrong. */
  correct: boolean | null;
  /** The model that the record names; null if only the file names a model. */
  model: string | null;
  prompt: string | null;
  /** Story and question, if the file states them separately from the prompt; null otherwise. */
  asked: { story: string; text: string } | null;
  /** The condition that the record states; empty if only the person who imports the file knows it. */
  levels: Readonly<Record<string, string>>;
  /** The content fingerprint, if the file contains it; otherwise null. */
  contentFingerprint: string | null;
  /**
   * Log-probabilities of candidate answers, or of the alternatives to the first answer token; null if there are none.
   */
  logprobs: Record<string, number | null> | null;
  /** The index, from 0, of the repetition of the item under the same settings. */
  repeat: number;
}

/** A rejected record with the reason. Other records of the file are not affected. */
export interface RejectedRecord {
  rejected: string;
}

export type ReadRecord = LogRecord | RejectedRecord;

/** Thrown if a whole file is rejected. The message is a sentence that does not begin with the file name. */
export class UnusableLogError extends Error {}

/** Creates a record with defaults for everything that the log does not state. */
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

/** The condition in a document of a Parallax task, recognised by its fingerprint; empty for other data. */
export function levelsOf(data: unknown): Record<string, string> {
  if (!isObject(data) || fingerprintOf(data) === null || !isObject(data.condition)) return {};
  const levels = Object.entries(data.condition);
  const isCondition = levels.length <= 20 && levels.every(([, level]) => nonBlankText(level) !== null);
  return isCondition ? Object.fromEntries(levels.map(([factor, level]) => [factor, String(level)])) : {};
}

/** The content fingerprint of a row, under any of the possible field names; null if there is none. */
export function fingerprintOf(data: unknown): string | null {
  if (!isObject(data)) return null;
  const value = data.contentFingerprint ?? data.content_fingerprint;
  return typeof value === "string" && /^(?:\d{1,3}:)?[0-9a-f]{64}$/u.test(value) ? value : null;
}
