import { readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import { readerVersion } from "@/lib/domain/models/read-output/reading.ts";
import { readFacts } from "@/lib/domain/models/registry.ts";
import type { UnparsedOutput } from "@/lib/domain/models/registry-view.ts";
import type { ModelRunFacts } from "@/lib/domain/results/model-run.ts";
import { scoreRun, sliceableAttributes, sliceRun } from "@/lib/domain/results/score-run.ts";
import { type Actor, can, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { readAnswerCounts, readScoredItems } from "./read-scored-items.ts";

export interface ModelPage {
  id: string;
  projectId: string;
  name: string;
  isDemo: boolean;
  isArchived: boolean;
  facts: Record<string, string>;
  canWrite: boolean;
  runs: ModelRunFacts[];
  unparsed: { total: number; byRule: { rule: string; count: number }[]; outputs: UnparsedOutput[] };
}

const outputsPerPage = 20;
const shownOfOutput = 1_500;

/**
 * A model with its runs and what they scored; null for those who may not see it.
 *
 * @param query the attribute to slice by, empty for conditions, and the page of unparsed outputs from 1
 */
export async function getModel(
  actor: Actor,
  id: string,
  query: { slice: string; page: number },
): Promise<ModelPage | null> {
  const model = await db().model.findFirst({
    where: { id, ...inProjectsWith(actor, "research.read") },
    include: {
      runs: { include: { benchmark: { select: { name: true } } }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
    },
  });
  if (!model) return null;
  const runIds = model.runs.map((run) => run.id);
  return withSnapshot(async (client) => {
    const [counts, items] = [await readAnswerCounts(client, runIds), await readScoredItems(client, runIds)];
    const { rows: stated } = await client.query(
      `SELECT run_id, count(*) FILTER (WHERE parity = 'verified')::int AS verified,
         count(*) FILTER (WHERE parity = 'mismatch')::int AS mismatch,
         count(*) FILTER (WHERE parity = 'unverified')::int AS unverified,
         count(*) FILTER (WHERE output IS NOT NULL AND (read_from = 'output' OR answer IS NULL)
           AND read_from IS DISTINCT FROM $3 AND reader_version IS DISTINCT FROM $2)::int AS older
       FROM prediction WHERE run_id = ANY($1::uuid[]) GROUP BY run_id`,
      [runIds, readerVersion, readByPerson],
    );
    const { rows: rules } = await client.query(
      `SELECT coalesce(reading_rule, 'not stated') AS rule, count(*)::int AS count FROM prediction
       WHERE run_id = ANY($1::uuid[]) AND answer IS NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
      [runIds],
    );
    const { rows: outputs } = await client.query(
      `SELECT prediction.id, item.external_id AS item, prediction.condition_key AS condition, prediction.repeat,
         prediction.reading_rule AS rule, left(prediction.output, ${shownOfOutput}) AS output, run.source AS run
       FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id
       JOIN run ON run.id = prediction.run_id
       WHERE prediction.run_id = ANY($1::uuid[]) AND prediction.answer IS NULL
       ORDER BY prediction.id LIMIT ${outputsPerPage} OFFSET $2`,
      [runIds, (query.page - 1) * outputsPerPage],
    );
    const runs = model.runs.map((run): ModelRunFacts => {
      const answers = counts.get(run.id) ?? [];
      const {
        verified = 0,
        mismatch = 0,
        unverified = 0,
        older = 0,
      } = stated.find((row) => row.run_id === run.id) ?? {};
      const own = new Set(answers.map(({ item }) => item));
      return {
        id: run.id,
        source: run.source,
        benchmarkId: run.benchmarkId,
        benchmark: run.benchmark.name,
        at: run.createdAt,
        isArchived: run.archivedAt !== null,
        fileName: run.fileName,
        fileSha256: run.fileSha256,
        settings: readFacts(run.settings),
        answers: answers.reduce((sum, { count }) => sum + count, 0),
        conditions: [...new Set(answers.map(({ condition }) => condition))].sort(),
        parity: { verified, mismatch, unverified },
        readByOlder: older,
        ...scoreRun(answers, items),
        slices: sliceRun(answers, items, query.slice === "" ? "condition" : { attribute: query.slice }),
        attributes: sliceableAttributes([...items].flatMap(([item, scored]) => (own.has(item) ? [scored] : []))),
      };
    });
    return {
      id: model.id,
      projectId: model.projectId,
      name: model.name,
      isDemo: model.isDemo,
      isArchived: model.archivedAt !== null,
      facts: readFacts(model.details),
      canWrite: can(actor, "research.write", model.projectId),
      runs,
      unparsed: { total: rules.reduce((sum, { count }) => sum + count, 0), byRule: rules, outputs },
    };
  });
}

export { outputsPerPage };
