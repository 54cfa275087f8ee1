import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { type NumberedLine, readTextLines } from "@/lib/server/beliefs/text-lines.ts";
import { createReadError } from "./cannot-read.ts";
import type { CommandIo } from "./io.ts";

/** Yields the lines of a file one by one; "-" reads standard input. */
export async function* inputLines(path: string, io: CommandIo): AsyncGenerator<NumberedLine> {
  yield* readTextLines(inputBytes(path, io));
}

/** The bytes of a file; "-" reads standard input. Throws a `UsageError` if the file cannot be read. */
export async function* inputBytes(path: string, io: CommandIo): AsyncGenerator<Buffer> {
  const stream: Readable = path === "-" ? io.stdin : createReadStream(path);
  try {
    for await (const chunk of stream) yield typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
  } catch (error) {
    if (error instanceof Error && "code" in error) throw createReadError(path, error);
    throw error;
  }
}

/** A whole text, for small files. */
export async function readInputText(path: string, io: CommandIo): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of inputBytes(path, io)) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}
