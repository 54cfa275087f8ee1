import * as z from "zod";
import type { ItemSelection } from "@/lib/domain/items/item-selection.ts";
import { readStoredFacts } from "@/lib/domain/models/registry.ts";
import type { UnparsedOutput } from "@/lib/domain/models/registry-view.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ModelRunFacts } from "@/lib/domain/results/model/model-run.ts";
import { type Actor, can, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { decodeSubject, encodeSubject } from "../../stored-results/matching-subject.ts";
import { loadStoredResult } from "../../stored-results/stored-result.ts";
import { type RunDocument, runResult } from "./run-result.ts";

export interface ModelPage {
  id: string;
  projectId: string;
  name: string;
  isDemo: boolean;
  isArchived: boolean;
  facts: Record<string, string>;
  canWrite: boolean;
  runs: ModelRunFacts[];
  /** The state of each run's figures, in the order of the runs. */
  states: ResultState<RunDocument>[];
  unparsed: { total: number; byRule: { rule: string; count: number }[]; outputs: UnparsedOutput[] };
}

const outputsPerPage = 20;
const shownOutputChars = 1_500;
/** The maximum page number; higher page numbers show this page. */
const maxOutputPages = 500;

/**
 * A model with its runs and their scores, each as last computed; null for users who may not see the model.
 *
 * @param query the attribute to slice by, empty for conditions, the page of unparsed outputs (from 1), whether answers
 * to a text other than the item's are included, and the scored items (null for all)
 */
export async function loadModel(
  actor: Actor,
  id: string,
  query: { slice: string; page: number; withMismatches: boolean; items?: ItemSelection | null },
): Promise<ModelPage | null> {
  const model = await db().model.findFirst({
    where: { id, ...inProjectsWith(actor, "research.read") },
    include: {
      runs: { include: { benchmark: { select: { name: true } } }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
    },
  });
  if (!model) return null;
  const states: ResultState<RunDocument>[] = [];
  // The results are loaded one after the other, because each may have to be computed.
  for (const { id: runId } of model.runs) {
    const state = await loadStoredResult(runResult, encodeSubject(runId, query.withMismatches, query.items ?? null));
    if (state) states.push(state);
  }
  const countsByRule = sumRules(states);
  const total = countsByRule.reduce((sum, { count }) => sum + count, 0);
  return {
    id: model.id,
    projectId: model.projectId,
    name: model.name,
    isDemo: model.isDemo,
    isArchived: model.archivedAt !== null,
    facts: readStoredFacts(model.details),
    canWrite: can(actor, "research.write", model.projectId),
    runs: model.runs.map((run): ModelRunFacts => {
      const figures = states.find(({ subject }) => decodeSubject(subject).subject === run.id)?.stored?.document ?? null;
      return {
        id: run.id,
        source: run.source,
        benchmarkId: run.benchmarkId,
        benchmark: run.benchmark.name,
        at: run.createdAt,
        isArchived: run.archivedAt !== null,
        fileName: run.fileName,
        fileSha256: run.fileSha256,
        settings: readStoredFacts(run.settings),
        figures: figures && { ...figures, slices: figures.slices[query.slice] ?? [] },
      };
    }),
    states,
    unparsed: { total, byRule: countsByRule, outputs: total === 0 ? [] : await readOutputs(model.runs, query.page) },
  };
}

/** The numbers of unparsed texts by rule, summed over all runs. */
function sumRules(states: readonly ResultState<RunDocument>[]): ModelPage["unparsed"]["byRule"] {
  const sums = new Map<string, number>();
  for (const { rule, count } of states.flatMap(({ stored }) => stored?.document.unparsedByRule ?? []))
    sums.set(rule, (sums.get(rule) ?? 0) + count);
  return [...sums]
    .map(([rule, count]) => ({ rule, count }))
    .sort((left, right) => right.count - left.count || (left.rule < right.rule ? -1 : 1));
}

const outputRow = z.strictObject({
  id: z.string(),
  item: z.string(),
  condition: z.string(),
  repeat: z.number(),
  rule: z.string().nullable(),
  output: z.string().nullable(),
  run: z.string(),
}) satisfies z.ZodType<UnparsedOutput>;

/** A page of the unparsed texts. */
async function readOutputs(runs: readonly { id: string }[], page: number): Promise<UnparsedOutput[]> {
  const rows = await manyRows(
    pool(),
    outputRow,
    sql`SELECT prediction.id, item.external_id AS item, prediction.condition_key AS condition, prediction.repeat,
       prediction.reading_rule AS rule, left(prediction.output, ${shownOutputChars}::int) AS output, run.source AS run
     FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id
     JOIN run ON run.id = prediction.run_id
     WHERE prediction.run_id = ANY(${runs.map(({ id }) => id)}::uuid[]) AND prediction.answer IS NULL
     ORDER BY prediction.run_id, prediction.id LIMIT ${outputsPerPage}
     OFFSET ${Math.min(page - 1, maxOutputPages) * outputsPerPage}`,
  );
  return rows;
}

export { maxOutputPages, outputsPerPage };
