import type { AnyTaskPayload, LeaseAnswer } from "@/lib/domain/annotation/task.ts";
import { exchange, type RequestOutcome } from "../exchange/exchange.ts";
import { ActivityMeter, meterStore } from "./activity-meter.ts";
import type { JournalDependencies } from "./journal-dependencies.ts";
import { type Closing, holdsMore, type JournalRecord, type Work } from "./journal-record.ts";
import type { SaveState } from "./save-state.ts";
import { TabLock, type TabLockState } from "./tab-lock.ts";
import { TaskJournal } from "./task-journal.ts";

/** What the screen needs to know of a session. A new object whenever something changed. */
export interface TaskSessionView {
  tabLock: TabLockState;
  save: SaveState;
  /** Rises when the work on the screen must be replaced by `work`: a resumed draft, the other tab's words. */
  version: number;
  work: Work;
  /** Whether `work` is a draft that this device kept, and not what the server sent. */
  isResumed: boolean;
  /** The lease was refused: someone else holds the task, or it is finished. */
  isTaken: boolean;
  /** What the server said about that. */
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

/** One task in this tab: who may write, the lease and its heartbeat, and the journal of the one who writes. */
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
  /** This tab has shown what another one wrote. */
  #hasLooked = false;

  constructor(dependencies: JournalDependencies, personId: string, payload: AnyTaskPayload) {
    this.taskId = payload.task.id;
    this.meter = new ActivityMeter(meterStore(personId, this.taskId));
    this.#dependencies = dependencies;
    this.#fence = payload.task.fence;
    this.#fresh = freshRecord(payload);
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

  /** The work as it was last kept. */
  get work(): Work {
    return this.#journal?.record.work ?? this.#view.work;
  }

  /** Keeps what the screen shows; `isChanged` is false when only ticks and history differ, which no revision needs. */
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

  /** Ends the work here; the journal sees to it that the server hears of it. */
  close(step: string, body: Closing["body"]): void {
    this.#journal?.close({ step, body });
  }

  reopen(): void {
    this.#journal?.reopen();
  }

  /** After a conflict was resolved on the server: the work continues from that revision. */
  goOnFrom(revisionId: string): void {
    this.#journal?.goOnFrom(revisionId);
  }

  get fence(): number | null {
    return this.#fence;
  }

  /** Whether an ending waits to be sent. */
  get isClosing(): boolean {
    return this.#journal?.record.closing != null;
  }

  /** Resolves once this tab may write on the task; in a tab that looks on, when the other one lets go. */
  whenWriting(): Promise<void> {
    return this.#when(() => this.#view.tabLock === "writer");
  }

  /** Resolves once the lease is there, or was refused. */
  whenHeld(): Promise<void> {
    return this.#when(() => this.#fence !== null || this.#view.isTaken);
  }

  /** Resolves once the server has everything or refused it, or it cannot be sent for now. */
  whenDelivered(): Promise<void> {
    return this.#when(() => !this.isBusy || this.#view.save.server.is === "refused" || this.isWaiting);
  }

  /** Resolves once the server has everything, or refused it. */
  whenIdle(): Promise<void> {
    return this.#when(() => !this.isBusy || this.#view.save.server.is === "refused");
  }

  /** Whether something was tried in vain and is tried again later. */
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

  /** Whether something here has not reached the server, so that the session must live on behind the screen. */
  get isBusy(): boolean {
    return this.#journal !== null && holdsMore(this.#journal.record);
  }

  /** Takes the lease, or takes it again after it ran out. Says nothing to a reader: the other tab holds it. */
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

  /** Puts the session away: the lock falls free, nothing more is sent from here. */
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
    const kept = await this.#dependencies.store.read(this.taskId).catch(() => null);
    // Anyone who takes over from another tab continues from its text; what the server sent here is older.
    const record = this.#hasLooked && kept !== null ? kept : resumable(kept, this.#fresh);
    const isResumed =
      !this.#hasLooked && record !== this.#fresh && (holdsMore(record) || record.work.undo !== this.#fresh.work.undo);
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

  /** A tab that looks on shows what the writing tab has put on the device. */
  async #look(): Promise<void> {
    this.#hasLooked = true;
    const kept = await this.#dependencies.store.read(this.taskId).catch(() => null);
    const { work } = kept ?? this.#fresh;
    this.#show({ tabLock: this.#tabLock.state, work, version: this.#view.version + 1, isResumed: false });
  }

  async #beat(): Promise<void> {
    if (this.#tabLock.state !== "writer" || this.#fence === null || this.#journal?.record.closing != null) return;
    const { activeMs, idleMs, markSent } = this.meter.count();
    // No one was here: the lease may run out for someone who is.
    if (activeMs + idleMs === 0) return;
    const body = { fence: this.#fence, activeMs, idleMs };
    const outcome = await exchange("POST", `${this.#dependencies.api}/tasks/${this.taskId}/heartbeat`, body);
    if (outcome.kind === "done") markSent();
    else if (outcome.kind === "refused" && outcome.status === 409) await this.lease();
  }

  #show(change: Partial<TaskSessionView>): void {
    this.#view = { ...this.#view, ...change };
    // One that hears that all is sent may end the session; those after it are to hear of it as well.
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The record of a task that this device has not worked on. */
export function freshRecord(payload: AnyTaskPayload): JournalRecord {
  return {
    taskId: payload.task.id,
    label: payload.item.externalId,
    work: { document: payload.document, undo: payload.undo },
    isUnsent: false,
    base: payload.revisionId,
    sending: null,
    closing: null,
    conflict: conflictOf(payload),
    isReopening: false,
    touchedAt: 0,
  };
}

/**
 * Which of two to go on from: what the device kept, when the server lacks something of it or has nothing newer; else
 * what the server sent.
 */
export function resumable(kept: JournalRecord | null, fresh: JournalRecord): JournalRecord {
  if (kept === null) return fresh;
  if (holdsMore(kept)) return kept;
  return kept.base === fresh.base ? { ...kept, conflict: fresh.conflict } : fresh;
}

/** A late branch that no one has decided about yet, as a conflict. */
function conflictOf(payload: AnyTaskPayload): JournalRecord["conflict"] {
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
