import { AsyncResource } from "node:async_hooks";

/** How many are worked on at once, and for how long one keeps others waiting. */
export interface TurnSettings {
  most: number;
  /** After so many milliseconds the next one begins, too: what still runs then waits for something else than us. */
  longestMs: number;
}

export const turnSettings: TurnSettings = { most: 16, longestMs: 1_000 };

/**
 * Lets a crowd in one after the other. A process that begins with five hundred requests at once finishes all of them
 * late; begun in the order in which they came, each takes as long as those before it.
 *
 * Between two beginnings the process looks at everything else that has come. Work that waits for nothing would otherwise
 * be done in one go, by microtasks, and anyone who asks whether the process is ready would wait for the whole crowd.
 */
export function takeTurns({ most, longestMs }: TurnSettings = turnSettings): (work: () => Promise<void>) => void {
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
    const timer = setTimeout(end, longestMs);
    timer.unref();
    work().finally(end);
  };
  return (work) => {
    // Anyone who lets it in later is another request: what it writes into the log stays under its own id.
    waiting.push(AsyncResource.bind(work));
    look();
  };
}
