import { createReadStream } from "node:fs";
import type { BeliefTuple } from "@/lib/domain/beliefs/tuple.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";
import { type ReadFacts, readFactFile } from "./read-facts.ts";
import { UnreadableFileError } from "./text-lines.ts";

interface Input {
  path: string;
  format: "authors" | "popqa";
  seed: string;
  /** The maximum number of reported facts. Further facts are only counted. */
  maxFacts: number;
}

/** The result of a file; `refusal` states why it cannot be parsed. */
export type FactTotals =
  | { refusal: string }
  | { refusal: null; facts: number; importSummary: ReadFacts["importSummary"] };

/** Number of facts per report. The receiving process handles a report in some milliseconds. */
const factsPerReport = 500;

/** Reads an uploaded file of facts in a thread and reports the facts in parts. */
export const script = serveThread<Input, never, BeliefTuple[], FactTotals>(
  async ({ path, format, seed, maxFacts }, { report }) => {
    try {
      const { tuples, importSummary } = await readFactFile(createReadStream(path), format, seed);
      for (let at = 0; tuples.length <= maxFacts && at < tuples.length; at += factsPerReport)
        await report(tuples.slice(at, at + factsPerReport));
      return { refusal: null, facts: tuples.length, importSummary };
    } catch (error) {
      // An error class cannot be passed between threads.
      if (error instanceof UnreadableFileError) return { refusal: error.message };
      throw error;
    }
  },
);
