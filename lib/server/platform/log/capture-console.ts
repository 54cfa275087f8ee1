import { format } from "node:util";
import { log } from "./log.ts";

/** The start-up messages of Next.js, which contain internal addresses. */
const startupMessages = /^ *(?:[▲✓○]|- (?:Local|Network|Environments):)/;

/**
 * Redirects all `console` output to log lines, so that texts of libraries are also escaped and have the request's ID.
 * Errors keep their stack.
 */
export function captureConsole(): void {
  const write =
    (level: "info" | "warn" | "error") =>
    (...values: unknown[]) => {
      const error = values.find((value) => value instanceof Error);
      const texts = values.map((value) => (value instanceof Error ? value.message : value));
      const message = format(...texts).trim();
      if (message !== "" && !startupMessages.test(message)) log(level, message, undefined, error);
    };
  console.log = write("info");
  console.info = write("info");
  console.debug = write("info");
  console.warn = write("warn");
  console.error = write("error");
}
