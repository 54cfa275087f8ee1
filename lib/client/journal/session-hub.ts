import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import { createIndexedDbStore } from "./indexed-db-store.ts";
import type { JournalDependencies } from "./journal-dependencies.ts";
import type { WaitingReason } from "./journal-record.ts";
import { hasUnconfirmedWork, type JournalRecord, type JournalStore } from "./journal-record.ts";
import { TaskSession } from "./task-session.ts";

/**
 * The sessions of one person in this tab. A session stays open after its screen is closed, until everything is sent.
 * The next item can therefore be shown immediately.
 */
export class SessionHub {
  readonly store: JournalStore;
  #dependencies: JournalDependencies;
  #personId: string;
  #sessions = new Map<string, { session: TaskSession; holders: number }>();

  constructor(personId: string, api: string) {
    this.#personId = personId;
    this.store = createIndexedDbStore(personId);
    this.#dependencies = {
      store: this.store,
      api,
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
      random: () => Math.random(),
    };
  }

  /** The session of a task: the running one, or a new one. */
  open(payload: AnyTaskPayload): TaskSession {
    const existing = this.#sessions.get(payload.task.id);
    if (existing) return existing.session;
    const session = new TaskSession(this.#dependencies, this.#personId, payload);
    this.#sessions.set(payload.task.id, { session, holders: 0 });
    return session;
  }

  find(taskId: string): TaskSession | null {
    return this.#sessions.get(taskId)?.session ?? null;
  }

  /** Registers a screen that shows the session. Call the returned function when the screen is closed. */
  hold(taskId: string): () => void {
    const entry = this.#sessions.get(taskId);
    if (entry) entry.holders += 1;
    return () => {
      if (!entry) return;
      entry.holders -= 1;
      // React may unmount and remount a screen immediately.
      setTimeout(() => this.#endIfIdle(taskId), 0);
    };
  }

  /** Why the work on another task in this tab could not be sent; null if no attempt has failed. */
  waitingReason(taskId: string): WaitingReason | null {
    for (const [id, { session }] of this.#sessions) {
      const { server } = session.view.save;
      if (id !== taskId && server.is === "waiting") return server.reason;
    }
    return null;
  }

  /** The tasks that were completed in this tab and that the server has not confirmed yet. */
  endingTasks(): ReadonlySet<string> {
    return new Set([...this.#sessions].filter(([, { session }]) => session.isClosing).map(([id]) => id));
  }

  /** Retries all unsent requests of this tab immediately. */
  retryAll(): void {
    for (const { session } of this.#sessions.values()) if (session.isBusy) session.retry();
  }

  /** Records with unsent data on this device, without the tasks that are open in this tab. */
  async leftovers(): Promise<JournalRecord[]> {
    const records = await this.store.list().catch(() => []);
    return records.filter((record) => hasUnconfirmedWork(record) && !this.#sessions.has(record.taskId));
  }

  #endIfIdle(taskId: string): void {
    const entry = this.#sessions.get(taskId);
    if (!entry || entry.holders > 0) return;
    if (entry.session.isBusy) {
      const stop = entry.session.subscribe(() => {
        if (entry.session.isBusy) return;
        stop();
        this.#endIfIdle(taskId);
      });
      return;
    }
    entry.session.end();
    this.#sessions.delete(taskId);
  }
}

let hub: { key: string; hub: SessionHub } | null = null;

/** The hub of this tab. It is kept across pages as long as the same person works in the tab. */
export function createSessionHub(personId: string, api: string): SessionHub {
  const key = `${personId} ${api}`;
  if (hub?.key !== key) hub = { key, hub: new SessionHub(personId, api) };
  return hub.hub;
}
