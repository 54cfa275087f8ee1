import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { migrate } from "../lib/server/platform/database/migrate.ts";
import { launchJobs } from "../lib/supervisor/app-processes.ts";
import { ensureBuild } from "../lib/supervisor/build.ts";
import { dataPaths } from "../lib/supervisor/data-folder.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "../lib/supervisor/embedded-database.ts";
import { findFreePort } from "../lib/supervisor/free-port.ts";
import { socketSetting, toSocketConnection } from "../lib/supervisor/postgres-server.ts";
import { type Report, reportTo } from "../lib/supervisor/report.ts";
import { startRoundRobin } from "./round-robin.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A production build in several processes on one database, as a deployment runs it. */
export interface Servers {
  /** The one public address; connections go to the processes in turn. */
  publicUrl: string;
  /** Each process separately. Its pages and origin checks know the public address only. */
  processUrls: string[];
  databaseUrl: string;
  /** The data folder of the embedded database; its file `database/postmaster.pid` contains the process ID. */
  dataFolder: string;
  /** Kills one application process, as a crash would; it is restarted automatically. */
  killProcess: (index: number) => void;
  stop: () => Promise<void>;
}

/**
 * Starts the application for tests and benchmarks: built if needed, on free ports, with an empty, migrated database.
 * The database waits for the disk at every commit, as in production, unless `databaseSettings` change this.
 */
export async function startServers(options: {
  processes: number;
  report?: Report;
  /** PostgreSQL settings, such as `fsync=off` if data need not survive a power failure. */
  databaseSettings?: string[];
  /** Called with the migrated, empty database before an application runs on it. */
  prepare?: (databaseUrl: string) => Promise<void>;
}): Promise<Servers> {
  const report = options.report ?? reportTo(process.stdout);
  process.env.PARALLAX_SECRET ||= randomBytes(32).toString("base64url");
  await ensureBuild(root, report);
  const dataFolder = await mkdtemp(join(tmpdir(), "parallax-servers-"));
  await chmod(dataFolder, 0o711);
  const clusterFolder = dataPaths(dataFolder).database;
  const settings = [socketSetting(clusterFolder), ...(options.databaseSettings ?? [])];
  const database = await openEmbeddedDatabase(dataFolder, report, settings);
  const databaseUrl = toSocketConnection(database.connectionString, clusterFolder);
  const stops: (() => Promise<void>)[] = [() => closeDatabase(database, dataFolder)];
  const stop = async () => {
    for (const stopOne of stops.reverse()) await stopOne();
  };
  try {
    await migrate({ connectionString: databaseUrl, migrationsFolder: join(root, "prisma", "migrations") });
    await options.prepare?.(databaseUrl);
    const publicPort = await findFreePort("127.0.0.1");
    const publicUrl = `http://localhost:${publicPort}`;
    const ports: number[] = [];
    const processes: AppProcess[] = [];
    for (let index = 0; index < options.processes; index++) {
      const port = await findFreePort("127.0.0.1");
      const app = startApp(port, { DATABASE_URL: databaseUrl, PARALLAX_URL: publicUrl, PARALLAX_JOBS: "0" });
      stops.push(app.stop);
      ports.push(port);
      processes.push(app);
    }
    const jobs = launchJobs(root, 2, {
      PARALLAX_PRIVATE_ENDPOINTS: "allow",
      ...process.env,
      DATABASE_URL: databaseUrl,
      PARALLAX_URL: publicUrl,
    });
    stops.push(async () => void jobs.kill("SIGKILL"));
    const proxy = await startRoundRobin(publicPort, ports);
    stops.push(proxy.stop);
    await Promise.all(ports.map((port) => untilReady(port)));
    return {
      publicUrl,
      processUrls: ports.map((port) => `http://localhost:${port}`),
      databaseUrl,
      dataFolder,
      killProcess: (index) => processes[index]?.kill(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Copies a database that no one is connected to. */
export async function copyDatabase(connectionString: string, to: string): Promise<void> {
  const url = new URL(connectionString);
  const from = url.pathname.slice(1);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
  await client.end();
}

export interface AppProcess {
  /** How often it has ended unasked. */
  ends: () => number;
  kill: (signal?: NodeJS.Signals) => void;
  /** The folder whose build the next start uses. */
  startFrom: (folder: string) => void;
  stop: () => Promise<void>;
}

/** One process of the application, started again on the same port whenever it ends unasked. */
export function startApp(port: number, environment: Record<string, string>): AppProcess {
  let isStopping = false;
  let ends = 0;
  let child: ChildProcess;
  let folder = root;
  const launch = () => {
    child = spawn(process.execPath, [join(folder, "bin/app-process.js")], {
      cwd: folder,
      // The models that tests connect are servers of this machine.
      env: {
        PARALLAX_PRIVATE_ENDPOINTS: "allow",
        ...process.env,
        ...environment,
        PORT: String(port),
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.once("exit", () => {
      if (isStopping) return;
      ends += 1;
      launch();
    });
  };
  launch();
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  return {
    ends: () => ends,
    kill: (signal = "SIGKILL") => child.kill(signal),
    startFrom: (next) => {
      folder = next;
    },
    stop: async () => {
      isStopping = true;
      process.off("exit", endWithUs);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Browsers keep connections open, for which an orderly end would wait.
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function closeDatabase(database: EmbeddedDatabase, dataFolder: string): Promise<void> {
  await database.stop();
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}

export async function untilReady(port: number, patienceMs = 60_000): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/readyz`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > giveUpAt)
      throw new Error(`the application on port ${port} did not become ready within ${patienceMs / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
