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
  const message = truncate(entry.message, maxMessageLength);
  const stack = entry.stack === undefined ? undefined : truncate(entry.stack, maxStackLength);
  if (form === "json") {
    const line = JSON.stringify({
      time: time.toISOString(),
      level,
      message,
      ...(requestId && { request: requestId }),
      ...facts,
      ...(stack && { stack }),
    });
    // JSON leaves most of these characters unescaped; inside its strings \u has the same meaning.
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

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`;
}
