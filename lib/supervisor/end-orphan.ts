import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describeProcess } from "./describe-process.ts";
import { type Cluster, readServedFolder, stopPostgres } from "./postgres-server.ts";
import { StartError } from "./start-error.ts";

/**
 * Stops the PostgreSQL that an earlier start left running because it was killed, so that a new one can start.
 *
 * The process ID in `postmaster.pid` may now belong to another process. The process is therefore signalled only if its
 * command line identifies it, or if it accepts our password and reports our folder.
 */
export async function endOrphan(cluster: Cluster, onOrphan: () => void): Promise<void> {
  const pidFile = join(cluster.folder, "postmaster.pid");
  const lines = (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return;
  const process = await describeProcess(pid);
  if (!process) {
    // Without an init process, a container keeps zombies, and PostgreSQL would take its own zombie for a running
    // server.
    await rm(pidFile, { force: true });
    return;
  }
  const port = Number(lines[3]) || cluster.port;
  const isOurs =
    (isPostgres(process.command) && process.command.includes(` ${cluster.folder} `)) ||
    (await readServedFolder({ ...cluster, port })) === cluster.folder;
  if (isOurs) {
    onOrphan();
    await stopForcibly(cluster, pid);
    return;
  }
  if (isPostgres(process.command)) {
    throw new StartError(
      `Another PostgreSQL (process ${pid}) uses ${cluster.folder} and was not started by Parallax; stop it and start again.`,
    );
  }
  // The process ID now belongs to another program, which PostgreSQL would take for a running server.
  await rm(pidFile, { force: true });
}

function isPostgres(command: string): boolean {
  return /(^|[/\\\s"])postgres(\.exe)?["\s]/.test(`${command} `);
}

async function stopForcibly(cluster: Cluster, pid: number): Promise<void> {
  try {
    await stopPostgres(cluster, "fast");
  } catch {
    try {
      // A forced stop loses no committed data: the next start replays the log.
      await stopPostgres(cluster, "immediate");
    } catch (cause) {
      // The process ended in the meantime.
      if ((await describeProcess(pid)) === null) {
        await rm(join(cluster.folder, "postmaster.pid"), { force: true });
        return;
      }
      throw new StartError(
        `The database in ${cluster.folder} is still running from an earlier start and does not stop; end its process by hand and start again.`,
        { cause },
      );
    }
  }
}
