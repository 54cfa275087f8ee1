import { JobSignal } from "./job-signal.ts";
import { type JobHandler, nextJobInMs, runNextJob } from "./run-job.ts";

/** How often the table is asked while no message says that there is work. */
const pollMs = 2_000;
/** The longest pause of a worker that is told of new work: what it would miss is a lost message. */
const heardMs = 30_000;

export interface JobWorker {
  /** Takes no new job and lets running ones end; those that can be taken up again stop where they are. */
  stop: () => Promise<void>;
}

/**
 * Works through the job table until it is told to stop, with several jobs at once. Any number of processes on any number
 * of machines may do so. New work wakes it by a message of the database; behind a pooler that delivers none it asks every
 * two seconds. Errors of the database are waited out: the table is the memory, nothing is lost with a process.
 *
 * @param concurrency how many jobs this process runs at once; 0 runs none
 */
export function startJobWorker(handlers: Readonly<Record<string, JobHandler>>, concurrency: number): JobWorker {
  if (concurrency === 0) return { stop: async () => undefined };
  const kinds = Object.keys(handlers);
  const sleepers = new Set<() => void>();
  const stopping = new AbortController();
  let wakes = 0;
  const wakeAll = () => {
    wakes += 1;
    for (const wake of sleepers) wake();
  };
  const signal = new JobSignal(wakeAll);
  const pause = async (seen: number) => {
    const next = await nextJobInMs(kinds).catch(() => null);
    const longest = signal.isHeard ? heardMs : pollMs;
    // A message that came while the table was asked is not slept over.
    if (stopping.signal.aborted || wakes !== seen) return;
    // A job that is due while it could not be had is being taken by somebody else this moment.
    await sleep(Math.min(longest, Math.max(100, next ?? longest)), sleepers);
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      const seen = wakes;
      const didWork = await runNextJob(handlers, stopping.signal).catch(() => false);
      if (!didWork && !stopping.signal.aborted) await pause(seen);
    }
  };
  const ended = Promise.all(Array.from({ length: concurrency }, work));
  return {
    stop: async () => {
      stopping.abort();
      wakeAll();
      await Promise.all([ended, signal.close()]);
    },
  };
}

/** Waits until the time is over or somebody wakes all sleepers. It keeps no process alive that is otherwise done. */
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
