import type { PoolClient } from "pg";
import * as z from "zod";
import type { ItemSelection } from "@/lib/domain/items/item-selection.ts";
import { readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import { parserVersion } from "@/lib/domain/models/read-output/reading.ts";
import type { RunRow, SlicedRunScores } from "@/lib/domain/results/model/fold-run.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../../stored-results/fold-rows.ts";
import { decodeSubject } from "../../stored-results/matching-subject.ts";
import type { ResultDefinition } from "../../stored-results/result-definition.ts";
import { readAnswerCounts, readScoredItems } from "./read-scored-items.ts";
import { readRunFacts } from "./run-facts.ts";

/** The result of one run on the page of a model. */
export interface RunDocument extends SlicedRunScores {
  parity: { verified: number; mismatch: number; unverified: number };
  /** The number of texts that an older parser version parsed. */
  readByOlder: number;
  /** The number of unparsed texts by the rule that classified them. */
  unparsedByRule: { rule: string; count: number }[];
}

/**
 * The score of a run with all its parts, and the outcomes of its texts. The subject is "RUN[/matching][ where
 * SELECTION]".
 */
export const runResult: ResultDefinition<RunDocument> = {
  kind: "run",
  ruleVersion: 4,
  keep: 20,
  facts: (subject) => readRunFacts([decodeSubject(subject).subject]),
  compute: (subject, folding) =>
    withSnapshot(async (client) => {
      const { subject: runId, withMismatches, items } = decodeSubject(subject);
      const figures = await foldRows(
        "run",
        undefined,
        rowsInPieces(readRows(client, runId, withMismatches, items)),
        folding,
      );
      return { ...figures, ...(await readTexts(client, runId)) };
    }),
};

async function* readRows(
  client: PoolClient,
  runId: string,
  withMismatches: boolean,
  items: ItemSelection | null,
): AsyncGenerator<RunRow> {
  const selectedIds = new Set<string>();
  for await (const item of readScoredItems(client, [runId], items)) {
    selectedIds.add(item.id);
    yield item;
  }
  for await (const count of readAnswerCounts(client, runId, withMismatches))
    if (selectedIds.has(count.item)) yield count;
}

const statedRow = z.strictObject({
  verified: z.number(),
  mismatch: z.number(),
  unverified: z.number(),
  older: z.number(),
});

const ruleRow = z.strictObject({ rule: z.string(), count: z.number() });

async function readTexts(
  client: PoolClient,
  runId: string,
): Promise<Pick<RunDocument, "parity" | "readByOlder" | "unparsedByRule">> {
  const parityCounts = await maybeRow(
    client,
    statedRow,
    sql`SELECT count(*) FILTER (WHERE parity = 'verified')::int AS verified,
       count(*) FILTER (WHERE parity = 'mismatch')::int AS mismatch,
       count(*) FILTER (WHERE parity = 'unverified')::int AS unverified,
       count(*) FILTER (WHERE output IS NOT NULL AND (read_from = 'output' OR answer IS NULL)
         AND read_from IS DISTINCT FROM ${readByPerson} AND read_from IS DISTINCT FROM 'judge'
         AND reader_version IS DISTINCT FROM ${parserVersion})::int AS older
     FROM prediction WHERE run_id = ${runId}`,
  );
  const rules = await manyRows(
    client,
    ruleRow,
    sql`SELECT coalesce(reading_rule, 'not stated') AS rule, count(*)::int AS count FROM prediction
     WHERE run_id = ${runId} AND answer IS NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  const { older = 0, ...parity } = parityCounts ?? { verified: 0, mismatch: 0, unverified: 0 };
  return { parity, readByOlder: older, unparsedByRule: rules };
}
