import { type ChildProcess, fork } from "node:child_process";
import cluster from "node:cluster";
import { join } from "node:path";
import { computeRestartDelay } from "../domain/operations/restart-delay.ts";
import type { Report } from "./report.ts";
import { childEnvironment, type Settings } from "./settings.ts";

export interface AppProcesses {
  /** Stops all processes after their running requests and jobs, but waits no longer than fifteen seconds. */
  stop: () => Promise<void>;
  /** The running processes by name ("app-1", "jobs-1"). A restarted process keeps the name. */
  list: () => NamedProcess[];
}

export interface NamedProcess {
  name: string;
  child: ChildProcess;
  /** How often processes of this name ended unexpectedly. */
  restarts: number;
}

const drainSeconds = 15;

/**
 * Runs the application in one or more processes that share a port. Background jobs run in a separate process, so that
 * they never delay requests. A process that ends unexpectedly is restarted: immediately at first, then after growing
 * delays, without limit, because the cause may be temporary and a study must not wait for an operator.
 *
 * The application's processes are cluster workers, so the port stays open while one of them restarts. All of them end
 * when this process is killed, so that none serves requests without the database.
 */
export function startAppProcesses(
  root: string,
  settings: Pick<Settings, "port" | "host" | "processes" | "jobs">,
  report: Report,
): AppProcesses {
  cluster.setupPrimary({ exec: join(root, "bin/app-process.js"), args: [], cwd: root, execArgv: [] });
  const launchApp = () => {
    const worker = cluster.fork({
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_ENV: "production",
      PORT: String(settings.port),
      PARALLAX_HOST: settings.host ?? "",
      PARALLAX_JOBS: "0",
    });
    // Errors are handled on the process; the cluster repeats them here.
    worker.on("error", () => undefined);
    return worker.process;
  };
  const groups = [
    keepRunning("A process of the application", "app", settings.processes, launchApp, report),
    keepRunning(
      "The process of the background jobs",
      "jobs",
      Math.min(1, settings.jobs),
      () => launchJobs(root, settings.jobs),
      report,
    ),
  ];
  return {
    stop: async () => {
      await Promise.all(groups.map(({ stop }) => stop()));
    },
    list: () => groups.flatMap(({ list }) => list()),
  };
}

/** Starts `parallax worker`. It stops when the channel to this process closes. */
export function launchJobs(
  root: string,
  concurrency: number,
  environment: NodeJS.ProcessEnv = childEnvironment(),
): ChildProcess {
  return fork(join(root, "bin/parallax"), ["worker", "--concurrency", String(concurrency)], {
    cwd: root,
    env: { ...environment, NODE_ENV: "production" },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

function keepRunning(
  title: string,
  shortName: string,
  count: number,
  launch: () => ChildProcess,
  report: Report,
): AppProcesses {
  let isStopping = false;
  const endTimes: number[] = [];
  const running = new Map<ChildProcess, NamedProcess>();
  const restartTimers = new Set<NodeJS.Timeout>();
  const start = (name: string, restarts: number) => {
    const child = launch();
    running.set(child, { name, child, restarts });
    // After a failed start, this event is followed by "exit", which is handled below.
    child.on("error", (error) => report.say(`${title} failed: ${error.message}`));
    child.once("exit", (code, signal) => {
      running.delete(child);
      if (isStopping) return;
      endTimes.push(Date.now());
      const waitMs = computeRestartDelay(endTimes, Date.now(), count);
      const restartText = waitMs === 0 ? "starting another" : `starting another in ${Math.ceil(waitMs / 1_000)} s`;
      report.say(`${title} ended unexpectedly (${signal ?? `code ${code}`}); ${restartText}.`);
      const pause = setTimeout(() => {
        restartTimers.delete(pause);
        start(name, restarts + 1);
      }, waitMs);
      restartTimers.add(pause);
    });
  };
  for (let number = 1; number <= count; number++) start(`${shortName}-${number}`, 0);
  return {
    stop: async () => {
      isStopping = true;
      for (const pause of restartTimers) clearTimeout(pause);
      const exits = [...running.keys()].map((child) => new Promise((resolve) => child.once("exit", resolve)));
      for (const child of running.keys()) child.kill("SIGTERM");
      const forceTimer = setTimeout(() => {
        for (const child of running.keys()) child.kill("SIGKILL");
      }, drainSeconds * 1_000);
      await Promise.all(exits);
      clearTimeout(forceTimer);
    },
    list: () => [...running.values()],
  };
}
