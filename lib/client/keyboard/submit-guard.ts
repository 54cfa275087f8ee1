/** The second press of a double click or of a double key comes within this time. */
const DOUBLE_MS = 500;

/**
 * Distinguishes a double press from two presses: the key that submits, pressed again at once with no other key in between, was
 * meant for the item before. Nothing is submitted before it was painted, and the 500 ms begin when it was: a browser that is
 * busy drawing the next item may deliver the second press late.
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

  /** The next press is meant: another key was pressed since, or the item was refused and is still on the screen. */
  release(): void {
    this.#lastAt = null;
    this.#isShown = true;
  }
}

/** One for the tab: items come and go under the same keys and buttons. */
export const handInGuard = new SubmitGuard();
