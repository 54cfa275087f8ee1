import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Random } from "../../../lib/domain/random.ts";
import { migrate } from "../../../lib/server/platform/database/migrate.ts";
import type { FaultProxy, ProxyState } from "../fault-proxy.ts";
import { insist } from "../insist.ts";
import type { Installation } from "./start-installation.ts";

export interface CampaignFault {
  name: string;
  /** Injects the fault, waits and mends it. */
  run: () => Promise<void>;
}

const heldMs = 3_000;

/** The faults that this machine can inject. Each chooses its process by `random`. `newBuild` is the folder of a deployment. */
export function listFaults(installation: Installation, random: Random, newBuild: string): CampaignFault[] {
  const { apps, toApps, toDatabase, moveClock, disk } = installation;
  const anyApp = () => apps[random.below(apps.length)];
  const anyWay = () => [toDatabase, ...toApps][random.below(1 + toApps.length)] as FaultProxy;
  const proxied = (name: string, state: ProxyState): CampaignFault => ({ name, run: () => during(anyWay(), state) });
  const clock = (whose: "application" | "database", seconds: number): CampaignFault[] =>
    moveClock === null
      ? []
      : [
          {
            name: `the ${whose}'s clock jumps by ${seconds} s and back`,
            run: async () => {
              await moveClock(whose, seconds);
              await pause(heldMs);
              await moveClock(whose, 0);
            },
          },
        ];
  return [
    { name: "kill -9 of an application process", run: async () => anyApp()?.kill() },
    { name: "an application process is stopped in order", run: async () => anyApp()?.kill("SIGTERM") },
    { name: "kill -9 of PostgreSQL", run: async () => signal(await installation.postgresPid(), "SIGKILL") },
    { name: "kill -9 of the background jobs", run: async () => installation.restartJobs() },
    { name: "open connections are closed", run: async () => anyWay().reset() },
    proxied("connections are refused", { kind: "cut" }),
    proxied("connections are delayed by 200 ms", { kind: "pass", delayMs: 200 }),
    proxied("connections are half-open", { kind: "hold" }),
    {
      name: "an application process pauses",
      run: async () => {
        const app = anyApp();
        app?.kill("SIGSTOP");
        await pause(heldMs);
        app?.kill("SIGCONT");
      },
    },
    {
      name: "PostgreSQL's main process pauses",
      run: async () => {
        const pid = await installation.postgresPid();
        signal(pid, "SIGSTOP");
        await pause(heldMs);
        signal(pid, "SIGCONT");
      },
    },
    ...clock("application", 3_600),
    ...clock("application", -3_600),
    ...clock("database", 600),
    ...clock("database", -600),
    ...(disk
      ? [
          {
            name: "the database's disk is full",
            run: async () => {
              await disk.fill();
              await pause(heldMs);
              await disk.empty();
            },
          },
        ]
      : []),
    { name: "a new build is deployed, one process after the other", run: () => deploy(installation, newBuild) },
    { name: "three programs migrate at the same time", run: () => migrateConcurrently(installation) },
  ];
}

async function during(way: FaultProxy, state: ProxyState): Promise<void> {
  way.set(state);
  await pause(heldMs);
  way.set({ kind: "pass" });
}

async function deploy({ apps }: Installation, folder: string): Promise<void> {
  for (const app of apps) {
    app.startFrom(folder);
    app.kill("SIGTERM");
    await pause(heldMs);
  }
}

/** Adds a migration from three programs at once and removes it again. */
async function migrateConcurrently({ databaseUrl, migrationsFolder }: Installation): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-migrations-"));
  const name = "99990101000000_campaign";
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "migration.sql"), "CREATE TABLE campaign (id int PRIMARY KEY);");
    const options = { connectionString: databaseUrl, migrationsFolder: folder };
    // The fault before this one may have stopped the database.
    await insist(() => connectOnce(databaseUrl));
    const done = await Promise.all([1, 2, 3].map(() => migrate(options)));
    const applied = done.flatMap((one) => one.applied);
    if (applied.length !== 1) throw new Error(`three programs applied ${applied.length} migrations in place of one`);
    await client.connect();
    await client.query("DROP TABLE campaign");
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [name]);
  } finally {
    await client.end().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

async function connectOnce(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

function signal(pid: number | null, name: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, name);
  } catch {
    // The process has just ended.
  }
}
