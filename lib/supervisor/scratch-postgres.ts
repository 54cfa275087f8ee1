import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVariable } from "../server/platform/environment.ts";
import { findFreePort } from "./free-port.ts";
import { findOwner } from "./postgres-owner.ts";
import { findPostgresPrograms } from "./postgres-programs.ts";
import {
  buildConnectionString,
  type Cluster,
  databaseHost,
  initialiseCluster,
  socketSetting,
  startPostgres,
  toSocketConnection,
} from "./postgres-server.ts";
import { setVariables } from "./settings.ts";

/**
 * Starts a temporary PostgreSQL for tests and tools. It does not wait for the disk, so its data can be lost. Sets
 * `PARALLAX_SECRET` if the environment contains none.
 *
 * @param hasSocket whether connections use a socket, which is faster than the port that production uses
 * @param writesFullLog whether the write-ahead log is as large as that of a server that keeps its data
 */
export async function startScratchPostgres({
  hasSocket = false,
  writesFullLog = false,
} = {}): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  if (!readVariable("PARALLAX_SECRET")) setVariables({ PARALLAX_SECRET: randomBytes(32).toString("base64url") });
  const folder = await mkdtemp(join(tmpdir(), "parallax-scratch-"));
  const owner = findOwner();
  if (owner) await chmod(folder, 0o711);
  const database = join(folder, "database");
  const cluster: Cluster = {
    programs: await findPostgresPrograms(owner, folder),
    owner,
    folder: database,
    logFile: join(folder, "postgres.log"),
    port: await findFreePort(databaseHost),
    password: randomBytes(18).toString("base64url"),
    settings: [
      "fsync=off",
      ...(writesFullLog ? [] : ["full_page_writes=off"]),
      "synchronous_commit=off",
      "max_wal_size=4GB",
      ...(hasSocket ? [socketSetting(database)] : []),
    ],
  };
  await initialiseCluster(cluster);
  const running = await startPostgres(cluster);
  const killOnExit = () => running.process.kill("SIGQUIT");
  process.once("exit", killOnExit);
  const connectionString = buildConnectionString(cluster, "postgres");
  return {
    connectionString: hasSocket ? toSocketConnection(connectionString, database) : connectionString,
    stop: async () => {
      process.off("exit", killOnExit);
      running.process.kill("SIGQUIT");
      await running.ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
