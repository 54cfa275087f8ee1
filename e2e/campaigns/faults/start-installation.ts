import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "../../../lib/server/platform/database/migrate.ts";
import { launchJobs } from "../../../lib/supervisor/app-processes.ts";
import { dataPaths } from "../../../lib/supervisor/data-folder.ts";
import { openEmbeddedDatabase } from "../../../lib/supervisor/embedded-database.ts";
import { findFreePort } from "../../../lib/supervisor/free-port.ts";
import type { Report } from "../../../lib/supervisor/report.ts";
import type { SmallDisk } from "../../load-test/small-disk.ts";
import { startRoundRobin } from "../../round-robin.ts";
import { type AppProcess, startApp, untilReady } from "../../servers.ts";
import { type FaultProxy, startFaultProxy } from "../fault-proxy.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const libfaketime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/** Two processes of the application and a process of jobs, with a proxy on each way between people, them and the database. */
export interface Installation {
  url: string;
  /** Not through a proxy. */
  databaseUrl: string;
  apps: AppProcess[];
  toApps: FaultProxy[];
  toDatabase: FaultProxy;
  restartJobs: () => void;
  postgresPid: () => Promise<number | null>;
  /** Moves a clock by the given number of seconds; null if libfaketime is missing. */
  moveClock: ((whose: "application" | "database", seconds: number) => Promise<void>) | null;
  disk: SmallDisk | null;
  migrationsFolder: string;
  stop: () => Promise<void>;
}

/** The application must be built. Sets `PARALLAX_URL` and, for the processes that are started later, the clocks. */
export async function startInstallation(disk: SmallDisk | null, report: Report): Promise<Installation> {
  const dataFolder = await mkdtemp(join(disk?.folder ?? tmpdir(), "parallax-faults-"));
  await chmod(dataFolder, 0o711);
  const clocks = await prepareClocks();
  const database = await openEmbeddedDatabase(dataFolder, report);
  const databaseUrl = database.connectionString;
  const migrationsFolder = join(root, "prisma", "migrations");
  const stops: (() => Promise<void>)[] = [async () => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })];
  stops.push(database.stop);
  const stop = async () => {
    for (const stopOne of stops.reverse()) await stopOne();
    await clocks?.remove();
  };
  try {
    await migrate({ connectionString: databaseUrl, migrationsFolder });
    const toDatabase = await startFaultProxy(Number(new URL(databaseUrl).port));
    stops.push(toDatabase.stop);
    const through = new URL(databaseUrl);
    through.port = String(toDatabase.port);
    const publicPort = await findFreePort("127.0.0.1");
    const url = `http://127.0.0.1:${publicPort}`;
    const environment = { DATABASE_URL: through.href, PARALLAX_URL: url, PARALLAX_JOBS: "0", ...clocks?.application };
    const apps: AppProcess[] = [];
    const toApps: FaultProxy[] = [];
    const ports: number[] = [];
    for (const _ of [1, 2]) {
      const port = await findFreePort("127.0.0.1");
      apps.push(startApp(port, environment));
      stops.push((apps.at(-1) as AppProcess).stop);
      toApps.push(await startFaultProxy(port));
      stops.push((toApps.at(-1) as FaultProxy).stop);
      ports.push(port);
    }
    let jobs: ChildProcess | null = null;
    const restartJobs = () => {
      jobs?.kill("SIGKILL");
      jobs = launchJobs(root, 2, { ...process.env, ...environment });
    };
    restartJobs();
    stops.push(async () => void jobs?.kill("SIGKILL"));
    const proxy = await startRoundRobin(
      publicPort,
      toApps.map(({ port }) => port),
    );
    stops.push(proxy.stop);
    await Promise.all(ports.map((port) => untilReady(port)));
    return {
      ...{ url, databaseUrl, apps, toApps, toDatabase, restartJobs, disk, migrationsFolder, stop },
      postgresPid: async () => {
        const text = await readFile(join(dataPaths(dataFolder).database, "postmaster.pid"), "utf8").catch(() => "");
        return Number(text.split("\n")[0]) || null;
      },
      moveClock: clocks?.move ?? null,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Allows setting the clocks of the database and the application while they run; null if libfaketime is missing. */
async function prepareClocks() {
  if (!existsSync(libfaketime)) return null;
  const folder = await mkdtemp(join(tmpdir(), "parallax-clocks-"));
  await chmod(folder, 0o755);
  const fileOf = (whose: string) => join(folder, whose);
  const move = (whose: "application" | "database", seconds: number) =>
    writeFile(fileOf(whose), `${seconds < 0 ? "" : "+"}${seconds}\n`, { mode: 0o644 });
  await move("application", 0);
  await move("database", 0);
  // Every process that is started from here on: PostgreSQL gets the environment of this process.
  const shared = { LD_PRELOAD: libfaketime, DONT_FAKE_MONOTONIC: "1", FAKETIME_NO_CACHE: "1" };
  Object.assign(process.env, shared, { FAKETIME_TIMESTAMP_FILE: fileOf("database") });
  return {
    move,
    application: { FAKETIME_TIMESTAMP_FILE: fileOf("application") },
    remove: async () => {
      for (const name of [...Object.keys(shared), "FAKETIME_TIMESTAMP_FILE"]) delete process.env[name];
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A copy of the application and its build with another build ID, as a deployment places it next to the old one. */
export async function copyBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-build-"));
  const left = new Set(["node_modules", ".git", "test-results", "e2e", "bench"]);
  const list = spawnSync("ls", ["-A", root], { encoding: "utf8" }).stdout.trim().split("\n");
  const sources = list.filter((name) => !left.has(name)).map((name) => join(root, name));
  const copied = spawnSync("cp", ["-al", ...sources, folder], { encoding: "utf8" });
  if (copied.status !== 0) throw new Error(`the build cannot be copied: ${copied.stderr}`);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const buildId = join(folder, ".next", "BUILD_ID");
  await unlink(buildId);
  await writeFile(buildId, "next-deployment");
  return folder;
}
