import { randomBytes } from "node:crypto";
import { startParallax, untilJobsAreDone } from "../../e2e/load-test/start-parallax.ts";
import { closePool, pool } from "../../lib/server/platform/database/pool.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { runLoad, streetFlow } from "../participants/load.ts";
import { measureGrowth } from "./measure-growth.ts";

// npm run bench:scale [-- --seconds N] [-- --json]
// What one complete session of the Street study costs: write-ahead log, disk and connections, measured on a production
// build of two processes; docs/scale.md multiplies the figures.
const isJson = process.argv.includes("--json");
const secondsAt = process.argv.indexOf("--seconds");
const seconds = secondsAt > 0 ? Number(process.argv[secondsAt + 1]) : 60;
const processes = 2;
const concurrency = 50;
/** The logs are added to the hash chains every ten seconds. */
const chainsMs = 15_000;
const say = (text: string) => process.stderr.write(`${text}\n`);

say("Starting a production build of its own (the first time it is built, which takes a minute) …");
const environment = { PARALLAX_PROXY: "127.0.0.1", PARALLAX_SECRET: randomBytes(32).toString("base64url") };
const parallax = await startParallax(processes, { environment });
process.env.DATABASE_URL = parallax.databaseUrl;
say("Waiting until the demo's answers are made …");
await untilJobsAreDone(parallax.databaseUrl);
const study = await makeStudy({ items: 140, design: { perStratumItem: 1_000 } });
const flow = streetFlow(study.slug);
await runLoad(parallax.url, flow, concurrency, 5);
say(`${seconds} s of sessions …`);
const growth = await measureGrowth(pool(), async () => {
  const result = await runLoad(parallax.url, flow, concurrency, seconds);
  await new Promise((resolve) => setTimeout(resolve, chainsMs));
  return result;
});
await closePool();
await parallax.stop();

const { sessions, requests, errors } = growth.result;
const figures = {
  processes,
  sessions,
  errors,
  sessionsPerSecond: sessions / seconds,
  requestsPerSession: requests / sessions,
  walBytesPerSession: growth.walBytes / sessions,
  diskBytesPerSession: growth.diskBytes / sessions,
  transactionsPerSession: growth.transactions / sessions,
  connections: growth.connections,
};
if (isJson) process.stdout.write(`${JSON.stringify(figures)}\n`);
else
  process.stdout.write(
    `${sessions} sessions in ${seconds} s (${figures.sessionsPerSecond.toFixed(0)} per second), ${errors} errors.\n` +
      `One session: ${figures.requestsPerSession.toFixed(1)} requests, ${figures.transactionsPerSession.toFixed(1)} transactions, ` +
      `${(figures.walBytesPerSession / 1024).toFixed(1)} KB of write-ahead log, ${(figures.diskBytesPerSession / 1024).toFixed(1)} KB of disk.\n` +
      `At most ${figures.connections} connections with ${processes} processes and the process of the background jobs.\n`,
  );
process.exitCode = errors === 0 ? 0 : 1;
