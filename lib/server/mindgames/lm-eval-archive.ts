import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { lmEvalDataFile, lmEvalFiles, toLmEvalDocument } from "@/lib/domain/epistemic/mindgames/lm-eval.ts";
import type { ProblemSet } from "./read-problem-set.ts";

/**
 * A set as tasks for lm-evaluation-harness, in one zip. Each document has the benchmark's canary, and its `id` is the
 * name of the item, so that logged samples can be imported as predictions.
 */
export function openLmEvalArchive({ problems, benchmark }: ProblemSet): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(lmEvalFiles)) zip.addBuffer(Buffer.from(text), name);
  const lines = problems.map(({ externalId, row }) =>
    JSON.stringify({ ...toLmEvalDocument(row), id: externalId, canary: benchmark.canary }),
  );
  zip.addBuffer(Buffer.from(`${lines.join("\n")}\n`), lmEvalDataFile);
  zip.end();
  return Readable.toWeb((zip.outputStream as PassThrough).pipe(new PassThrough())) as ReadableStream<Uint8Array>;
}
