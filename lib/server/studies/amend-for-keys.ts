import type { PoolClient } from "pg";
import { freezeProtocol } from "./freeze-protocol.ts";

/**
 * Amends the frozen protocols of the studies that ask items whose keys the running transaction has corrected: a key is part
 * of what a study commits itself to. Called in that transaction.
 *
 * @param actorId who corrected them; null for the installation
 */
export async function amendForKeys(client: PoolClient, benchmarkId: string, actorId: string | null): Promise<void> {
  const { rows } = await client.query<{ id: string; corrected: number }>(
    `SELECT study.id, corrected.n AS corrected FROM study, LATERAL (
       SELECT count(DISTINCT item_version_id)::int AS n FROM study_item JOIN item_key USING (item_version_id)
       WHERE study_item.study_id = study.id AND item_key.version > 1 AND item_key.created_at >= now()
     ) AS corrected
     WHERE study.benchmark_id = $1 AND corrected.n > 0
       AND EXISTS (SELECT FROM protocol_freeze WHERE study_id = study.id)
     ORDER BY study.id FOR NO KEY UPDATE OF study`,
    [benchmarkId],
  );
  for (const { id, corrected } of rows) {
    const keys = corrected === 1 ? "The key of one item was" : `The keys of ${corrected} items were`;
    await freezeProtocol(client, id, actorId, `${keys} corrected in the benchmark.`);
  }
}
