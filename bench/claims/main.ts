import * as z from "zod";
import { startParallax } from "../../e2e/load-test/start-parallax.ts";
import { closePool, pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { streetFlow } from "../participants/load.ts";
import { claimAtOnce } from "./claim-at-once.ts";

// npm run bench:claims [-- --participants N] [-- --json]
// N participants (5,000) who have all come as far as the questions that decide their group send them in the same instant,
// to two application processes: how long each waits for a slot, and whether any slot was given out twice.
const isJson = process.argv.includes("--json");
const at = process.argv.indexOf("--participants");
const participants = at > 0 ? Number(process.argv[at + 1]) : 5_000;
const say = (text: string) => process.stderr.write(`${text}\n`);

say("Starting a production build of its own (the first time it is built, which takes a minute) …");
const parallax = await startParallax(2);
process.env.DATABASE_URL = parallax.databaseUrl;
const study = await makeStudy({ items: 140, design: { perStratumItem: 26 } });
const { times, errors } = await claimAtOnce(parallax.url, streetFlow(study.slug), participants, (done) =>
  say(`${done} of ${participants} have come as far as the claim`),
);
const claimed = await oneRow(
  pool(),
  z.strictObject({ held: z.number(), holders: z.number() }),
  sql`SELECT count(*)::int AS held, count(DISTINCT session_id)::int AS holders FROM slot WHERE study_id = ${study.id}
    AND session_id IS NOT NULL`,
);
await closePool();
await parallax.stop();

const sorted = [...times].sort((left, right) => left - right);
const quantile = (share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
const figures = {
  participants,
  processes: 2,
  claimMs: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), longest: quantile(1) },
  errors,
  slotsHeld: claimed.held,
  holders: claimed.holders,
};
if (isJson) process.stdout.write(`${JSON.stringify(figures)}\n`);
else {
  const { p50, p95, p99, longest } = figures.claimMs;
  process.stdout.write(
    `${participants} claims in one instant on 2 processes: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, longest ${longest} ms; ${errors} errors.\n` +
      `${figures.slotsHeld} slots held by ${figures.holders} sessions.\n`,
  );
}
const isEachOnce = figures.slotsHeld === participants && figures.holders === participants;
process.exitCode = errors === 0 && isEachOnce ? 0 : 1;
