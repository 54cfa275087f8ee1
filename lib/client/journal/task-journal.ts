import { guidelinesField } from "@/lib/domain/annotation/guidelines.ts";
import type { SaveAnswer } from "@/lib/domain/annotation/task.ts";
import { exchange, type RequestOutcome } from "../exchange/exchange.ts";
import { DeviceCopy } from "./device-copy.ts";
import { computeRetryDelay, type JournalDependencies } from "./journal-dependencies.ts";
import type { WaitingReason } from "./journal-record.ts";
import {
  type Closing,
  createRevision,
  hasUnconfirmedWork,
  type JournalRecord,
  type SentRevision,
  type Work,
} from "./journal-record.ts";
import type { SaveState, ServerState } from "./save-state.ts";

/**
 * Saves the work on one task, from the first keystroke on.
 *
 * A text is first stored on the device. After a pause in typing, it is sent to the server as an append-only revision
 * with a new ID. A revision that was sent does not change, and is sent again with its ID until the server's receipt has
 * the same hash; the next revision is based on it. Retries never stop. Their delays grow to half a minute, and end
 * early when the network returns.
 */
export class TaskJournal {
  #record: JournalRecord;
  #dependencies: Required<JournalDependencies>;
  #fence: number | null = null;
  #device: DeviceCopy;
  #server: ServerState = { is: "saved" };
  #confirmedAt: number | null = null;
  #listeners = new Set<() => void>();
  #state!: SaveState;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #firstUnsentAt: number | null = null;
  #failures = 0;
  #isPumping = false;
  #isStopped = false;

  constructor(dependencies: JournalDependencies, record: JournalRecord, fence: number | null) {
    this.#dependencies = { restMs: 700, maxDelayMs: 2500, firstRetryMs: 500, maxRetryMs: 30_000, ...dependencies };
    this.#record = record;
    this.#device = new DeviceCopy(dependencies.store, { record: () => this.#record, onWritten: () => this.#tell() });
    this.#fence = fence;
    if (hasUnconfirmedWork(record)) this.#server = { is: "sending" };
    this.#tell();
  }

  /** Sends the data that an earlier page left unsent; call once. */
  start(): void {
    if (hasUnconfirmedWork(this.#record)) void this.#pump();
  }

  get record(): JournalRecord {
    return this.#record;
  }

  get state(): SaveState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stores the current text. */
  keep(work: Work): void {
    this.#record = { ...this.#record, work, isUnsent: true, touchedAt: this.#dependencies.now() };
    this.#firstUnsentAt ??= this.#dependencies.now();
    if (this.#server.is === "saved" || this.#server.is === "refused") this.#server = { is: "sending" };
    this.#device.write();
    const { restMs, maxDelayMs, now } = this.#dependencies;
    const delayMs = Math.min(restMs, this.#firstUnsentAt + maxDelayMs - now());
    if (this.#server.is !== "waiting") this.#schedule(Math.max(0, delayMs));
    this.#tell();
  }

  /** Stores only the undo history and the selected reasons, on this device: the text has not changed. */
  keepAside(work: Work): void {
    this.#change({ work, touchedAt: this.#dependencies.now() });
  }

  /** Sends unsent work immediately: when the person leaves a field, submits, or closes the page. */
  flush(): void {
    if (hasUnconfirmedWork(this.#record)) void this.#pump();
  }

  /** Retries immediately, without the planned delay, because the network is back or the person requested it. */
  retry(): void {
    this.#failures = 0;
    if (this.#server.is === "refused" || this.#server.is === "waiting") this.#server = { is: "sending" };
    this.flush();
  }

  /** Sets the fence of a lease that was taken or renewed; without a fence nothing is sent. */
  hold(fence: number): void {
    this.#fence = fence;
    if (this.#server.is === "taken") this.#server = { is: "sending" };
    this.retry();
    if (!hasUnconfirmedWork(this.#record)) this.#server = { is: "saved" };
    this.#tell();
  }

  /** Called when someone else has the lease. The text stays on this device. */
  lose(): void {
    this.#fence = null;
    this.#server = { is: "taken" };
    this.#tell();
  }

  /** Completes the work. The completion is sent after the last revision, and is repeated until the server responds. */
  close(closing: Closing): void {
    this.#change({ closing, touchedAt: this.#dependencies.now() });
    this.#server = { is: "sending" };
    this.#tell();
    void this.#pump();
  }

  /**
   * Undoes a completion that the server may have received. Before anything else is sent, the task is reopened on the
   * server.
   */
  reopen(): void {
    if (this.#record.closing === null) return;
    this.#change({ closing: null, isReopening: true });
    this.#server = { is: "sending" };
    this.#tell();
    this.flush();
  }

  /** Continues from another revision after a conflict was resolved. */
  goOnFrom(base: string): void {
    this.#change({ base, conflict: null });
    this.#tell();
  }

  /** Called if a save came too late for the main branch, because someone else may have the lease. */
  onLate: (() => void) | null = null;

  /** Called with the server's response to a completion. */
  onClosed: ((closing: Closing, outcome: Extract<RequestOutcome, { kind: "done" | "refused" }>) => void) | null = null;

  /** Stops sending. The record is kept for the next visit. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  /** Resolves when everything is stored on the device, or could not be stored. */
  idle(): Promise<void> {
    return this.#device.idle();
  }

  #change(change: Partial<JournalRecord>): void {
    this.#record = { ...this.#record, ...change };
    this.#device.write();
  }

  async #pump(): Promise<void> {
    if (this.#isPumping || this.#isStopped) return;
    this.#isPumping = true;
    try {
      while (!this.#isStopped && this.#fence !== null && hasUnconfirmedWork(this.#record)) {
        const isSent = await this.#sendNext();
        if (!isSent) return;
        this.#failures = 0;
      }
      if (!hasUnconfirmedWork(this.#record) && this.#server.is === "sending") this.#server = { is: "saved" };
    } finally {
      this.#isPumping = false;
      this.#tell();
    }
  }

  /** Sends the next request. Returns false if the next one must wait for a timer or for the person. */
  async #sendNext(): Promise<boolean> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#record.isReopening) return this.#sendReopening();
    if (this.#record.sending === null && !this.#record.isUnsent) return this.#sendClosing();
    if (this.#record.sending === null) {
      this.#change({ sending: createRevision(this.#record, this.#dependencies.newId()), isUnsent: false });
      this.#firstUnsentAt = null;
    }
    // The revision is stored on the device before it is sent, so that it can be sent again.
    await this.idle();
    const sending = this.#record.sending as SentRevision;
    if (this.#server.is !== "sending") this.#server = { is: "sending" };
    this.#tell();
    const { revisionId, ...body } = sending;
    const address = `${this.#dependencies.api}/tasks/${this.#record.taskId}/revisions/${revisionId}`;
    const outcome = await exchange("PUT", address, { ...body, fence: this.#fence });
    // Another page with this task sends the request again. This response must not overwrite that page's changes.
    if (this.#isStopped) return false;
    return this.#afterRevision(sending, outcome);
  }

  #afterRevision(sending: SentRevision, outcome: RequestOutcome): boolean {
    if (outcome.kind === "later") return this.#wait(outcome);
    if (outcome.kind === "done") {
      const { receipt, conflict, leaseEndsAt } = outcome.body as SaveAnswer;
      // A receipt with another hash is invalid.
      if (receipt?.sha256 !== sending.sha256) return this.#wait({ reason: "server", retryAfterMs: null });
      this.#confirmedAt = this.#dependencies.now();
      this.#change({
        base: sending.revisionId,
        sending: null,
        conflict: conflict ? { branch: receipt.branch, ...conflict } : this.#record.conflict,
      });
      this.#tell();
      if (conflict !== null && leaseEndsAt === null) this.onLate?.();
      return true;
    }
    if (outcome.status === 409 && outcome.code === "conflict") {
      // The server has this ID with another text, which hardly ever happens. The text is sent again with a new ID.
      this.#change({ sending: null, isUnsent: true });
      return this.#wait({ reason: "server", retryAfterMs: null });
    }
    this.#record = { ...this.#record, sending: null, isUnsent: true };
    return this.#refuse(outcome.message);
  }

  async #sendReopening(): Promise<boolean> {
    await this.idle();
    const outcome = await exchange("POST", `${this.#dependencies.api}/tasks/${this.#record.taskId}/reopen`, {});
    if (this.#isStopped) return false;
    if (outcome.kind === "later") return this.#wait(outcome);
    // The server refuses to reopen because it never received the completion; nothing is left to do.
    this.#change({ isReopening: false });
    return true;
  }

  async #sendClosing(): Promise<boolean> {
    const { closing, taskId } = this.#record;
    if (closing === null) return false;
    await this.idle();
    const revision = closing.step === "verdict" ? { revisionId: this.#record.base } : {};
    const body = { ...closing.body, ...revision, fence: this.#fence };
    const outcome = await exchange("POST", `${this.#dependencies.api}/tasks/${taskId}/${closing.step}`, body);
    // The completion was undone during the request, so the response is ignored.
    if (this.#isStopped || this.#record.closing !== closing) return !this.#isStopped;
    if (outcome.kind === "later") return this.#wait(outcome);
    // The completion stays on the device. It is sent again after the guidelines were read.
    if (outcome.kind === "refused" && outcome.field === guidelinesField)
      return this.#wait({ reason: "guidelines", retryAfterMs: null });
    this.#record = { ...this.#record, closing: null };
    if (outcome.kind === "refused") {
      this.#device.write();
      this.#refuse(outcome.message);
    } else {
      this.#confirmedAt = this.#dependencies.now();
      this.#server = { is: "saved" };
      if (!hasUnconfirmedWork(this.#record)) await this.forget();
    }
    this.#tell();
    this.onClosed?.(closing, outcome);
    return outcome.kind === "done";
  }

  #wait({ reason, retryAfterMs }: { reason: WaitingReason; retryAfterMs: number | null }): false {
    this.#server = { is: "waiting", reason };
    this.#schedule(retryAfterMs ?? computeRetryDelay(this.#dependencies, this.#failures));
    this.#failures += 1;
    this.#tell();
    return false;
  }

  #refuse(message: string): false {
    this.#server = { is: "refused", message };
    this.#tell();
    return false;
  }

  #schedule(milliseconds: number): void {
    if (this.#isStopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#pump(), milliseconds);
  }

  /** Deletes the record from the device if the server has everything. */
  async forget(): Promise<void> {
    await this.idle();
    if (hasUnconfirmedWork(this.#record)) return;
    await this.#dependencies.store.remove(this.#record.taskId).catch(() => undefined);
  }

  #tell(): void {
    this.#state = {
      device: this.#device.state,
      server: this.#server,
      confirmedAt: this.#confirmedAt,
      conflict: this.#record.conflict,
      isClosing: this.#record.closing !== null,
    };
    for (const listener of this.#listeners) listener();
  }
}
