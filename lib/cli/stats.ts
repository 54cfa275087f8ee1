import { answerCall, statisticsFunctions } from "../domain/statistics/calls/answer-call.ts";
import { splitLines } from "../server/platform/files/split-lines.ts";
import { writeLine } from "./io.ts";
import { inputBytes } from "./read-input.ts";
import type { RegisterCommand } from "./register-command.ts";

/**
 * `parallax stats`: reads one JSON object per line and writes one result per line, in the same order. Each line is
 * handled before the next is read, so memory is limited to one line. A request that a statistic refuses still counts as
 * handled; a line that is not a request (not JSON, no "fn") gets an error line, and the exit code is then 1.
 */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("stats")
    .description(
      'Compute statistics. Reads {"id","fn","input"} as JSON lines on standard input and writes {"id","output"} or {"id","error"} for each, in the same order. Empty lines are skipped. Exit code 1 if a line was not a request.',
    )
    .addHelpText(
      "after",
      `\nfn, its input fields (with defaults) and its output fields:\n${listFunctionsHelp()}\n\n${example}`,
    )
    .action(async () => {
      let unreadable = 0;
      for await (const { number, text, problem } of splitLines(inputBytes("-", io), Number.POSITIVE_INFINITY)) {
        if (text?.trim() === "") continue;
        const answer = text === null ? errorResponse(null, `line ${number} ${problem}`) : handleLine(text, number);
        if (!answer.readable) unreadable += 1;
        await writeLine(io.stdout, JSON.stringify(answer.line));
      }
      finish(unreadable === 0 ? 0 : 1);
    });
};

interface LineResult {
  /** Whether the line could be parsed as a request; also true if its input is invalid for the statistic. */
  readable: boolean;
  line: { id: unknown; output: unknown } | { id: unknown; error: string };
}

function handleLine(line: string, lineNumber: number): LineResult {
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch (error) {
    return errorResponse(null, `line ${lineNumber} is not JSON: ${formatError(error)}`);
  }
  if (typeof request !== "object" || request === null || Array.isArray(request))
    return errorResponse(null, `line ${lineNumber} must be an object with "id", "fn" and "input"`);
  const { id = null, fn, input } = request as { id?: unknown; fn?: unknown; input?: unknown };
  if (typeof fn !== "string") return errorResponse(id, `line ${lineNumber} has no "fn", the name of a statistic`);
  try {
    return { readable: true, line: { id, output: answerCall(fn, input) } };
  } catch (error) {
    // A RangeError means that the statistic refuses the input. Any other error is a bug and is thrown.
    if (error instanceof RangeError) return { readable: true, line: { id, error: error.message } };
    throw error;
  }
}

function errorResponse(id: unknown, error: string): LineResult {
  return { readable: false, line: { id, error } };
}

function formatError(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : String(error);
}

function listFunctionsHelp(): string {
  return [...statisticsFunctions].map(([name, { summary }]) => `  ${name.padEnd(21)} ${summary}`).join("\n");
}

const example = `Example:
  echo '{"id":"a","fn":"wilson","input":{"k":53,"n":56,"conf":0.95}}' | parallax stats`;
