import { readVariable } from "../environment.ts";
import { formatLog, type LogLevel, type LogLineFormat } from "./format-log.ts";
import { requestContext } from "./request-context.ts";

/** Details of a log message: counts, never personal data. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Writes one line to standard output or, from "warn" on, to standard error, with the ID of the current request. */
export function log(level: LogLevel, message: string, facts?: LogFacts, error?: unknown): void {
  const stream = level === "info" ? process.stdout : process.stderr;
  const line = formatLog(
    {
      time: new Date(),
      level,
      message,
      facts,
      requestId: requestContext().getStore()?.requestId,
      stack: error instanceof Error ? formatStack(error) : undefined,
    },
    readLogFormat(),
  );
  stream.write(`${line}\n`);
}

/** `PARALLAX_LOG` if it is set; otherwise text for a terminal, and JSON if the output goes to a file or a service. */
export function readLogFormat(): LogLineFormat {
  const configured = readVariable("PARALLAX_LOG");
  if (configured === "json" || configured === "text") return configured;
  return process.stderr.isTTY ? "text" : "json";
}

function formatStack(error: Error): string {
  const ownStack = error.stack ?? String(error);
  return error.cause instanceof Error ? `${ownStack}\nCaused by: ${error.cause.stack ?? error.cause}` : ownStack;
}
