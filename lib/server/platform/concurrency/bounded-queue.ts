/** Work that waits for its turn; a queue that is full takes no more. */
export interface BoundedQueue {
  /** Does the work when its turn comes; throws a `QueueFullError` at once where too much waits already. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** How much waits now. */
  waiting: () => number;
}

export class QueueFullError extends Error {}

/**
 * At most `running` pieces of work at a time and at most `waiting` behind them, in order of arrival. For what is dear
 * on purpose (hashing passwords): a burst of it must neither take the memory nor keep the later ones waiting for ever.
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
        // The turn is handed on, so no one who comes in between can slip past those who wait.
        if (next) next();
        else running -= 1;
      }
    },
  };
}
