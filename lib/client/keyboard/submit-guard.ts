/** Maximum time between the two presses of a double click or a double key press. */
const DOUBLE_MS = 500;

/**
 * Recognises the second press of a double press, which must not submit the next item. A second press counts as part of
 * a double press if it follows within 500 ms and no other key was pressed in between. The 500 ms start when the next
 * item is painted, because a busy browser may deliver the second press late.
 *
 * All times are in milliseconds of the clock of `performance.now()` and `Event.timeStamp`.
 */
export class SubmitGuard {
  #lastAt: number | null = null;
  #isShown = true;

  /** Whether the press at `at` is the second of a double press. `at` is the time of the press, not of its handling. */
  isSecond(at: number): boolean {
    return this.#lastAt !== null && (!this.#isShown || at - this.#lastAt < DOUBLE_MS);
  }

  /** Records that the press at `at` submitted an item. */
  handedIn(at: number): void {
    this.#lastAt = at;
    this.#isShown = false;
  }

  /** Records that an item was painted at `at`. */
  shown(at: number): void {
    if (this.#lastAt !== null) this.#lastAt = Math.max(this.#lastAt, at);
    this.#isShown = true;
  }

  /** Accepts the next press, because another key was pressed or the item was refused and is still shown. */
  release(): void {
    this.#lastAt = null;
    this.#isShown = true;
  }
}

/** All items of a tab use one instance, because they have the same keys and buttons. */
export const submitGuard = new SubmitGuard();
