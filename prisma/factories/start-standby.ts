import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { findFreePort } from "../../lib/supervisor/free-port.ts";
import { findOwner } from "../../lib/supervisor/postgres-owner.ts";
import { findPostgresPrograms } from "../../lib/supervisor/postgres-programs.ts";
import {
  buildConnectionString,
  type Cluster,
  databaseHost,
  initialiseCluster,
  startPostgres,
  stopPostgres,
} from "../../lib/supervisor/postgres-server.ts";

/** A migrated PostgreSQL and a streaming replica of it. */
export interface PrimaryAndStandby {
  primaryUrl: string;
  standbyUrl: string;
  stop: () => Promise<void>;
}

/**
 * Starts a primary, and a standby from a copy of its files, because the installed programs do not include
 * `pg_basebackup`.
 */
export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-standby-"));
  const owner = findOwner();
  if (owner) await chmod(folder, 0o711);
  const programs = await findPostgresPrograms(owner, folder);
  const cluster = async (name: string): Promise<Cluster> => ({
    programs,
    owner,
    folder: join(folder, name),
    logFile: join(folder, `${name}.log`),
    port: await findFreePort(databaseHost),
    password: "primary",
    settings: ["fsync=off", "max_standby_streaming_delay=-1"],
  });
  const [primary, standby] = [await cluster("primary"), await cluster("standby")];
  await initialiseCluster(primary);
  await startPostgres(primary);
  await migrate({
    connectionString: buildConnectionString(primary, "postgres"),
    migrationsFolder: fileURLToPath(new URL("../migrations", import.meta.url)),
  });
  await stopPostgres(primary);
  await promisify(execFile)("cp", ["-a", primary.folder, standby.folder]);
  const connection = `host=${databaseHost} port=${primary.port} user=parallax password=primary`;
  const files = { "standby.signal": "", "postgresql.auto.conf": `primary_conninfo = '${connection}'\n` };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(standby.folder, name), content, { mode: 0o600 });
    if (owner) await chown(join(standby.folder, name), owner.uid, owner.gid);
  }
  const running = [await startPostgres(primary), await startPostgres(standby)];
  return {
    primaryUrl: buildConnectionString(primary, "postgres"),
    standbyUrl: buildConnectionString(standby, "postgres"),
    stop: async () => {
      for (const one of running) one.process.kill("SIGQUIT");
      await Promise.all(running.map(({ ended }) => ended));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
