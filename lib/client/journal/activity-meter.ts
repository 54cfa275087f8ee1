import { activeTime } from "@/lib/domain/stories/effort/active-time.ts";

/** Activity events within this interval are merged. */
const GRAIN_MS = 1000;

/** Interval at which the counted time is stored on the device. */
const KEEP_EVERY_MS = 5000;

/** Unsent time. */
export interface CountedTime {
  activeMs: number;
  idleMs: number;
}

/** Storage for unsent time. */
export interface MeterStore {
  read(): CountedTime;
  write(time: CountedTime): void;
}

/** Measures active and idle time since the last confirmed count, also across reloads. */
export class ActivityMeter {
  #pings: number[] = [];
  #carried: CountedTime;
  #store: MeterStore | null;
  #keptAt = Number.NEGATIVE_INFINITY;

  constructor(store: MeterStore | null = null) {
    this.#store = store;
    this.#carried = store?.read() ?? { activeMs: 0, idleMs: 0 };
  }

  /** A key, pointer or touch event. */
  ping(now: number): void {
    const last = this.#pings.at(-1);
    if (last === undefined || now - last >= GRAIN_MS) this.#pings.push(now);
    if (this.#store === null || now - this.#keptAt < KEEP_EVERY_MS) return;
    this.#keptAt = now;
    this.#keep();
  }

  /**
   * Returns the time since the last confirmed count. Call `markSent` after the server has stored that time, so that the
   * next count does not include it.
   */
  count(): CountedTime & { markSent: () => void } {
    const countedPings = [...this.#pings];
    const earlierTime = this.#carried;
    const { active, idle } = activeTime(countedPings);
    return {
      activeMs: Math.round(active) + earlierTime.activeMs,
      idleMs: Math.round(idle) + earlierTime.idleMs,
      markSent: () => {
        const last = countedPings.at(-1);
        // The next interval begins at the last activity.
        this.#pings = this.#pings.filter((ping) => last === undefined || ping >= last);
        if (this.#carried === earlierTime) this.#carried = { activeMs: 0, idleMs: 0 };
        this.#keep();
      },
    };
  }

  #keep(): void {
    const { activeMs, idleMs } = this.count();
    this.#store?.write({ activeMs, idleMs });
  }
}

/** Stores a person's active time on a task in this browser; does nothing if the browser has no storage. */
export function createMeterStore(personId: string, taskId: string): MeterStore {
  const key = `parallax-active/${personId}/${taskId}`;
  return {
    read() {
      try {
        const { activeMs, idleMs } = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<CountedTime>;
        const parseTime = (value: unknown) => (typeof value === "number" && value > 0 ? Math.round(value) : 0);
        return { activeMs: parseTime(activeMs), idleMs: parseTime(idleMs) };
      } catch {
        return { activeMs: 0, idleMs: 0 };
      }
    },
    write({ activeMs, idleMs }) {
      try {
        if (activeMs + idleMs === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ activeMs, idleMs }));
      } catch {
        // The time of this page is counted even if it cannot be stored (private window, full disk).
      }
    },
  };
}
