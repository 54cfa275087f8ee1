import { priorityOfWaitingProject } from "./claim-job.ts";
import { JobSignal } from "./job-signal.ts";
import { type JobHandler, nextJobInMs, runNextJob } from "./run-job.ts";

/** Polling interval of a worker that receives no notifications. */
const pollMs = 2_000;
/** Polling interval of a worker that receives notifications, in case one is lost. */
const heardMs = 30_000;
/** The number of jobs that mostly wait and that a process runs at once, in addition to other jobs. */
const waitingConcurrency = 8;
/** How long a job runs before it may have to release its slot for a project that has none. */
const minTurnMs = 60_000;

export interface JobWorker {
  /** Claims no new job and lets running ones end; resumable ones stop where they are. */
  stop: () => Promise<void>;
}

/**
 * Processes the job table until it is stopped, with several jobs at once. Any number of processes on any number of
 * machines may do so. A database notification wakes the worker; behind a pooler that delivers none, it polls every two
 * seconds. After database errors it retries: the jobs are in the table, so none is lost when a process ends.
 *
 * Jobs that mostly wait have separate slots, so that long waits for a model delay no export and no import. Slots are
 * shared fairly between projects (`claim-job.ts`). While every slot is in use and a project has none, a job that can be
 * resumed releases its slot after a minute.
 *
 * @param concurrency how many jobs this process runs at once, besides those that mostly wait; 0 runs none of either
 */
export function startJobWorker(
  handlers: Readonly<Record<string, JobHandler>>,
  concurrency: number,
  turnMs = minTurnMs,
): JobWorker {
  if (concurrency === 0) return { stop: async () => undefined };
  const lanes = [lane(handlers, false, concurrency), lane(handlers, true, waitingConcurrency)];
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
    // A job that is due but could not be claimed is currently being claimed by another process.
    await sleep(Math.min(longest, Math.max(100, next ?? longest)), sleepers);
  };
  const work = async ({ own, running }: Lane) => {
    while (!stopping.signal.aborted) {
      const seen = wakes;
      const turn = new AbortController();
      const begun = ({ projectId, priority }: Pick<Turn, "projectId" | "priority">) =>
        running.add({ projectId, priority, begunAt: performance.now(), turn });
      const signal = AbortSignal.any([stopping.signal, turn.signal]);
      const didWork = await runNextJob(own, signal, begun).catch(() => false);
      for (const one of running) if (one.turn === turn) running.delete(one);
      if (!didWork && !stopping.signal.aborted) await pause(seen, Object.keys(own));
    }
  };
  const sharing = setInterval(() => {
    for (const one of lanes) void endLongestTurn(one, turnMs).catch(() => undefined);
  }, turnMs / 6);
  sharing.unref();
  const ended = Promise.all(lanes.flatMap((one) => Array.from({ length: one.places }, () => work(one))));
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(sharing);
      wakeAll();
      await Promise.all([ended, signal.close()]);
    },
  };
}

interface Turn {
  projectId: string | null;
  priority: number;
  begunAt: number;
  turn: AbortController;
}

interface Lane {
  own: Readonly<Record<string, JobHandler>>;
  places: number;
  running: Set<Turn>;
}

/** If every slot is in use and a project with a waiting job has none, aborts the job that has run longest. */
async function endLongestTurn({ own, places, running }: Lane, turnMs: number): Promise<void> {
  const isOver = (turn: Turn) => performance.now() - turn.begunAt >= turnMs;
  if (running.size < places || ![...running].some(isOver)) return;
  const priority = await priorityOfWaitingProject(Object.keys(own));
  if (priority === null) return;
  const placesOf = (projectId: string | null) => [...running].filter((other) => other.projectId === projectId).length;
  const [longest] = [...running]
    .filter((one) => isOver(one) && one.priority <= priority && !one.turn.signal.aborted)
    .sort((one, other) => placesOf(other.projectId) - placesOf(one.projectId) || one.begunAt - other.begunAt);
  longest?.turn.abort();
}

/**
 * The kinds of jobs that mostly wait, or those that do not, with their number of slots; 0 slots if there is no such
 * kind.
 */
function lane(handlers: Readonly<Record<string, JobHandler>>, mostlyWaits: boolean, places: number): Lane {
  const own = Object.entries(handlers).filter(([, handler]) => (handler.mostlyWaits ?? false) === mostlyWaits);
  return { own: Object.fromEntries(own), places: own.length === 0 ? 0 : places, running: new Set() };
}

/** Waits until the time has passed or all waiting workers are woken. Does not keep the process alive. */
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
