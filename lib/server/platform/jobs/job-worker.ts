import { priorityOfWaitingProject } from "./claim-job.ts";
import { JobSignal } from "./job-signal.ts";
import { type JobHandler, readMsUntilNextJob, runNextJob } from "./run-job.ts";

/** Polling interval of a worker that receives no notifications. */
const pollMs = 2_000;
/** Polling interval of a worker that receives notifications, in case one is lost. */
const fallbackPollMs = 30_000;
/** The number of jobs that mostly wait (for a model) that a process runs at once, in addition to other jobs. */
const waitingConcurrency = 8;
/** How long a job runs before it may have to release its slot for a project that has no running job. */
const minRunMs = 60_000;

export interface JobWorker {
  /** Stops claiming jobs and waits for the running jobs. Resumable jobs stop at their next step. */
  stop: () => Promise<void>;
}

/**
 * Processes the job table until it is stopped, with several jobs at once. Any number of processes on any number of
 * machines may do so. A database notification wakes the worker; behind a pooler that delivers none, it polls every two
 * seconds. After database errors it retries: the jobs are in the table, so none is lost when a process ends.
 *
 * Jobs that mostly wait have separate slots, so that long waits for a model do not delay exports or imports. Slots are
 * shared fairly between projects (`claim-job.ts`). While every slot is in use and a project with a waiting job has no
 * slot, a resumable job releases its slot after a minute.
 *
 * @param concurrency how many jobs this process runs at once, besides those that mostly wait; 0 runs no jobs of either
 * type
 */
export function startJobWorker(
  handlers: Readonly<Record<string, JobHandler>>,
  concurrency: number,
  minRunTimeMs = minRunMs,
): JobWorker {
  if (concurrency === 0) return { stop: async () => undefined };
  const lanes = [createLane(handlers, false, concurrency), createLane(handlers, true, waitingConcurrency)];
  const sleepers = new Set<() => void>();
  const stopController = new AbortController();
  let wakeCount = 0;
  const wakeAll = () => {
    wakeCount += 1;
    for (const wake of sleepers) wake();
  };
  const signal = new JobSignal(wakeAll);
  const pause = async (seenWakeCount: number, kinds: readonly string[]) => {
    const next = await readMsUntilNextJob(kinds).catch(() => null);
    const pollInterval = signal.isHeard ? fallbackPollMs : pollMs;
    // A notification that arrived during the poll wakes the worker immediately.
    if (stopController.signal.aborted || wakeCount !== seenWakeCount) return;
    // A job that is due but could not be claimed is currently being claimed by another process.
    await sleep(Math.min(pollInterval, Math.max(100, next ?? pollInterval)), sleepers);
  };
  const work = async ({ own, running }: Lane) => {
    while (!stopController.signal.aborted) {
      const seenWakeCount = wakeCount;
      const jobAbort = new AbortController();
      const onStart = ({ projectId, priority }: Pick<ActiveJob, "projectId" | "priority">) =>
        running.add({ projectId, priority, begunAt: performance.now(), turn: jobAbort });
      const signal = AbortSignal.any([stopController.signal, jobAbort.signal]);
      const didWork = await runNextJob(own, signal, onStart).catch(() => false);
      for (const one of running) if (one.turn === jobAbort) running.delete(one);
      if (!didWork && !stopController.signal.aborted) await pause(seenWakeCount, Object.keys(own));
    }
  };
  const fairnessTimer = setInterval(() => {
    for (const one of lanes) void abortLongestJob(one, minRunTimeMs).catch(() => undefined);
  }, minRunTimeMs / 6);
  fairnessTimer.unref();
  const allEnded = Promise.all(lanes.flatMap((one) => Array.from({ length: one.places }, () => work(one))));
  return {
    stop: async () => {
      stopController.abort();
      clearInterval(fairnessTimer);
      wakeAll();
      await Promise.all([allEnded, signal.close()]);
    },
  };
}

interface ActiveJob {
  projectId: string | null;
  priority: number;
  begunAt: number;
  turn: AbortController;
}

interface Lane {
  own: Readonly<Record<string, JobHandler>>;
  places: number;
  running: Set<ActiveJob>;
}

/** If every slot is in use and a project with a waiting job has no slot, aborts one job that has used up its time. */
async function abortLongestJob({ own, places, running }: Lane, minRunTimeMs: number): Promise<void> {
  const hasRunLongEnough = (job: ActiveJob) => performance.now() - job.begunAt >= minRunTimeMs;
  if (running.size < places || ![...running].some(hasRunLongEnough)) return;
  const priority = await priorityOfWaitingProject(Object.keys(own));
  if (priority === null) return;
  const slotCountOf = (projectId: string | null) =>
    [...running].filter((other) => other.projectId === projectId).length;
  const [longest] = [...running]
    .filter((one) => hasRunLongEnough(one) && one.priority <= priority && !one.turn.signal.aborted)
    .sort((one, other) => slotCountOf(other.projectId) - slotCountOf(one.projectId) || one.begunAt - other.begunAt);
  longest?.turn.abort();
}

/**
 * Creates a lane with its number of slots: the lane of the jobs that mostly wait, or the lane of all other jobs. A lane
 * without handlers has 0 slots.
 */
function createLane(handlers: Readonly<Record<string, JobHandler>>, mostlyWaits: boolean, slotCount: number): Lane {
  const laneHandlers = Object.entries(handlers).filter(([, handler]) => (handler.mostlyWaits ?? false) === mostlyWaits);
  return {
    own: Object.fromEntries(laneHandlers),
    places: laneHandlers.length === 0 ? 0 : slotCount,
    running: new Set(),
  };
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
