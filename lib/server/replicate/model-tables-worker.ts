import { modelTables } from "@/lib/domain/replicate/model-tables.ts";
import type { Observations } from "@/lib/domain/replicate/observation.ts";
import type { PaperTable } from "@/lib/domain/replicate/paper-table.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";

/** Computes the tables of all models on a benchmark in a thread. */
export const script = serveThread<Observations, never, never, PaperTable[]>((observations) =>
  modelTables(observations),
);
