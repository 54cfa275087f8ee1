/** A queue of tasks with a limited length. */
export interface BoundedQueue {
  /** Runs the task when a permit is free; throws a `QueueFullError` immediately if the queue is full. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The current length of the queue. */
  waiting: () => number;
}

export class QueueFullError extends Error {}

/**
 * Runs at most `running` tasks at a time, and queues at most `waiting` further tasks, first in, first out. Used for
 * expensive work (hashing passwords): many tasks at once must neither exhaust the memory nor delay later requests
 * without limit.
 */
export function createBoundedQueue(limits: { running: number; waiting: number }): BoundedQueue {
  let runningCount = 0;
  const queue: (() => void)[] = [];
  return {
    waiting: () => queue.length,
    run: async (work) => {
      if (runningCount >= limits.running) {
        if (queue.length >= limits.waiting) throw new QueueFullError("the queue is full");
        await new Promise<void>((resolve) => queue.push(resolve));
      } else {
        runningCount += 1;
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        // The permit is passed on directly, so that a new request cannot overtake the queue.
        if (next) next();
        else runningCount -= 1;
      }
    },
  };
}
