import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { computeRestartDelay } from "../domain/operations/restart-delay.ts";
import { rowCountOf } from "../server/platform/database/rows.ts";
import { sql } from "../server/platform/database/sql.ts";
import { dataPaths, prepareDataFolder, readAccess, resolveAccess } from "./data-folder.ts";
import { endOrphan } from "./end-orphan.ts";
import { acquireFileLock } from "./folder-lock.ts";
import { findOwner } from "./postgres-owner.ts";
import { findPostgresPrograms } from "./postgres-programs.ts";
import {
  buildConnectionString,
  type Cluster,
  hasCluster,
  initialiseCluster,
  type RunningPostgres,
  startPostgres,
  stopPostgres,
} from "./postgres-server.ts";
import { assertOwnData } from "./refuse-data.ts";
import type { Report } from "./report.ts";
import { StartError } from "./start-error.ts";

/** The name of the only database in the cluster. */
export const databaseName = "parallax";

export interface EmbeddedDatabase {
  connectionString: string;
  stop: () => Promise<void>;
}

/**
 * Opens the database of a data folder: creates it at the first start, cleans up after a crash, starts it, and restarts
 * it if it ends unexpectedly. Throws a `StartError` if another Parallax uses the folder or the database does not start.
 * `settings` are PostgreSQL settings, for example `fsync=off` if the data need not survive a power failure.
 */
export async function openEmbeddedDatabase(
  dataFolder: string,
  report: Report,
  settings: string[] = [],
): Promise<EmbeddedDatabase> {
  const owner = findOwner();
  await prepareDataFolder(dataFolder, owner);
  const paths = dataPaths(dataFolder);
  const lock = await acquireFileLock(
    paths.lock,
    callOnce(() =>
      report.say("Another host used this data directory a moment ago; waiting to see whether it still does …"),
    ),
  );
  if (!lock.ok) {
    throw new StartError(
      `Another Parallax (process ${lock.holder.pid} on ${lock.holder.host}) is running with the data directory ${dataFolder}; stop it, or name another directory in PARALLAX_DATA_DIR.`,
    );
  }
  try {
    const programs = await findPostgresPrograms(owner, paths.programs);
    const folder = paths.database;
    await assertOwnData(folder, programs, owner);
    const files = { programs, owner, folder, logFile: paths.log, settings };
    const earlier = (await readAccess(dataFolder)) ?? { port: 0, password: "" };
    await endOrphan({ ...files, ...earlier }, () =>
      report.say("An earlier start was killed and left its database running; stopping that first."),
    );
    // Must run after the orphan has ended, because only then its port is free.
    const cluster: Cluster = { ...files, ...(await resolveAccess(dataFolder)) };
    const running = await startCluster(cluster, report);
    return keepRunning(cluster, running, report, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startCluster(cluster: Cluster, report: Report): Promise<RunningPostgres> {
  if (!(await hasCluster(cluster))) {
    await report.during("Creating the database", () => initialiseCluster(cluster));
  }
  return await report.during("Starting the database", async () => {
    const running = await startPostgres(cluster);
    try {
      await ensureDatabase(cluster);
      return running;
    } catch (error) {
      await stopPostgres(cluster).catch(() => undefined);
      throw error;
    }
  });
}

async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: buildConnectionString(cluster, "postgres") });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const rowCount = await rowCountOf(client, sql`SELECT 1 FROM pg_database WHERE datname = ${databaseName}`);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

/**
 * Restarts the database whenever it ends unexpectedly: immediately at first, then after growing delays, without limit.
 * The cause may be temporary (a full disk). Meanwhile the application reports that it is not ready.
 */
function keepRunning(
  cluster: Cluster,
  first: RunningPostgres,
  report: Report,
  release: () => Promise<void>,
): EmbeddedDatabase {
  const stopping = new AbortController();
  let restarting: Promise<void> = Promise.resolve();
  const endTimes: number[] = [];
  const watch = (running: RunningPostgres) => {
    running.ended.then(() => {
      if (!stopping.signal.aborted) restarting = restart();
    });
  };
  const restart = async () => {
    while (!stopping.signal.aborted) {
      endTimes.push(Date.now());
      const waitMs = computeRestartDelay(endTimes, Date.now());
      const delayText = waitMs === 0 ? "" : ` in ${Math.ceil(waitMs / 1_000)} s`;
      report.say(`The database ended unexpectedly; starting it again${delayText}.`);
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        watch(await startPostgres(cluster));
        report.say("The database is running again.");
        return;
      } catch (error) {
        report.say((error as Error).message);
      }
    }
  };
  watch(first);
  return {
    connectionString: buildConnectionString(cluster, databaseName),
    stop: async () => {
      stopping.abort();
      await restarting;
      await stopPostgres(cluster).catch((cause) => {
        throw new StartError(
          `The database in ${cluster.folder} did not stop within a minute; the next start ends it.`,
          {
            cause,
          },
        );
      });
      await release();
    },
  };
}

function callOnce(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
