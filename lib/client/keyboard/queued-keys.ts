import type { KeyPress } from "./keystroke.ts";

/** Whether an item takes keys, is on the screen and will in a moment, is not there yet, or there is none that could. */
export type Readiness = "takes" | "opens" | "waits" | "none";

/**
 * What becomes of a key for an item while it has to wait. What hands an item in is never kept for one that no one has seen:
 * a second press would hand in the next item unread.
 */
export function whileWaiting(readiness: Readiness, handsIn: boolean): "keep" | "swallow" {
  return handsIn && readiness === "waits" ? "swallow" : "keep";
}

/** More than this no one presses while one item appears. */
const mostKept = 30;

/**
 * Keys that were pressed while the next item was loading. They are queued and replayed in order once an item can accept
 * them: each after the page has shown the effect of the previous one. Keys pressed in the meantime are added to the
 * queue. When an item ends before all were replayed, the others apply to the next one.
 */
export class QueuedKeys<Press extends KeyPress> {
  #queue: Press[] = [];
  #isReady = false;
  #isReplaying = false;
  #press: (press: Press) => void;
  #afterwards: () => Promise<void>;

  /**
   * @param press presses a key again
   * @param afterwards resolves once the page shows what came of it
   */
  constructor(press: (press: Press) => void, afterwards: () => Promise<void>) {
    this.#press = press;
    this.#afterwards = afterwards;
  }

  /** Whether a key that is pressed now has to wait. */
  get mustWait(): boolean {
    return !this.#isReady || this.#isReplaying;
  }

  keep(press: Press): void {
    if (this.#queue.length < mostKept) this.#queue.push(press);
  }

  /** Nothing can take keys any more: the next item is on its way. */
  wait(): void {
    this.#isReady = false;
  }

  /** There is no item to take them. */
  drop(): void {
    this.#queue = [];
  }

  /** An item can take keys from now on. Resolves when all are pressed again, or none can be taken any more. */
  async goOn(): Promise<void> {
    this.#isReady = true;
    if (this.#isReplaying) return;
    this.#isReplaying = true;
    try {
      while (this.#isReady) {
        const next = this.#queue.shift();
        if (next === undefined) break;
        this.#press(next);
        await this.#afterwards();
      }
    } finally {
      this.#isReplaying = false;
    }
  }
}
