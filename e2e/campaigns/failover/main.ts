import { randomBytes } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { migrate } from "../../../lib/server/platform/database/migrate.ts";
import { closePool } from "../../../lib/server/platform/database/pool.ts";
import { launchJobs } from "../../../lib/supervisor/app-processes.ts";
import { ensureBuild } from "../../../lib/supervisor/build.ts";
import { findFreePort } from "../../../lib/supervisor/free-port.ts";
import { reportTo } from "../../../lib/supervisor/report.ts";
import type { Finding } from "../../load-test/check-load-test.ts";
import { startApp, untilReady } from "../../servers.ts";
import { runRounds } from "../run-rounds.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { listVersions, missingPackages } from "./programs.ts";

// npm run campaign:failover [-- --seed S]
// Three nodes of PostgreSQL 15 with Patroni and strict synchronous replication behind HAProxy, and PgBouncer in session mode,
// then in transaction mode. Participants answer through two application processes while the primary's PostgreSQL is
// killed, a node is lost, and a node is separated from all others. Exit code 0 when every claim holds; 0 with a sentence
// where Debian's packages are missing.
const root = fileURLToPath(new URL("../../..", import.meta.url));
const say = (text: string) => process.stdout.write(`${text}\n`);
const limits = { crash: 15, node: 40 };

const missing = missingPackages();
if (missing.length > 0) {
  say(`Skipped: install ${missing.join(", ")} (apt-get install) to run this campaign.`);
} else {
  for (const line of listVersions()) say(line);
  process.exitCode = await run();
}

async function run(): Promise<number> {
  process.env.PARALLAX_SECRET ||= randomBytes(32).toString("base64url");
  await ensureBuild(root, reportTo(process.stdout));
  const cluster = await startCluster();
  const findings: Finding[] = [];
  try {
    await cluster.untilWhole();
    await prepareDatabase(cluster);
    for (const mode of ["session", "transaction"] as const) findings.push(...(await runMode(cluster, mode)));
  } finally {
    await closePool();
    await cluster.stop();
  }
  for (const { claim, holds, found } of findings) say(`${holds ? "holds " : "FAILS "} ${claim}  ${found}`);
  const failed = findings.filter(({ holds }) => !holds).length;
  say(`${findings.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** The role and the settings that the documentation names for PgBouncer in transaction mode. */
async function prepareDatabase({ databaseUrl, primary }: Cluster): Promise<void> {
  const node = await primary();
  const admin = new pg.Client({
    host: "127.0.0.1",
    port: node.proxies[0]?.port,
    user: "postgres",
    database: "postgres",
  });
  await admin.connect();
  await admin.query("CREATE ROLE parallax LOGIN CREATEROLE");
  for (const setting of [
    "statement_timeout = '15s'",
    "lock_timeout = '5s'",
    "idle_in_transaction_session_timeout = '15s'",
  ])
    await admin.query(`ALTER ROLE parallax SET ${setting}`);
  await admin.query("CREATE DATABASE parallax OWNER parallax");
  await admin.end();
  await migrate({ connectionString: databaseUrl, migrationsFolder: `${root}/prisma/migrations` });
}

async function runMode(cluster: Cluster, mode: "session" | "transaction"): Promise<Finding[]> {
  const port = await findFreePort("127.0.0.1");
  const ports = [port, await findFreePort("127.0.0.1")];
  const environment = {
    DATABASE_URL: cluster.bouncerUrls[mode],
    PARALLAX_URL: `http://localhost:${port}`,
    PARALLAX_JOBS: "0",
    // Debian's PgBouncer is older than 1.21.
    PARALLAX_PREPARED_STATEMENTS: mode === "transaction" ? "off" : "on",
  };
  const apps = ports.map((one) => startApp(one, environment));
  const jobs = launchJobs(root, 2, { ...process.env, ...environment });
  process.env.DATABASE_URL = cluster.databaseUrl;
  const faults = [
    { name: "the primary's PostgreSQL is killed", seconds: limits.crash, inject: crashPostgres },
    { name: "the primary's node is lost", seconds: limits.node, inject: loseNode },
    { name: "the primary's node is separated from all others", seconds: limits.node, inject: separateNode },
  ];
  const findings: Finding[] = [];
  let isOver = false;
  try {
    await Promise.all(ports.map((port) => untilReady(port)));
    const acknowledgedAt: number[] = [];
    const rounds = runRounds({
      baseUrls: ports.map((one) => `http://127.0.0.1:${one}`),
      databaseUrl: cluster.databaseUrl,
      seed: `failover ${mode}`,
      concurrency: 20,
      isOver: () => isOver,
      onAcknowledged: (at) => acknowledgedAt.push(at),
    });
    await pause(5_000);
    for (const { name, seconds, inject } of faults) {
      say(`PgBouncer in ${mode} mode: ${name}`);
      const began = Date.now();
      const mend = await inject(cluster);
      await pause(seconds * 1_000 + 10_000);
      const outage = longestGap(acknowledgedAt, began);
      const claim = `${mode}: ${name}: answers are accepted again within ${seconds} s`;
      findings.push({
        claim,
        holds: outage !== null && outage <= seconds * 1_000,
        found: JSON.stringify({ outageMs: outage }),
      });
      say(`  ${outage === null ? "not again" : `${outage} ms`}`);
      await mend();
      await cluster.untilWhole();
      await pause(3_000);
    }
    isOver = true;
    const { findings: found, answers } = await rounds;
    say(`  ${answers} acknowledged answers`);
    findings.push(...found.map((one) => ({ ...one, claim: `${mode}: ${one.claim}` })));
    const ends = apps.map((app) => app.ends());
    findings.push({
      claim: `${mode}: no application process ended`,
      holds: ends.every((count) => count === 0),
      found: String(ends),
    });
  } catch (error) {
    await appendFile("/dev/stderr", `The logs of the cluster are in ${cluster.folder} until it stops.\n`);
    throw error;
  } finally {
    isOver = true;
    jobs.kill("SIGKILL");
    for (const app of apps) await app.stop();
  }
  return findings;
}

type Mend = () => Promise<void>;

async function crashPostgres(cluster: Cluster): Promise<Mend> {
  const pid = await (await cluster.primary()).postgresPid();
  if (pid) process.kill(pid, "SIGKILL");
  return async () => undefined;
}

/** Patroni and PostgreSQL end at once and come back when the fault is mended. */
async function loseNode(cluster: Cluster): Promise<Mend> {
  const node = await cluster.primary();
  const pid = await node.postgresPid();
  await node.patroni.kill();
  if (pid) process.kill(pid, "SIGKILL");
  return async () => node.patroni.start();
}

/** Both sides run on; no packet passes between them. */
async function separateNode(cluster: Cluster): Promise<Mend> {
  const node = await cluster.primary();
  for (const proxy of node.proxies) proxy.set({ kind: "hold" });
  return async () => {
    for (const proxy of node.proxies) proxy.set({ kind: "pass" });
  };
}

/** The end of the longest time without an acknowledged answer, in milliseconds after `began`; null if there is none after it. */
function longestGap(times: readonly number[], began: number): number | null {
  const after = [began, ...times.filter((time) => time >= began).sort((one, other) => one - other)];
  if (after.length < 2) return null;
  let [longest, end] = [0, 0];
  for (let index = 1; index < after.length; index += 1) {
    const gap = (after[index] as number) - (after[index - 1] as number);
    if (gap > longest) [longest, end] = [gap, (after[index] as number) - began];
  }
  return end;
}
