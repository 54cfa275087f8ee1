import { escapeControls } from "./escape-controls.ts";

export type LogLevel = "info" | "warn" | "error";
export type LogLineFormat = "json" | "text";

/** One log entry. */
export interface LogEntry {
  time: Date;
  level: LogLevel;
  message: string;
  requestId?: string | undefined;
  /** Additional fields by name; no data that identify a participant, no query strings, no tokens. */
  facts?: Readonly<Record<string, string | number | boolean | null>> | undefined;
  /** The stack of an error, shortened. */
  stack?: string | undefined;
}

const maxMessageLength = 4_000;
const maxStackLength = 8_000;

/** An entry as one line: a JSON object for programs, or time, level, message and fields for people. */
export function formatLog(entry: LogEntry, form: LogLineFormat): string {
  const { time, level, requestId, facts } = entry;
  const message = cut(entry.message, maxMessageLength);
  const stack = entry.stack === undefined ? undefined : cut(entry.stack, maxStackLength);
  if (form === "json") {
    const line = JSON.stringify({
      time: time.toISOString(),
      level,
      message,
      ...(requestId && { request: requestId }),
      ...facts,
      ...(stack && { stack }),
    });
    // JSON does not escape most of these characters; inside its strings \u has the same meaning.
    return escapeControls(line);
  }
  const parts = [time.toISOString(), level.padEnd(5), message];
  if (requestId) parts.push(`request=${requestId}`);
  for (const [name, value] of Object.entries(facts ?? {})) parts.push(`${name}=${value}`);
  const text = escapeControls(parts.join(" "));
  return stack
    ? `${text}\n${stack
        .split("\n")
        .map((line) => `    ${escapeControls(line)}`)
        .join("\n")}`
    : text;
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length - longest} more characters)`;
}
