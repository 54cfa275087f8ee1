import { activeTime } from "@/lib/domain/stories/effort/active-time.ts";

/** Signs of life closer together than this are one. */
const GRAIN_MS = 1000;

/** Collects signs of life and gives the active and idle time since the last count that arrived. */
export class ActivityMeter {
  #pings: number[] = [];

  /** Somebody touched a key, the pointer or the page. */
  ping(now: number): void {
    const last = this.#pings.at(-1);
    if (last === undefined || now - last >= GRAIN_MS) this.#pings.push(now);
  }

  /** The time so far, and what to call once the server has it, so that it is not counted again. */
  count(): { activeMs: number; idleMs: number; markSent: () => void } {
    const counted = [...this.#pings];
    const { active, idle } = activeTime(counted);
    return {
      activeMs: Math.round(active),
      idleMs: Math.round(idle),
      markSent: () => {
        const last = counted.at(-1);
        // The last sign of life is where the next stretch begins.
        this.#pings = this.#pings.filter((ping) => last === undefined || ping >= last);
      },
    };
  }
}
