import { AsyncResource } from "node:async_hooks";

/** The maximum number of concurrent tasks, and how long one delays the others. */
export interface QueueLimits {
  most: number;
  /**
   * After this number of milliseconds the next task starts as well: the running one is then waiting for something else.
   */
  maxWaitMs: number;
}

export const turnSettings: QueueLimits = { most: 16, maxWaitMs: 1_000 };

/**
 * Starts queued requests one after the other. A process that begins five hundred requests at once finishes all of them
 * late; started in order of arrival, each takes as long as those before it.
 *
 * The event loop runs between two starts. Work that never waits would otherwise run to its end in microtasks, and a
 * readiness check would wait for all of it.
 */
export function createWorkQueue({ most, maxWaitMs }: QueueLimits = turnSettings): (work: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let begun = 0;
  let isLooking = false;
  const look = () => {
    if (isLooking || waiting.length === 0 || begun >= most) return;
    isLooking = true;
    setImmediate(() => {
      isLooking = false;
      const work = waiting.shift();
      if (work) begin(work);
      look();
    });
  };
  const begin = (work: () => Promise<void>) => {
    begun += 1;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      begun -= 1;
      look();
    };
    const timer = setTimeout(end, maxWaitMs);
    timer.unref();
    work().finally(end);
  };
  return (work) => {
    // The starter is another request: the log entries must keep the id of this one.
    waiting.push(AsyncResource.bind(work));
    look();
  };
}
