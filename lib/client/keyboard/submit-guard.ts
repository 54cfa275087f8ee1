/** Maximum time between the presses of a double click or double key press. */
const DOUBLE_MS = 500;

/**
 * Distinguishes a double press from two presses: if the submitting key is pressed again shortly afterwards without
 * another key in between, it was meant for the previous item. No item is submitted before it was painted, and the 500
 * ms begin at that time, because a browser that is busy rendering the next item may deliver the second press late.
 *
 * All times are in milliseconds of one clock: that of `performance.now()` and `Event.timeStamp`.
 */
export class SubmitGuard {
  #lastAt: number | null = null;
  #isShown = true;

  /** Whether a press at that time is the second of a double press. Pass the time of the press, not of its handling. */
  isSecond(at: number): boolean {
    return this.#lastAt !== null && (!this.#isShown || at - this.#lastAt < DOUBLE_MS);
  }

  /** Records that an item was submitted by a press at that time. */
  handedIn(at: number): void {
    this.#lastAt = at;
    this.#isShown = false;
  }

  /** Records that an item was painted at that time. */
  shown(at: number): void {
    if (this.#lastAt !== null) this.#lastAt = Math.max(this.#lastAt, at);
    this.#isShown = true;
  }

  /** Accepts the next press: another key was pressed since, or the item was refused and is still shown. */
  release(): void {
    this.#lastAt = null;
    this.#isShown = true;
  }
}

/** One instance for the tab, because keys and buttons are the same for all items. */
export const submitGuard = new SubmitGuard();
