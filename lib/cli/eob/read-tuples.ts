import { readTupleLines, type TupleLineResult } from "@/lib/server/beliefs/read-tuple-lines.ts";
import { UnreadableFileError } from "@/lib/server/beliefs/text-lines.ts";
import { type CommandIo, InputError } from "../io.ts";
import { inputLines } from "../read-input.ts";

/** Yields the tuples of a file in the authors' format one by one; "-" reads standard input. */
export async function* readTuples(path: string, io: CommandIo): AsyncGenerator<TupleLineResult> {
  yield* namingFile(path, readTupleLines(inputLines(path, io)));
}

/** Passes all values on. If the file cannot be read, throws an `InputError` that names the file. */
export async function* namingFile<Value>(path: string, values: AsyncIterable<Value>): AsyncGenerator<Value> {
  try {
    yield* values;
  } catch (error) {
    if (error instanceof UnreadableFileError) throw new InputError(`${path}: ${error.message}`);
    throw error;
  }
}
