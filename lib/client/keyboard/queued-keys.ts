import type { KeyPress } from "./keystroke.ts";

/**
 * The state of the item: it accepts keys ("takes"), it is visible and will soon accept keys ("opens"), it is not
 * visible yet ("waits"), or there is no item ("none").
 */
export type Readiness = "takes" | "opens" | "waits" | "none";

/**
 * How a key is handled before the item accepts keys. A submitting key is never queued for an item that is not visible
 * yet, because a double press would submit the next item unread.
 */
export function decideWaitingKey(readiness: Readiness, submits: boolean): "keep" | "swallow" {
  return submits && readiness === "waits" ? "swallow" : "keep";
}

/** Maximum number of queued keys. No one presses more while an item loads. */
const maxQueuedKeys = 30;

/**
 * Queues the keys that are pressed while the next item loads, and replays them in order once an item accepts keys. Each
 * key is replayed after the page has shown the effect of the previous one. Keys pressed during the replay are added to
 * the queue. If the item ends during the replay, the remaining keys apply to the next item.
 */
export class QueuedKeys<Press extends KeyPress> {
  #queue: Press[] = [];
  #isReady = false;
  #isReplaying = false;
  #press: (press: Press) => void;
  #afterwards: () => Promise<void>;

  /**
   * @param press dispatches a key again
   * @param afterwards resolves once the page shows the effect
   */
  constructor(press: (press: Press) => void, afterwards: () => Promise<void>) {
    this.#press = press;
    this.#afterwards = afterwards;
  }

  /** Whether a key that is pressed now must be queued. */
  get mustWait(): boolean {
    return !this.#isReady || this.#isReplaying;
  }

  keep(press: Press): void {
    if (this.#queue.length < maxQueuedKeys) this.#queue.push(press);
  }

  /** Called when no item accepts keys because the next one is loading. */
  wait(): void {
    this.#isReady = false;
  }

  /** Called when there is no item. */
  drop(): void {
    this.#queue = [];
  }

  /**
   * Called when an item accepts keys. Resolves when all queued keys were replayed, or when the item stops accepting
   * keys.
   */
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
