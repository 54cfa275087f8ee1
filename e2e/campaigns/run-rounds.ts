import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { extendChains } from "../../lib/server/platform/audit/chain/extend-chains.ts";
import { verifyChains } from "../../lib/server/platform/audit/chain/verify-chains.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { checkLoadTest, type Finding } from "../load-test/check-load-test.ts";
import { runLoadTest } from "../load-test/run-load-test.ts";
import type { Acknowledged } from "../load-test/scripted-participant.ts";
import { checkHistory } from "./history.ts";
import { insist } from "./insist.ts";
import { readStored } from "./read-stored.ts";

export interface RoundsPlan {
  baseUrls: readonly string[];
  /** The database from which rows are read, not through the proxies of the application. */
  databaseUrl: string;
  seed: string;
  concurrency: number;
  /** Answers of a stratum to an item; a study has forty times as many slots. */
  perStratumItem?: number;
  /** Whether the study that is running is the last. */
  isOver: () => boolean;
  onAcknowledged?: (at: number) => void;
}

export interface RoundsResult {
  /** One finding for each claim, which must hold in every study at every check. */
  findings: Finding[];
  answers: number;
  studies: number;
  /** Comparisons of the history with the database while participants answered. */
  checks: number;
}

const maxRounds = 10_000;

/**
 * Sends participants into one study after the other until each is full, and compares the history with the database
 * every two seconds and at the end of each study. Reads and creates rows through `DATABASE_URL`.
 */
export async function runRounds(plan: RoundsPlan): Promise<RoundsResult> {
  const claims = new Map<string, Finding>();
  const add = (found: readonly Finding[]) => {
    for (const one of found) if (claims.get(one.claim)?.holds ?? true) claims.set(one.claim, one);
  };
  const result = { answers: 0, studies: 0, checks: 0 };
  do {
    const study = await insist(() => makeStudy({ items: 5, design: { perStratumItem: plan.perStratumItem ?? 10 } }));
    const acknowledged: Acknowledged[] = [];
    let isFilling = true;
    const check = async (refused: Parameters<typeof checkHistory>[0]["refused"]) => {
      const told = [...acknowledged];
      const stored = await readStored(
        plan.databaseUrl,
        study.slug,
        told.map(({ token }) => token),
      );
      add(checkHistory({ acknowledged: told, refused }, stored));
      result.checks += 1;
    };
    const watching = (async () => {
      while (isFilling) {
        await pause(2_000);
        // While the database is away there is nothing to compare.
        if (isFilling) await check([]).catch(() => undefined);
      }
    })();
    const sessions = await runLoadTest({
      baseUrls: plan.baseUrls,
      databaseUrl: () => plan.databaseUrl,
      slug: study.slug,
      concurrency: plan.concurrency,
      dropOutShare: 0.1,
      contradictShare: 0.1,
      seed: `${plan.seed}/${result.studies}`,
      patienceMs: 180_000,
      onAcknowledged: (answer) => {
        acknowledged.push(answer);
        plan.onAcknowledged?.(answer.at);
      },
    });
    isFilling = false;
    await watching;
    await insist(() => check(sessions.flatMap((session) => session.refused)));
    const found = await insist(async () => {
      const client = new pg.Client({ connectionString: plan.databaseUrl, connectionTimeoutMillis: 5_000 });
      client.on("error", () => undefined);
      await client.connect();
      return checkLoadTest(client, study.slug, sessions).finally(() => client.end());
    });
    add(found);
    result.answers += acknowledged.length;
    result.studies += 1;
  } while (!plan.isOver() && result.studies < maxRounds);
  add([await insist(checkChains)]);
  return { findings: [...claims.values()], ...result };
}

async function checkChains(): Promise<Finding> {
  await extendChains();
  const { rows, batches, findings } = await verifyChains([]);
  const found = JSON.stringify({ rows, batches, findings: findings.slice(0, 3) });
  return { claim: "the hash chains of both logs are valid", holds: findings.length === 0 && rows > 0, found };
}
