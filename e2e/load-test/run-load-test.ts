import pg from "pg";
import * as z from "zod";
import { seededRandom } from "../../lib/domain/random.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { type Acknowledged, runParticipant, type Session } from "./scripted-participant.ts";

export interface LoadTestPlan {
  baseUrls: readonly string[];
  /** Requested for each connection, because a restart may have moved the database to another port. */
  databaseUrl: () => string;
  slug: string;
  concurrency: number;
  /** Share of participants who leave at a random screen. */
  dropOutShare: number;
  seed: string;
  /** Share of participants who send a second, opposite answer. */
  contradictShare?: number;
  onAcknowledged?: (answer: Acknowledged) => void;
  patienceMs?: number;
  /** Called with the number of finished participants; faults are injected from here. */
  onProgress?: (finished: number) => void;
}

const ages = ["18-29", "30-39", "40-49", "50-65"];
const genders = ["female", "male"];

/**
 * Sends participants into a study until it is full: `concurrency` at a time, from random strata, over random processes.
 * For people who drop out, the lease is ended, as it would be after half an hour without a heartbeat.
 */
export async function runLoadTest(plan: LoadTestPlan): Promise<Session[]> {
  let database = openPool(plan);
  const random = seededRandom(plan.seed);
  const sessions: Session[] = [];
  let started = 0;
  const isFull = async () => {
    for (;;) {
      try {
        const { full } = await oneRow(
          database,
          z.strictObject({ full: z.boolean() }),
          `SELECT NOT EXISTS (SELECT 1 FROM slot JOIN study ON study.id = slot.study_id JOIN stratum ON stratum.id = slot.stratum_id
             WHERE study.slug = $1 AND NOT stratum.is_open AND NOT slot.is_done) AS full`,
          [plan.slug],
        );
        return full;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200));
        if (database.options.connectionString !== plan.databaseUrl()) database = openPool(plan);
      }
    }
  };
  const worker = async () => {
    while (!(await isFull())) {
      const number = started;
      started += 1;
      const own = seededRandom(`${plan.seed}/${number}`);
      const stays = random.next() >= plan.dropOutShare;
      const person = {
        age: ages[random.below(ages.length)] as string,
        gender: genders[random.below(genders.length)] as string,
      };
      const dropOutAt = stays ? null : 1 + random.below(5);
      const session = await runParticipant(
        {
          baseUrls: plan.baseUrls,
          slug: plan.slug,
          dropOutAt,
          contradictShare: plan.contradictShare ?? 0,
          ...(plan.onAcknowledged && { onAcknowledged: plan.onAcknowledged }),
          patienceMs: plan.patienceMs ?? 60_000,
        },
        person,
        own,
      );
      sessions.push(session);
      if (session.end === "dropped-out") await letLeaseRunOut(() => database, session.token);
      plan.onProgress?.(sessions.length);
    }
  };
  await Promise.all(Array.from({ length: plan.concurrency }, worker));
  await database.end();
  return sessions;
}

function openPool(plan: LoadTestPlan): pg.Pool {
  const pool = new pg.Pool({
    connectionString: plan.databaseUrl(),
    max: 4,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  // A killed server ends idle connections; the next query opens another.
  pool.on("error", () => undefined);
  return pool;
}

async function letLeaseRunOut(database: () => pg.Pool, token: string): Promise<void> {
  for (;;) {
    try {
      await database().query(
        `UPDATE slot SET available_at = clock_timestamp() FROM session
         WHERE session.token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex') AND slot.session_id = session.id AND NOT slot.is_done`,
        [token],
      );
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
