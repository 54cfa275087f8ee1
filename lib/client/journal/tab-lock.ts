/** Whether this tab may write to a task. */
export type TabLockState = "asking" | "writer" | "reader";

/** Messages between tabs about one task. */
type Message = { says: "please-leave" | "left" | "wrote" };

/**
 * Allows only one tab to write on a task; other tabs are read-only. The lock is a Web Lock of the browser, which ends
 * with its tab. A read-only tab becomes the writer when the lock is released. It can also take over the lock; the
 * writing tab then stores its text first. In browsers without Web Locks every tab may write, and the server stores late
 * saves as branches.
 */
export class TabLock {
  state: TabLockState = "asking";
  /** Called on every change of the lock. */
  onChange: (() => void) | null = null;
  /** Called before the lock is released, to store everything on the device. */
  beforeLeaving: (() => Promise<void>) | null = null;
  /** Called in a read-only tab after the writing tab has stored something. */
  onWritten: (() => void) | null = null;
  #name: string;
  #channel: BroadcastChannel | null;
  #leave: (() => void) | null = null;
  #stop = new AbortController();

  constructor(personId: string, taskId: string) {
    this.#name = `parallax-task-${personId}-${taskId}`;
    this.#channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(this.#name);
    if (this.#channel) this.#channel.onmessage = (event: MessageEvent<Message>) => void this.#hear(event.data);
  }

  /** Requests the lock. Until the lock is granted, the tab is read-only. */
  ask(): void {
    if (typeof navigator === "undefined" || navigator.locks === undefined) {
      this.#become("writer");
      return;
    }
    void navigator.locks
      .request(this.#name, { ifAvailable: true }, async (lock) => {
        if (lock === null) return false;
        await this.#sit();
        return true;
      })
      .then((hadIt) => {
        if (hadIt || this.#stop.signal.aborted) return;
        this.#become("reader");
        this.#queue(false);
      })
      .catch(() => this.#become("reader"));
  }

  /**
   * Takes the lock from the other tab, which first stores its text. Steals the lock if that tab does not respond within
   * a second.
   */
  async takeOver(): Promise<void> {
    if (this.state !== "reader") return;
    this.#channel?.postMessage({ says: "please-leave" } satisfies Message);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (this.state === "reader" && !this.#stop.signal.aborted) this.#queue(true);
  }

  /** Tells the read-only tabs that the data on the device have changed. */
  wrote(): void {
    if (this.state === "writer") this.#channel?.postMessage({ says: "wrote" } satisfies Message);
  }

  /** Releases the lock and stops listening. */
  close(): void {
    this.#stop.abort();
    this.#leave?.();
    this.#channel?.close();
    this.#channel = null;
    this.onChange = null;
  }

  #queue(steal: boolean): void {
    // Only a waiting request gets the signal: a request that steals the lock cannot be aborted.
    const options: LockOptions = steal ? { steal: true } : { signal: this.#stop.signal };
    void navigator.locks.request(this.#name, options, () => this.#sit()).catch(() => this.#become("reader"));
  }

  /** Holds the lock until it is released. */
  #sit(): Promise<void> {
    if (this.#stop.signal.aborted || this.state === "writer") return Promise.resolve();
    this.#become("writer");
    return new Promise((resolve) => {
      this.#leave = () => {
        this.#leave = null;
        resolve();
      };
    });
  }

  async #hear(message: Message): Promise<void> {
    if (message.says === "wrote" && this.state === "reader") this.onWritten?.();
    if (message.says !== "please-leave" || this.state !== "writer") return;
    await this.beforeLeaving?.();
    this.#become("reader");
    this.#leave?.();
    // Queued behind the requesting tab.
    setTimeout(() => !this.#stop.signal.aborted && this.state === "reader" && this.#queue(false), 200);
  }

  #become(state: TabLockState): void {
    if (this.state === state || this.#stop.signal.aborted) return;
    this.state = state;
    this.onChange?.();
  }
}
