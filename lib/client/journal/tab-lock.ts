/** Whether this tab may write on a task. */
export type TabLockState = "asking" | "writer" | "reader";

/** What tabs say to each other about one task. */
type Message = { says: "please-leave" | "left" | "wrote" };

/**
 * One tab writes on a task, the others look on: a lock of the browser (Web Locks) that ends with its tab, however that
 * ends. A tab that looks on becomes the writer when the lock falls free, or when the person asks for it: then the writing
 * tab puts its words away first. Browsers without locks let every tab write; the server keeps late saves as branches.
 */
export class TabLock {
  state: TabLockState = "asking";
  /** Called on every change of tab lock. */
  onChange: (() => void) | null = null;
  /** Called before the tab lock is given up: put everything on the device. */
  beforeLeaving: (() => Promise<void>) | null = null;
  /** Called in a tab that looks on when the writing tab has written. */
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

  /** Asks for the tab lock; looks on meanwhile, and takes it when it falls free. */
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

  /** Takes the tab lock from the other tab, which first puts its words away; one that does not answer in a second loses it. */
  async takeOver(): Promise<void> {
    if (this.state !== "reader") return;
    this.#channel?.postMessage({ says: "please-leave" } satisfies Message);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (this.state === "reader" && !this.#stop.signal.aborted) this.#queue(true);
  }

  /** Informs the read-only tabs that the data on the device have changed. */
  wrote(): void {
    if (this.state === "writer") this.#channel?.postMessage({ says: "wrote" } satisfies Message);
  }

  /** Gives the tab lock up and listens no more. */
  close(): void {
    this.#stop.abort();
    this.#leave?.();
    this.#channel?.close();
    this.#channel = null;
    this.onChange = null;
  }

  #queue(steal: boolean): void {
    // A stolen lock cannot be waited for, so only the waiting request gets the signal.
    const options: LockOptions = steal ? { steal: true } : { signal: this.#stop.signal };
    void navigator.locks.request(this.#name, options, () => this.#sit()).catch(() => this.#become("reader"));
  }

  /** Holds the lock until the tab lock is given up. */
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
    // Queued behind the tab that asked.
    setTimeout(() => !this.#stop.signal.aborted && this.state === "reader" && this.#queue(false), 200);
  }

  #become(state: TabLockState): void {
    if (this.state === state || this.#stop.signal.aborted) return;
    this.state = state;
    this.onChange?.();
  }
}
