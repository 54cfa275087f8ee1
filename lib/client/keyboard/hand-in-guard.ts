/** The second press of a double click or of a double key comes within this time. */
const DOUBLE_MS = 500;

/**
 * Tells a double press from two: what hands an item in, pressed again at once with nothing else pressed in between, was meant
 * for the item before, and the next one, on the screen already, would be handed in unread.
 */
export class HandInGuard {
  #lastAt: number | null = null;

  /** Whether a press at that time, in milliseconds of any one clock, is the second of a double press. */
  isSecond(at: number): boolean {
    return this.#lastAt !== null && at - this.#lastAt < DOUBLE_MS;
  }

  /** An item was handed in. */
  handedIn(at: number): void {
    this.#lastAt = at;
  }

  /** Another key was pressed: what hands in after it is meant. */
  otherKey(): void {
    this.#lastAt = null;
  }
}

/** One for the tab: items come and go under the same keys and buttons. */
export const handInGuard = new HandInGuard();
