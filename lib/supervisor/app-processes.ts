import cluster, { type Worker } from "node:cluster";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Report } from "./report.ts";
import { StartError } from "./start-error.ts";

export interface AppProcesses {
  /** Resolves when the processes keep ending by themselves; never while all is well. */
  lost: Promise<Error>;
  /** Lets requests under way finish, for fifteen seconds at most. */
  stop: () => Promise<void>;
}

const drainSeconds = 15;

/**
 * Runs `next start` in one or more processes that share a port, and starts a new one whenever one ends unasked.
 *
 * They are cluster workers: the port stays open while one restarts, and they end by themselves when this process is
 * killed, so nothing is left to answer requests without its database.
 */
export function startAppProcesses(
  root: string,
  settings: { port: number; processes: number },
  report: Report,
): AppProcesses {
  const next = createRequire(join(root, "package.json")).resolve("next/dist/bin/next");
  cluster.setupPrimary({
    exec: next,
    args: ["start", "-p", String(settings.port)],
    cwd: root,
    execArgv: [],
    silent: true,
  });
  let isStopping = false;
  const ends: number[] = [];
  const workers = new Set<Worker>();
  const lost = new Promise<Error>((resolve) => {
    const fork = () => {
      const worker = cluster.fork({ NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" });
      workers.add(worker);
      pass(worker);
      // A process that cannot even be started emits this and then "exit", which is handled below.
      worker.on("error", (error) => report.say(`A process of the application failed: ${error.message}`));
      worker.once("exit", (code, signal) => {
        workers.delete(worker);
        if (isStopping) return;
        ends.push(Date.now());
        if (ends.filter((time) => time > Date.now() - 60_000).length > 5 * settings.processes) {
          resolve(new StartError("The application keeps ending by itself; the lines above say why."));
          return;
        }
        report.say(`A process of the application ended unexpectedly (${signal ?? `code ${code}`}); starting another.`);
        fork();
      });
    };
    for (let index = 0; index < settings.processes; index++) fork();
  });
  return {
    lost,
    stop: async () => {
      isStopping = true;
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

/** Passes on what the application prints, without Next's own remarks, whose addresses are not the public ones. */
function pass(worker: Worker): void {
  const { stdout, stderr } = worker.process;
  if (stdout) {
    createInterface({ input: stdout }).on("line", (line) => {
      if (line.trim() !== "" && !/^ *(?:[▲✓○]|- (?:Local|Network|Environments):)/.test(line))
        process.stdout.write(`${line}\n`);
    });
  }
  stderr?.pipe(process.stderr, { end: false });
}
