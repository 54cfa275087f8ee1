import * as z from "zod";
import { type ExpandedFact, expandItems, expandOpenItems } from "@/lib/domain/beliefs/expand-items.ts";
import { importItems } from "../items/import-items.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { type JobHandler, PermanentJobError } from "../platform/jobs/run-job.ts";
import { amendForKeys } from "../studies/draft/amend-for-keys.ts";
import { type BeliefSource, readBeliefSource } from "./belief-source.ts";

export const expandPayloadSchema = z.object({
  benchmarkId: z.uuid(),
  /** Whether only the open questions about the same expressions are generated. */
  isOpen: z.boolean().default(false),
});

/** The reason for changed keys of expressions after their facts were changed. */
const correctionReason = "The benchmark's facts were imported again, and its expressions generated from them.";

/** Number of facts between two progress reports. */
const progressStep = 50;

const benchmarkRow = z.strictObject({ name: z.string(), project_id: z.string(), is_demo: z.boolean() });

/**
 * Stores every expression of a benchmark's facts as items, in one transaction: if the process is killed, nothing
 * incomplete is stored, and a second run changes nothing.
 */
export const runExpansionJob: JobHandler = async (job) => {
  const { benchmarkId, isOpen } = expandPayloadSchema.parse(job.payload);
  const source = await readBeliefSource(benchmarkId);
  const benchmark = await maybeRow(
    pool(),
    benchmarkRow,
    sql`SELECT name, project_id, is_demo FROM benchmark WHERE id = ${benchmarkId}`,
  );
  const existingBenchmark = benchmark;
  if (!source || !existingBenchmark) throw new PermanentJobError("The benchmark or its facts no longer exist.");
  const counts = { facts: 0, expressions: 0 };
  const refused: ExpandedFact["refused"] = [];
  const report = await importItems({
    projectId: existingBenchmark.project_id,
    benchmarkName: existingBenchmark.name,
    fileName: source.importSummary.fileName,
    lines: (isOpen ? openItemLines : itemLines)(source, async (fact) => {
      counts.facts += 1;
      counts.expressions += fact.expressions;
      refused.push(...fact.refused);
      if (counts.facts % progressStep === 0) await job.progress({ ...counts, of: source.tuples.length });
    }),
    actorId: job.createdById,
    isDemo: existingBenchmark.is_demo,
    onKeysCorrected: (client) => amendForKeys(client, benchmarkId, job.createdById, correctionReason),
  });
  const { rows, inserted, unchanged, rejected } = report;
  return {
    ...counts,
    items: { rows, inserted, unchanged, rejected },
    refused: refused.length,
    refusals: refused.slice(0, 50),
  };
};

/** The item file of a source, line by line. */
export async function* itemLines(
  source: BeliefSource,
  onFact: (fact: Pick<ExpandedFact, "expressions" | "refused">) => Promise<void> = async () => undefined,
): AsyncGenerator<string> {
  for (const tuple of source.tuples) {
    const fact = expandItems(tuple, source.templates, source.sources, source);
    for (const item of fact.items) yield JSON.stringify(item);
    await onFact(fact);
  }
}

/** The item file of a source's open questions, line by line. */
export async function* openItemLines(
  source: BeliefSource,
  onFact: (fact: Pick<ExpandedFact, "expressions" | "refused">) => Promise<void> = async () => undefined,
): AsyncGenerator<string> {
  for (const tuple of source.tuples) {
    const items = expandOpenItems(tuple, source.templates, source.sources, source);
    for (const item of items) yield JSON.stringify(item);
    await onFact({ expressions: items.length - 1, refused: [] });
  }
}
