import type { AnyTaskPayload, LeaseAnswer } from "@/lib/domain/annotation/task.ts";
import { exchange, type RequestOutcome } from "../exchange/exchange.ts";
import { ActivityMeter, createMeterStore } from "./activity-meter.ts";
import type { JournalDependencies } from "./journal-dependencies.ts";
import { type Closing, hasUnconfirmedWork, type JournalRecord, type Work } from "./journal-record.ts";
import type { SaveState } from "./save-state.ts";
import { TabLock, type TabLockState } from "./tab-lock.ts";
import { TaskJournal } from "./task-journal.ts";

/** The state of a session for the screen. A new object after every change. */
export interface TaskSessionView {
  tabLock: TabLockState;
  save: SaveState;
  /** Increases when the screen must replace its work by `work`: a resumed draft, or the text of another tab. */
  version: number;
  work: Work;
  /** Whether `work` is a draft from this device instead of the server's text. */
  isResumed: boolean;
  /** Whether the lease was refused, because someone else holds the task or it is finished. */
  isTaken: boolean;
  /** The server's message about the refused lease. */
  takenMessage: string;
}

const HEARTBEAT_MS = 30_000;
const IDLE_SAVE: SaveState = {
  device: "saved",
  server: { is: "saved" },
  confirmedAt: null,
  conflict: null,
  isClosing: false,
};

/** One task in this tab: the tab lock, the lease with its heartbeat, and the journal if this tab may write. */
export class TaskSession {
  readonly taskId: string;
  readonly meter: ActivityMeter;
  onClosed: ((closing: Closing, outcome: Extract<RequestOutcome, { kind: "done" | "refused" }>) => void) | null = null;
  #dependencies: JournalDependencies;
  #tabLock: TabLock;
  #journal: TaskJournal | null = null;
  #fence: number | null;
  #fresh: JournalRecord;
  #view: TaskSessionView;
  #listeners = new Set<() => void>();
  #heartbeat: ReturnType<typeof setInterval> | null = null;
  #isLeasing = false;
  /** Whether this tab has shown another tab's text. */
  #hasLooked = false;

  constructor(dependencies: JournalDependencies, personId: string, payload: AnyTaskPayload) {
    this.taskId = payload.task.id;
    this.meter = new ActivityMeter(createMeterStore(personId, this.taskId));
    this.#dependencies = dependencies;
    this.#fence = payload.task.fence;
    this.#fresh = createRecord(payload);
    this.#tabLock = new TabLock(personId, this.taskId);
    const work = this.#fresh.work;
    this.#view = {
      tabLock: "asking",
      save: IDLE_SAVE,
      version: 0,
      work,
      isResumed: false,
      isTaken: false,
      takenMessage: "",
    };
    this.#tabLock.onChange = () => void this.#onTabLock();
    this.#tabLock.onWritten = () => void this.#look();
    this.#tabLock.beforeLeaving = async () => this.#journal?.idle();
    this.#tabLock.ask();
  }

  get view(): TaskSessionView {
    return this.#view;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The work as last stored. */
  get work(): Work {
    return this.#journal?.record.work ?? this.#view.work;
  }

  /** Stores the displayed work. `isChanged` is false if only ticks or history changed; then no revision is sent. */
  keep(work: Work, isChanged: boolean): void {
    if (this.#journal === null) return;
    if (isChanged) this.#journal.keep(work);
    else this.#journal.keepAside(work);
    void this.#journal.idle().then(() => this.#tabLock.wrote());
  }

  flush(): void {
    this.#journal?.flush();
  }

  retry(): void {
    if (this.#fence === null) void this.lease();
    this.#journal?.retry();
  }

  /** Completes the work on this device; the journal sends it to the server. */
  close(step: string, body: Closing["body"]): void {
    this.#journal?.close({ step, body });
  }

  reopen(): void {
    this.#journal?.reopen();
  }

  /** Continues from `base` after a conflict was resolved on the server. */
  goOnFrom(revisionId: string): void {
    this.#journal?.goOnFrom(revisionId);
  }

  get fence(): number | null {
    return this.#fence;
  }

  /** Whether a completion is unsent. */
  get isClosing(): boolean {
    return this.#journal?.record.closing != null;
  }

  /** Resolves when this tab may write to the task. A read-only tab waits until the other tab releases the lock. */
  whenWriting(): Promise<void> {
    return this.#when(() => this.#view.tabLock === "writer");
  }

  /** Resolves when the lease was taken or refused. */
  whenLeased(): Promise<void> {
    return this.#when(() => this.#fence !== null || this.#view.isTaken);
  }

  /** Resolves when the server has stored or refused everything, or cannot be reached. */
  whenDelivered(): Promise<void> {
    return this.#when(() => !this.isBusy || this.#view.save.server.is === "refused" || this.isWaiting);
  }

  /** Resolves when the server has stored or refused everything. */
  whenIdle(): Promise<void> {
    return this.#when(() => !this.isBusy || this.#view.save.server.is === "refused");
  }

  /** Whether a request failed and will be retried. */
  get isWaiting(): boolean {
    return this.#view.save.server.is === "waiting";
  }

  /** Whether a verdict waits until its author has read the newest guidelines. */
  get needsGuidelines(): boolean {
    const { server } = this.#view.save;
    return server.is === "waiting" && server.reason === "guidelines";
  }

  #when(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (holds()) return resolve();
      const stop = this.subscribe(() => {
        if (!holds()) return;
        stop();
        resolve();
      });
    });
  }

  async takeOver(): Promise<void> {
    await this.#tabLock.takeOver();
  }

  /** Whether the session has unsent work, and must therefore continue after its screen is closed. */
  get isBusy(): boolean {
    return this.#journal !== null && hasUnconfirmedWork(this.#journal.record);
  }

  /** Takes or renews the lease. Does nothing in a read-only tab, because the lease belongs to the other tab. */
  async lease(): Promise<void> {
    if (this.#isLeasing || this.#tabLock.state !== "writer") return;
    this.#isLeasing = true;
    const outcome = await exchange("POST", `${this.#dependencies.api}/tasks/${this.taskId}/lease`, {});
    this.#isLeasing = false;
    if (outcome.kind === "later") {
      setTimeout(() => this.#fence === null && this.#listeners.size > 0 && void this.lease(), 3000);
      return;
    }
    if (outcome.kind === "refused") {
      this.#fence = null;
      this.#journal?.lose();
      this.#show({ isTaken: true, takenMessage: outcome.message });
      return;
    }
    this.#fence = (outcome.body as LeaseAnswer).fence;
    this.#journal?.hold(this.#fence);
    this.#show({ isTaken: false });
  }

  /** Ends the session: releases the tab lock and stops sending. */
  end(): void {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#journal?.stop();
    this.#tabLock.close();
    this.#listeners.clear();
  }

  async #onTabLock(): Promise<void> {
    if (this.#tabLock.state === "reader") {
      this.#journal?.stop();
      this.#journal = null;
      await this.#look();
      return;
    }
    const storedRecord = await this.#dependencies.store.read(this.taskId).catch(() => null);
    // A tab that takes over continues with the other tab's text, because its own copy from the server is older.
    const record = this.#hasLooked && storedRecord !== null ? storedRecord : selectRecord(storedRecord, this.#fresh);
    const isResumed =
      !this.#hasLooked &&
      record !== this.#fresh &&
      (hasUnconfirmedWork(record) || record.work.undo !== this.#fresh.work.undo);
    const journal = new TaskJournal(this.#dependencies, record, this.#fence);
    this.#journal = journal;
    journal.subscribe(() => this.#show({ save: journal.state }));
    journal.onLate = () => void this.lease();
    journal.onClosed = (closing, outcome) => this.onClosed?.(closing, outcome);
    const version = this.#view.version + (record === this.#fresh ? 0 : 1);
    this.#show({ tabLock: "writer", save: journal.state, work: record.work, version, isResumed });
    journal.start();
    if (this.#fence === null) await this.lease();
    this.#heartbeat ??= setInterval(() => void this.#beat(), HEARTBEAT_MS);
  }

  /** Shows in a read-only tab what the writing tab has stored on the device. */
  async #look(): Promise<void> {
    this.#hasLooked = true;
    const storedRecord = await this.#dependencies.store.read(this.taskId).catch(() => null);
    const { work } = storedRecord ?? this.#fresh;
    this.#show({ tabLock: this.#tabLock.state, work, version: this.#view.version + 1, isResumed: false });
  }

  async #beat(): Promise<void> {
    if (this.#tabLock.state !== "writer" || this.#fence === null || this.#journal?.record.closing != null) return;
    const { activeMs, idleMs, markSent } = this.meter.count();
    // No activity: the lease may expire for another annotator.
    if (activeMs + idleMs === 0) return;
    const body = { fence: this.#fence, activeMs, idleMs };
    const outcome = await exchange("POST", `${this.#dependencies.api}/tasks/${this.taskId}/heartbeat`, body);
    if (outcome.kind === "done") markSent();
    else if (outcome.kind === "refused" && outcome.status === 409) await this.lease();
  }

  #show(change: Partial<TaskSessionView>): void {
    this.#view = { ...this.#view, ...change };
    // Copied, because a listener may end the session, and the remaining listeners must still be called.
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The record of a task that this device has not worked on. */
export function createRecord(payload: AnyTaskPayload): JournalRecord {
  return {
    taskId: payload.task.id,
    label: payload.item.externalId,
    work: { document: payload.document, undo: payload.undo },
    isUnsent: false,
    base: payload.revisionId,
    sending: null,
    closing: null,
    conflict: findConflict(payload),
    isReopening: false,
    touchedAt: 0,
  };
}

/**
 * Selects the work to continue from: the copy on the device, if the server lacks a part of it or has nothing newer;
 * otherwise the work on the server.
 */
export function selectRecord(kept: JournalRecord | null, fresh: JournalRecord): JournalRecord {
  if (kept === null) return fresh;
  if (hasUnconfirmedWork(kept)) return kept;
  return kept.base === fresh.base ? { ...kept, conflict: fresh.conflict } : fresh;
}

/** The conflict of a late branch that is not resolved yet. */
function findConflict(payload: AnyTaskPayload): JournalRecord["conflict"] {
  const mine = payload.branches.find((branch) => branch.isMine) ?? payload.branches[0];
  if (mine === undefined) return null;
  const theirs = payload.revisionId && {
    revisionId: payload.revisionId,
    branch: "main",
    number: 0,
    savedAt: mine.savedAt,
    document: payload.document,
    isMine: false,
  };
  return { branch: mine.branch, mine, theirs: theirs || null };
}
