import cluster, { type Worker } from "node:cluster";
import { join } from "node:path";
import { restartDelay } from "../domain/operations/restart-delay.ts";
import type { Report } from "./report.ts";

export interface AppProcesses {
  /** Lets requests under way finish, for fifteen seconds at most. */
  stop: () => Promise<void>;
}

const drainSeconds = 15;

/**
 * Runs the application in one or more processes that share a port, and starts a new one whenever one ends unasked: at
 * once the first times, then after growing pauses, for ever. What ends them may pass, and a study must not wait for
 * somebody to notice.
 *
 * They are cluster workers: the port stays open while one restarts, and they end by themselves when this process is
 * killed, so nothing is left to answer requests without its database.
 */
export function startAppProcesses(
  root: string,
  settings: { port: number; host: string | null; processes: number },
  report: Report,
): AppProcesses {
  cluster.setupPrimary({ exec: join(root, "bin/app-process.js"), args: [], cwd: root, execArgv: [] });
  let isStopping = false;
  const ends: number[] = [];
  const workers = new Set<Worker>();
  const pauses = new Set<NodeJS.Timeout>();
  const fork = () => {
    const worker = cluster.fork({
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_ENV: "production",
      PORT: String(settings.port),
      PARALLAX_HOST: settings.host ?? "",
    });
    workers.add(worker);
    // A process that cannot even be started emits this and then "exit", which is handled below.
    worker.on("error", (error) => report.say(`A process of the application failed: ${error.message}`));
    worker.once("exit", (code, signal) => {
      workers.delete(worker);
      if (isStopping) return;
      ends.push(Date.now());
      const waitMs = restartDelay(ends, Date.now(), settings.processes);
      const when = waitMs === 0 ? "starting another" : `starting another in ${Math.ceil(waitMs / 1_000)} s`;
      report.say(`A process of the application ended unexpectedly (${signal ?? `code ${code}`}); ${when}.`);
      const pause = setTimeout(() => {
        pauses.delete(pause);
        fork();
      }, waitMs);
      pauses.add(pause);
    });
  };
  for (let index = 0; index < settings.processes; index++) fork();
  return {
    stop: async () => {
      isStopping = true;
      for (const pause of pauses) clearTimeout(pause);
      const ended = [...workers].map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
      for (const worker of workers) worker.process.kill("SIGTERM");
      const force = setTimeout(() => {
        for (const worker of workers) worker.process.kill("SIGKILL");
      }, drainSeconds * 1_000);
      await Promise.all(ended);
      clearTimeout(force);
    },
  };
}
