import { AsyncResource } from "node:async_hooks";

/** The maximum number of concurrent tasks, and how long a task can delay the next one. */
export interface QueueLimits {
  most: number;
  /**
   * After this time in milliseconds the next task starts even if the running task has not ended; a task that runs
   * longer is assumed to wait for something else.
   */
  maxWaitMs: number;
}

export const defaultQueueLimits: QueueLimits = { most: 16, maxWaitMs: 1_000 };

/**
 * Starts queued requests in order of arrival. If a process started five hundred requests at once, all of them would
 * finish late; in order, each request waits only for earlier ones. The event loop runs between two starts. Otherwise
 * tasks without waiting times would all run in microtasks, and a readiness check would wait for all of them.
 */
export function createWorkQueue({
  most,
  maxWaitMs,
}: QueueLimits = defaultQueueLimits): (work: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let runningCount = 0;
  let isScheduled = false;
  const scheduleNext = () => {
    if (isScheduled || waiting.length === 0 || runningCount >= most) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const work = waiting.shift();
      if (work) begin(work);
      scheduleNext();
    });
  };
  const begin = (work: () => Promise<void>) => {
    runningCount += 1;
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      runningCount -= 1;
      scheduleNext();
    };
    const timer = setTimeout(end, maxWaitMs);
    timer.unref();
    work().finally(end);
  };
  return (work) => {
    // Another request starts this work. The async context is kept, so that log entries contain the ID of this request.
    waiting.push(AsyncResource.bind(work));
    scheduleNext();
  };
}
