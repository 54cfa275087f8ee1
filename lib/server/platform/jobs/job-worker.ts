import { JobSignal } from "./job-signal.ts";
import { type JobHandler, nextJobInMs, runNextJob } from "./run-job.ts";

/** Polling interval without notifications. */
const pollMs = 2_000;
/** Maximum polling interval of a worker that receives notifications: it covers a lost one. */
const heardMs = 30_000;
/** The number of mostly waiting jobs that a process runs at once, in addition to the others. */
const waitingPlaces = 8;

export interface JobWorker {
  /** Claims no new job and lets running ones end; resumable ones stop where they are. */
  stop: () => Promise<void>;
}

/**
 * Processes the job table until it is stopped, with several jobs at once. Any number of processes on any number of
 * machines may do so. A database notification wakes it; behind a pooler that delivers none it polls every two seconds.
 * Database errors are retried: the jobs are in the table, so nothing is lost with a process.
 *
 * Jobs that mostly wait have separate slots, so that long waits for a model delay no export and no import.
 *
 * @param concurrency how many jobs this process runs at once, besides those that mostly wait; 0 runs none of either
 */
export function startJobWorker(handlers: Readonly<Record<string, JobHandler>>, concurrency: number): JobWorker {
  if (concurrency === 0) return { stop: async () => undefined };
  const lanes = [lane(handlers, false, concurrency), lane(handlers, true, waitingPlaces)];
  const sleepers = new Set<() => void>();
  const stopping = new AbortController();
  let wakes = 0;
  const wakeAll = () => {
    wakes += 1;
    for (const wake of sleepers) wake();
  };
  const signal = new JobSignal(wakeAll);
  const pause = async (seen: number, kinds: readonly string[]) => {
    const next = await nextJobInMs(kinds).catch(() => null);
    const longest = signal.isHeard ? heardMs : pollMs;
    // A notification that arrived during the poll wakes the worker immediately.
    if (stopping.signal.aborted || wakes !== seen) return;
    // A job that is due but could not be claimed is being claimed by another process.
    await sleep(Math.min(longest, Math.max(100, next ?? longest)), sleepers);
  };
  const work = async (own: Readonly<Record<string, JobHandler>>) => {
    while (!stopping.signal.aborted) {
      const seen = wakes;
      const didWork = await runNextJob(own, stopping.signal).catch(() => false);
      if (!didWork && !stopping.signal.aborted) await pause(seen, Object.keys(own));
    }
  };
  const ended = Promise.all(lanes.flatMap(({ own, places }) => Array.from({ length: places }, () => work(own))));
  return {
    stop: async () => {
      stopping.abort();
      wakeAll();
      await Promise.all([ended, signal.close()]);
    },
  };
}

/** The kinds of jobs that do or do not mostly wait, with their number of slots; 0 slots if there is no such kind. */
function lane(handlers: Readonly<Record<string, JobHandler>>, mostlyWaits: boolean, places: number) {
  const own = Object.entries(handlers).filter(([, handler]) => (handler.mostlyWaits ?? false) === mostlyWaits);
  return { own: Object.fromEntries(own), places: own.length === 0 ? 0 : places };
}

/** Waits until the time is over or all waiting workers are woken. Does not keep the process alive. */
function sleep(ms: number, sleepers: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      sleepers.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    timer.unref();
    sleepers.add(wake);
  });
}
