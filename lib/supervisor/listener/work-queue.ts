import { AsyncResource } from "node:async_hooks";

/** The maximum number of concurrent tasks, and how long one of them delays the others. */
export interface QueueLimits {
  most: number;
  /**
   * After this number of milliseconds the next task starts as well: the running one is then waiting for something else.
   */
  maxWaitMs: number;
}

export const defaultQueueLimits: QueueLimits = { most: 16, maxWaitMs: 1_000 };

/**
 * Starts queued requests one after the other. A process that starts five hundred requests at once finishes all of them
 * late; if they are started in order of arrival, each one only waits for those before it. The event loop runs between
 * two starts; otherwise work that never waits would run to its end in microtasks, and a readiness check would wait for
 * all of it.
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
    // Another request starts this work, so the async context must be kept: log entries must contain the ID of this
    // request.
    waiting.push(AsyncResource.bind(work));
    scheduleNext();
  };
}
