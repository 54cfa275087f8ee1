/** Maximum time between the presses of a double click or double key press. */
const DOUBLE_MS = 500;

/**
 * Distinguishes a double press from two presses: the submitting key, pressed again shortly afterwards without another
 * key in between, was meant for the previous item. Nothing is submitted before it was painted, and the 500 ms begin
 * then: a browser that is busy rendering the next item may deliver the second press late.
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

  /** An item was submitted by a press at that time. */
  handedIn(at: number): void {
    this.#lastAt = at;
    this.#isShown = false;
  }

  /** An item was painted at that time. */
  shown(at: number): void {
    if (this.#lastAt !== null) this.#lastAt = Math.max(this.#lastAt, at);
    this.#isShown = true;
  }

  /** The next press is intended: another key was pressed since, or the item was refused and is still on the screen. */
  release(): void {
    this.#lastAt = null;
    this.#isShown = true;
  }
}

/** One instance for the tab, because keys and buttons are the same for all items. */
export const handInGuard = new SubmitGuard();
