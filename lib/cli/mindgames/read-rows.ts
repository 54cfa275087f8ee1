import { type MindgamesRow, parseMindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { type FileLine, splitLines } from "@/lib/server/platform/files/split-lines.ts";
import { type CommandIo, InputError } from "../io.ts";
import { inputBytes } from "../read-input.ts";

/** Maximum length of a line in bytes. All rows of the format are much shorter. */
const maxLineBytes = 1_000_000;

/** Yields the lines of a file one by one, without blank lines; "-" reads standard input. */
export async function* readLines(path: string, io: CommandIo): AsyncGenerator<FileLine> {
  for await (const line of splitLines(inputBytes(path, io), maxLineBytes)) {
    if (line.text === null || line.text.trim() !== "") yield line;
  }
}

/** Yields the rows of a file. An invalid line throws an `InputError` with its number and the reason. */
export async function* readRows(path: string, io: CommandIo): AsyncGenerator<MindgamesRow> {
  for await (const { number, text, problem } of readLines(path, io)) {
    const result = text === null ? { ok: false as const, reason: `the line ${problem}` } : parseLine(text);
    if (!result.ok) throw new InputError(`${path}, line ${number}: ${result.reason}`);
    yield result.row;
  }
}

function parseLine(text: string): ReturnType<typeof parseMindgamesRow> {
  try {
    return parseMindgamesRow(JSON.parse(text));
  } catch {
    return { ok: false, reason: "the line is not JSON" };
  }
}
