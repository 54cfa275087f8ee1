import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import * as z from "zod";
import { oneRow } from "../server/platform/database/rows.ts";
import type { Owner } from "./postgres-owner.ts";
import type { PostgresPrograms } from "./postgres-programs.ts";
import { childEnvironment } from "./settings.ts";
import { StartError } from "./start-error.ts";

const run = promisify(execFile);

/** A database cluster on disk and its connection data. */
export interface Cluster {
  programs: PostgresPrograms;
  owner: Owner | null;
  /** PostgreSQL's own data folder. */
  folder: string;
  logFile: string;
  port: number;
  password: string;
  /** Settings that replace the defaults, such as `fsync=off` for a database that is only used in a test. */
  settings?: string[];
}

export const databaseUser = "parallax";
export const databaseHost = "127.0.0.1";

export function buildConnectionString(cluster: Pick<Cluster, "port" | "password">, database: string): string {
  return `postgresql://${databaseUser}:${cluster.password}@${databaseHost}:${cluster.port}/${database}`;
}

/** The setting that makes a cluster also listen on a socket in its folder; see `toSocketConnection`. */
export const socketSetting = (folder: string) => `unix_socket_directories=${folder}`;

/**
 * Converts a connection string to the socket in a cluster's folder: a statement takes a third less time than through
 * the port. For tests only, because a volume may not support sockets, a path may be too long, and Windows is not
 * supported.
 */
export function toSocketConnection(connectionString: string, folder: string): string {
  if (process.platform === "win32") return connectionString;
  const url = new URL(connectionString);
  url.hostname = encodeURIComponent(folder);
  return url.href;
}

/** Whether the cluster's files exist. Throws a `StartError` if the files are not a database. */
export async function hasCluster({ folder }: Pick<Cluster, "folder">): Promise<boolean> {
  if (await stat(join(folder, "PG_VERSION")).catch(() => null)) return true;
  if (!(await stat(folder).catch(() => null))) return false;
  throw new StartError(
    `The database in ${folder} is damaged (the file PG_VERSION is missing); replace it with a backup, or move the folder away to begin with an empty one.`,
  );
}

/**
 * Creates the cluster in a temporary folder, which is renamed when it is complete. An interrupted start therefore never
 * leaves an incomplete database.
 */
export async function initialiseCluster(cluster: Cluster): Promise<void> {
  const { folder, owner } = cluster;
  const unfinished = `${folder}.unfinished`;
  const passwordFile = `${folder}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (owner) {
    await chown(unfinished, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  try {
    await run(
      cluster.programs.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${databaseUser}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // The sort order and case conversion are the same on every system, regardless of its locales.
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        ...(cluster.settings?.includes("fsync=off") ? ["--no-sync"] : []),
      ],
      { ...owner, cwd: unfinished, env: childEnvironment({ LC_ALL: "C" }) },
    );
    await rename(unfinished, folder);
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    const { stderr = "" } = cause as { stderr?: string };
    if (/No space left on device/.test(stderr)) throw new StartError(diskFullMessage(folder), { cause });
    throw new StartError(`The database could not be created in ${folder}: ${extractReason(stderr)}.`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** A running PostgreSQL, a child of this process. */
export interface RunningPostgres {
  process: ChildProcess;
  /** Resolves when the server ends, for any reason. */
  ended: Promise<void>;
}

/**
 * Starts PostgreSQL and waits until it accepts connections, which includes the recovery after a crash.
 *
 * Throws a `StartError` with PostgreSQL's reason if it ends instead.
 */
export async function startPostgres(cluster: Cluster): Promise<RunningPostgres> {
  // After a server was killed, its worker processes end with a delay, and keep the files in use until then.
  for (let attempt = 1; ; attempt++) {
    const running = await spawnPostgres(cluster);
    const isReady = await waitUntilReady(cluster, running);
    if (isReady) return running;
    const log = await readLog(cluster);
    const workersRemain = /pre-existing shared memory block|is still in use/.test(log);
    if (workersRemain && attempt < 60) {
      await pause(500);
      continue;
    }
    throw new StartError(explainFailure(cluster, log));
  }
}

/** Stops PostgreSQL if it runs. Open connections are closed, and the next start needs no recovery. */
export async function stopPostgres(cluster: Cluster, mode: "fast" | "immediate" = "fast"): Promise<void> {
  if (!(await stat(join(cluster.folder, "postmaster.pid")).catch(() => null))) return;
  await run(cluster.programs.pg_ctl, ["stop", "-D", cluster.folder, "-m", mode, "-w", "-t", "60"], {
    ...cluster.owner,
    cwd: cluster.folder,
  });
}

/** Returns the folder that the PostgreSQL on the cluster's port serves; null if none responds to our password there. */
export async function readServedFolder(cluster: Cluster): Promise<string | null> {
  return await queryDataFolder(cluster).catch(() => null);
}

const dataDirectoryRow = z.strictObject({ data_directory: z.string() });

async function queryDataFolder(cluster: Cluster): Promise<string> {
  const client = new pg.Client({
    connectionString: buildConnectionString(cluster, "postgres"),
    connectionTimeoutMillis: 5_000,
    application_name: "parallax/start",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const row = await oneRow(client, dataDirectoryRow, "SHOW data_directory");
    return row.data_directory;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function spawnPostgres(cluster: Cluster): Promise<RunningPostgres> {
  // The log is a file and not a pipe, because PostgreSQL may have to write to it after this process has ended.
  await rename(cluster.logFile, `${cluster.logFile}.1`).catch(() => undefined);
  const log = await open(cluster.logFile, "a", 0o600);
  const settings = [
    `listen_addresses=${databaseHost}`,
    "unix_socket_directories=",
    "max_connections=200",
    "log_checkpoints=off",
    "lc_messages=C",
    ...(cluster.settings ?? []),
  ];
  const child = spawn(
    cluster.programs.postgres,
    ["-D", cluster.folder, "-p", String(cluster.port), ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...cluster.owner,
      cwd: cluster.folder,
      env: childEnvironment({ LC_ALL: "C" }),
      stdio: ["ignore", log.fd, log.fd],
      // PostgreSQL gets a separate process group: Ctrl-C in a terminal reaches a whole group, and pending answers must
      // be stored before PostgreSQL stops.
      detached: true,
    },
  );
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  await log.close();
  return { process: child, ended };
}

async function waitUntilReady(cluster: Cluster, running: RunningPostgres): Promise<boolean> {
  let hasEnded = false;
  const ended = running.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    try {
      await queryDataFolder(cluster);
      return !hasEnded;
    } catch (error) {
      if ((error as { code?: string }).code === "28P01") {
        await stopPostgres(cluster);
        throw new StartError(
          `The database in ${cluster.folder} does not accept the password in the file next to it (database.json); restore the file that belongs to it.`,
        );
      }
    }
    await Promise.race([ended, pause(50)]);
  }
  return false;
}

async function readLog(cluster: Cluster): Promise<string> {
  return await readFile(cluster.logFile, "utf8").catch(() => "");
}

function explainFailure(cluster: Cluster, log: string): string {
  const reason = extractReason(log);
  if (/No space left on device/.test(log)) {
    return diskFullMessage(cluster.folder);
  }
  if (/could not bind|could not create any TCP\/IP sockets/.test(log)) {
    return `The database could not listen on its port ${cluster.port} because another program uses it; start again.`;
  }
  return `The database in ${cluster.folder} does not start and may be damaged (${reason}); replace it with a backup, or move the folder away to begin with an empty one (details: ${cluster.logFile}).`;
}

function diskFullMessage(folder: string): string {
  return `The database cannot be written because the disk of ${folder} is full; free some space and start again.`;
}

/**
 * Extracts PostgreSQL's reason for stopping from its log, without the time. Ignores the lines about early connection
 * attempts of Parallax that were refused.
 */
function extractReason(log: string): string {
  const lines = log.split("\n").filter((line) => !line.includes("the database system is starting up"));
  const line =
    lines.find((text) => text.includes("PANIC:")) ?? lines.findLast((text) => /(FATAL|ERROR|error):/.test(text));
  const text = line?.replace(/^.*?(PANIC|FATAL|ERROR|error):\s*/, "") ?? "it gave no reason";
  return text.trim().replace(/\.$/, "");
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
