import { serveThread } from "../platform/threads/serve-thread.ts";
import { type DataLine, type DataTotals, type NeededItems, readData } from "./read-data.ts";

/** Reads the data of a replication in a thread. */
export const script = serveThread<NeededItems & { path: string; folder: string }, never, DataLine[], DataTotals>(
  (input, { report }) => readData(input, report),
);
