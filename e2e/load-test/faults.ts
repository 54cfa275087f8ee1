import pg from "pg";
import type { Finding } from "./check-load-test.ts";
import type { SmallDisk } from "./small-disk.ts";
import type { RunningParallax } from "./start-parallax.ts";

/** A fault while participants answer, after a given number of them have finished. */
export interface Fault {
  at: number;
  name: string;
  /** What was found on the way; the database is checked at the end. */
  run: () => Promise<Finding[]>;
}

/** Which kinds of faults a test has. */
interface FaultPlan {
  hasKills: boolean;
  hasOutages: boolean;
  disk: SmallDisk | null;
}

/** Kills, a read-only database and, if a small disk can be mounted, a full disk, spread over the whole test. */
export function planFaults(
  parallax: RunningParallax,
  slots: number,
  { hasKills, hasOutages, disk }: FaultPlan,
): Fault[] {
  const kill = (name: string, work: () => Promise<unknown>) => ({
    name,
    run: async () => {
      await work();
      return [];
    },
  });
  const postgres = "kill -9 of PostgreSQL";
  const kills = [
    kill("kill -9 of one application process", async () => end((await parallax.pids()).app[0])),
    kill(postgres, async () => end((await parallax.pids()).postgres)),
    kill("kill -9 of everything but PostgreSQL, and a new start", () => parallax.crashAndRestart()),
    kill(postgres, async () => end((await parallax.pids()).postgres)),
  ];
  const outages = [
    { name: "a read-only database", run: () => makeReadOnly(parallax) },
    ...(disk ? [{ name: "a full disk", run: () => fillDisk(parallax, disk) }] : []),
  ];
  const faults = [...(hasKills ? kills : []), ...(hasOutages ? outages : [])];
  return faults.map((fault, index) => ({ ...fault, at: (slots * (index + 1)) / (faults.length + 1) }));
}

async function makeReadOnly(parallax: RunningParallax): Promise<Finding[]> {
  return withoutWrites(
    parallax,
    "read-only",
    () => setReadOnly(parallax.databaseUrl, true),
    () => setReadOnly(parallax.databaseUrl, false),
  );
}

async function fillDisk(parallax: RunningParallax, disk: SmallDisk): Promise<Finding[]> {
  return withoutWrites(parallax, "on a full disk", disk.fill, disk.empty);
}

/** For all sessions to come and, by the reload, for those that are open. */
async function setReadOnly(connectionString: string, isReadOnly: boolean): Promise<void> {
  const client = await connectWhenUp(connectionString);
  try {
    await client.query(
      `ALTER SYSTEM ${isReadOnly ? "SET" : "RESET"} default_transaction_read_only ${isReadOnly ? "= on" : ""}`,
    );
    await client.query("SELECT pg_reload_conf()");
  } finally {
    await client.end();
  }
}

/** The fault before may have been the database's end; it is up again within seconds. */
async function connectWhenUp(connectionString: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString, options: "-c default_transaction_read_only=off" });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** Takes the possibility to write away until the application says that it is not ready, and gives it back. */
async function withoutWrites(
  parallax: RunningParallax,
  how: string,
  breakIt: () => Promise<void>,
  mendIt: () => Promise<void>,
): Promise<Finding[]> {
  const before = (await parallax.pids()).app;
  await breakIt();
  const said = await untilReadyz(parallax.url, 503);
  // People who answer now are asked to try again.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await mendIt();
  const again = await untilReadyz(parallax.url, 200);
  const after = (await parallax.pids()).app;
  const isSame = before.every((pid) => after.includes(pid));
  return [
    { claim: `readyz says not ready ${how}`, holds: said !== null, found: JSON.stringify({ seconds: said }) },
    {
      claim: `ready again after it was ${how}, without a restart of the application`,
      holds: again !== null && isSame,
      found: JSON.stringify({ seconds: again, before, after }),
    },
  ];
}

/** Seconds until it answered so; null when it did not within a minute. */
async function untilReadyz(url: string, status: number): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < 60_000) {
    const reply = await fetch(`${url}/api/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.status === status) return Math.round((performance.now() - began) / 100) / 10;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return null;
}

function end(pid: number | null | undefined): void {
  if (pid) process.kill(pid, "SIGKILL");
}
