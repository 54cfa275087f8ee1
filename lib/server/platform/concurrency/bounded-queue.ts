/** Work that waits for its turn; a queue that is full takes no more. */
export interface BoundedQueue {
  /** Does the work when its turn comes; throws a `QueueFullError` at once where too much waits already. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** How much waits now. */
  waiting: () => number;
}

export class QueueFullError extends Error {}

/**
 * Runs at most `running` tasks at a time, with at most `waiting` queued, first in, first out. For expensive work
 * (hashing passwords): a burst must neither exhaust the memory nor delay later requests indefinitely.
 */
export function boundedQueue(limits: { running: number; waiting: number }): BoundedQueue {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    waiting: () => queue.length,
    run: async (work) => {
      if (running >= limits.running) {
        if (queue.length >= limits.waiting) throw new QueueFullError("too much is waiting already");
        await new Promise<void>((resolve) => queue.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        // The permit is passed on directly, so a new request cannot overtake the queue.
        if (next) next();
        else running -= 1;
      }
    },
  };
}
