import { createReadStream } from "node:fs";
import type { BeliefTuple } from "@/lib/domain/beliefs/tuple.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";
import { type ReadFacts, readFactFile } from "./read-facts.ts";
import { UnreadableFileError } from "./text-lines.ts";

interface Input {
  path: string;
  format: "authors" | "popqa";
  seed: string;
  /** More facts than this are counted and not reported. */
  mostFacts: number;
}

/** What became of a file; `refusal` says why it cannot be read as what it should be. */
export type FactTotals =
  | { refusal: string }
  | { refusal: null; facts: number; importSummary: ReadFacts["importSummary"] };

/** Facts of one report: some milliseconds of the process that receives them. */
const factsAtOnce = 500;

/** Reads an uploaded file of facts in a thread and reports the facts in parts. */
export const script = serveThread<Input, never, BeliefTuple[], FactTotals>(
  async ({ path, format, seed, mostFacts }, { report }) => {
    try {
      const { tuples, importSummary } = await readFactFile(createReadStream(path), format, seed);
      for (let at = 0; tuples.length <= mostFacts && at < tuples.length; at += factsAtOnce)
        await report(tuples.slice(at, at + factsAtOnce));
      return { refusal: null, facts: tuples.length, importSummary };
    } catch (error) {
      // A class does not survive the way between threads.
      if (error instanceof UnreadableFileError) return { refusal: error.message };
      throw error;
    }
  },
);
