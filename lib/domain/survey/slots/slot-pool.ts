import { leaseEnd, leaseIsFree } from "../../leases/lease.ts";
import type { Random } from "../../random.ts";
import { slotLeaseEnd, slotReleaseAt } from "./slot-lease.ts";
import { returnPosition } from "./slot-queue.ts";

/** One slot of a study as used by slot allocation. Times are in milliseconds. */
export interface PooledSlot {
  id: string;
  stratum: string;
  ordinal: number;
  /** Identifies the slot's items, conditions and positions; slots with the same content are interchangeable. */
  content: string;
  /**
   * The session that has reserved or filled the slot; after the lease has expired, its last holder until another
   * session claims it.
   */
  holder: string | null;
  availableAt: number;
  claimedAt: number;
  /** The time from which the slot may be released for waiting people. */
  releaseAt: number;
  /** Whether the holder has given any answers. */
  hasAnswered: boolean;
  isDone: boolean;
  /** Whether the slot's answers are excluded and another slot replaces it. */
  isReplaced: boolean;
  queuePosition: number;
  /** How often the slot was claimed, and the last claim after which the slot was requeued. */
  turn: number;
  queuedTurn: number;
}

/**
 * The slots of a study, and how arrivals, steps and departures change them. The database implements the same rules in
 * `advance-session.ts`, `withdraw.ts`, `requeue-returned.ts` and `top-up-study.ts`; a test runs the same events through
 * both and compares them.
 */
export class SlotPool {
  /** The last slot of each session, even if another session has it now. */
  private readonly lastHeld = new Map<string, PooledSlot>();

  constructor(
    readonly slots: PooledSlot[],
    private readonly leaseMinutes: number,
  ) {}

  /** Claims the first slot in a stratum's queue for a session; null if the queue is empty. */
  claim(session: string, stratum: string, now: number): PooledSlot | null {
    return this.take(session, this.waiting(stratum, now)[0], false, now);
  }

  /** A heartbeat of the holder: renews the lease if at least half of it is over and renewal is allowed. */
  heartbeat(session: string, now: number): boolean {
    const slot = this.heldBy(session);
    if (!slot || !leaseIsFree(slot.availableAt, leaseEnd(this.leaseMinutes / 2, now))) return false;
    // A slot that was released for waiting people can be reclaimed only by submitting a screen.
    if (slot.queuedTurn === slot.turn && leaseIsFree(slot.releaseAt, now)) return false;
    const until = slotLeaseEnd(this.leaseMinutes, slot.claimedAt, slot.hasAnswered, now);
    if (until <= slot.availableAt) return false;
    slot.availableAt = until;
    return true;
  }

  /**
   * Renews the lease after a step of the holder, even if the lease has expired. A session that has lost its slot gets a
   * free slot with the same content.
   */
  renew(session: string, now: number, answers = false): boolean {
    const slot = this.heldBy(session) ?? this.regain(session, now);
    if (!slot) return false;
    slot.hasAnswered ||= answers;
    slot.availableAt = slotLeaseEnd(this.leaseMinutes, slot.claimedAt, slot.hasAnswered, now);
    slot.releaseAt = slotReleaseAt(0, now);
    slot.queuedTurn = Math.min(slot.queuedTurn, slot.turn - 1);
    return true;
  }

  /** The last step fills the slot, or a free slot with the same content. If there is none, the session is surplus. */
  finish(session: string, now: number): "complete" | "surplus" {
    const slot = this.heldBy(session) ?? this.regain(session, now);
    if (!slot) return "surplus";
    slot.isDone = true;
    slot.availableAt = Number.POSITIVE_INFINITY;
    slot.queuedTurn = Math.min(slot.queuedTurn, slot.turn - 1);
    return "complete";
  }

  /** A withdrawal, before or after the end, returns the slot, filled or not; a slot that was replaced stays closed. */
  withdraw(session: string): boolean {
    const slot = this.slots.find(({ holder }) => holder === session);
    if (!slot) return false;
    slot.holder = null;
    if (slot.isReplaced) return true;
    slot.isDone = false;
    slot.availableAt = Number.NEGATIVE_INFINITY;
    return true;
  }

  /**
   * Requeues all returned slots of a stratum. With `releasesIdle`, which is used if someone is waiting, this includes
   * slots whose holders have not submitted a screen for too long.
   */
  requeue(stratum: string, now: number, randomOf: (slot: PooledSlot) => Random, releasesIdle = false): void {
    const positions = this.slots
      .filter((slot) => slot.stratum === stratum && !slot.isDone && slot.queuedTurn === slot.turn)
      .map(({ queuePosition }) => queuePosition);
    const queue = positions.length === 0 ? null : { lowest: Math.min(...positions), highest: Math.max(...positions) };
    for (const slot of this.slots) {
      const isReturned = leaseIsFree(slot.availableAt, now) || (releasesIdle && leaseIsFree(slot.releaseAt, now));
      if (slot.stratum !== stratum || slot.isDone || slot.queuedTurn === slot.turn || !isReturned) continue;
      slot.availableAt = Math.min(slot.availableAt, now);
      slot.queuePosition = returnPosition(queue, slot.queuePosition, randomOf(slot));
      slot.queuedTurn = slot.turn;
    }
  }

  /** The free slots of a stratum in queue order. */
  private waiting(stratum: string, now: number): PooledSlot[] {
    return this.slots
      .filter(
        (slot) =>
          slot.stratum === stratum &&
          !slot.isDone &&
          slot.queuedTurn === slot.turn &&
          leaseIsFree(slot.availableAt, now),
      )
      .sort((left, right) => left.queuePosition - right.queuePosition || left.ordinal - right.ordinal);
  }

  private heldBy(session: string): PooledSlot | undefined {
    return this.slots.find(({ holder, isDone }) => holder === session && !isDone);
  }

  private regain(session: string, now: number): PooledSlot | null {
    const lost = this.lastHeld.get(session);
    if (!lost || lost.holder === session) return null;
    const similarSlot = this.waiting(lost.stratum, now).find(({ content }) => content === lost.content);
    return this.take(session, similarSlot, lost.hasAnswered, now);
  }

  private take(session: string, slot: PooledSlot | undefined, hasAnswered: boolean, now: number): PooledSlot | null {
    if (!slot) return null;
    Object.assign(slot, { holder: session, claimedAt: now, hasAnswered, releaseAt: slotReleaseAt(0, now) });
    slot.availableAt = slotLeaseEnd(this.leaseMinutes, now, hasAnswered, now);
    slot.turn += 1;
    this.lastHeld.set(session, slot);
    return slot;
  }
}
