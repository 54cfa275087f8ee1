import { JobSignal } from "./job-signal.ts";
import { type JobHandler, nextJobInMs, runNextJob } from "./run-job.ts";

/** How often the table is asked while no message says that there is work. */
const pollMs = 2_000;
/** The longest delay between polls of a worker that receives notifications: it covers a lost message. */
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
 * Jobs that mostly wait have separate slots, so that hours of waiting for a model delay no export and no import.
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
    // A message that came while the table was asked is not slept over.
    if (stopping.signal.aborted || wakes !== seen) return;
    // A job that is due while it could not be had is being taken by someone else this moment.
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

/** The kinds of work that do or do not mostly wait, with so many places; no place where there is no such kind. */
function lane(handlers: Readonly<Record<string, JobHandler>>, mostlyWaits: boolean, places: number) {
  const own = Object.entries(handlers).filter(([, handler]) => (handler.mostlyWaits ?? false) === mostlyWaits);
  return { own: Object.fromEntries(own), places: own.length === 0 ? 0 : places };
}

/** Waits until the time is over or someone wakes all sleepers. It keeps no process alive that is otherwise done. */
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
