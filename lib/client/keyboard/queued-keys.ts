import type { KeyPress } from "./keystroke.ts";

/**
 * The state of the item: it accepts keys, it is visible and about to accept keys, it is not visible yet, or there is no
 * item.
 */
export type Readiness = "takes" | "opens" | "waits" | "none";

/**
 * How a key is handled while the item has to wait. A key that submits is never queued for an invisible item: a second
 * press would submit the next item unread.
 */
export function decideWaitingKey(readiness: Readiness, submits: boolean): "keep" | "swallow" {
  return submits && readiness === "waits" ? "swallow" : "keep";
}

/** Maximum number of queued keys; more than anyone presses while an item loads. */
const maxQueuedKeys = 30;

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

  /** Called when no item accepts keys any more because the next one is loading. */
  wait(): void {
    this.#isReady = false;
  }

  /** Called when there is no item. */
  drop(): void {
    this.#queue = [];
  }

  /**
   * Called when an item accepts keys. Resolves when all queued keys are replayed, or the item no longer accepts keys.
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
