import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { seededRandom } from "../../lib/domain/random.ts";
import { insist } from "../campaigns/insist.ts";
import type { Finding } from "../load-test/check-load-test.ts";
import { checkAnnotation, letLeasesRunOut, type PersonsLog, readTaskState } from "./check-annotation.ts";
import { prepareAnnotators } from "./prepare-annotators.ts";
import { runAnnotator } from "./scripted-annotator.ts";

/**
 * Lets annotators work on one collection after the other until `isOver`, and compares the received responses with the
 * rows of each. Creates rows in the database of the environment.
 */
export async function runAnnotators(plan: {
  baseUrl: string;
  databaseUrl: string;
  seed: string;
  people: number;
  /** A collection has twice as many items. */
  pairs: number;
  isOver: () => boolean;
}): Promise<{ findings: Finding[]; writes: number }> {
  const database = new pg.Pool({
    connectionString: plan.databaseUrl,
    max: 2,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  database.on("error", () => undefined);
  const claims = new Map<string, Finding>();
  let writes = 0;
  for (let round = 0; !plan.isOver(); round += 1) {
    const { collection, cookies } = await insist(() => prepareAnnotators(plan.pairs, plan.people));
    const logs: PersonsLog[] = [];
    let isDone = false;
    const readDone = async () => {
      const state = await readTaskState(database, collection.id).catch(() => null);
      isDone = state !== null && state.done === state.total;
    };
    const letRunOut = (taskIds: readonly string[]) => insist(() => letLeasesRunOut(database, taskIds));
    const work = async (cookie: string, person: number) => {
      const random = seededRandom(`${plan.seed}/${round}/${person}`);
      while (!isDone) {
        const log = await runAnnotator({
          ...{ baseUrl: plan.baseUrl, cookie, collectionId: collection.id, random },
          ...{ crashShare: 0.1, patienceMs: 180_000 },
          onAbandon: (taskId) => letRunOut([taskId]),
          isOver: () => isDone,
        });
        logs.push({ ...log, person });
        await letRunOut(log.abandoned);
        await pause(200);
        await readDone();
      }
    };
    await Promise.all(cookies.map(work));
    for (const one of await insist(() => checkAnnotation(database, collection.id, logs)))
      if (claims.get(one.claim)?.holds ?? true) claims.set(one.claim, one);
    writes += logs.reduce((sum, log) => sum + log.saved.length + log.verdicts.length, 0);
  }
  await database.end();
  return { findings: [...claims.values()], writes };
}
