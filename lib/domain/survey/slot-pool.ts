import { leaseEnd, leaseIsFree } from "../leases/lease.ts";
import type { Random } from "../random.ts";
import { returnPosition } from "./slot-queue.ts";

/** One slot of a study as allocation sees it. Times are in milliseconds. */
export interface PooledSlot {
  id: string;
  stratum: string;
  ordinal: number;
  /** The session that holds or has filled it; the holder of an ended lease until somebody else claims it. */
  holder: string | null;
  availableAt: number;
  isDone: boolean;
  /** Its answers are excluded and another slot makes up for them. */
  isReplaced: boolean;
  queuePosition: number;
  /** How often it was claimed, and for how many of these turns it has been put back into the queue. */
  turn: number;
  queuedTurn: number;
}

/**
 * The slots of a study, and what each arrival, step and departure does to them. The database decides the same in
 * `advance-session.ts`, `withdraw.ts`, `requeue-returned.ts` and `top-up-study.ts`; a test walks both through the same
 * events and compares them.
 */
export class SlotPool {
  constructor(
    readonly slots: PooledSlot[],
    private readonly leaseMinutes: number,
  ) {}

  /** The first slot of a stratum's queue for a session; null where none waits. */
  claim(session: string, stratum: string, now: number): PooledSlot | null {
    const [first] = this.waiting(stratum, now).sort(
      (left, right) => left.queuePosition - right.queuePosition || left.ordinal - right.ordinal,
    );
    if (!first) return null;
    first.holder = session;
    first.availableAt = leaseEnd(this.leaseMinutes, now);
    first.turn += 1;
    return first;
  }

  /** A sign of life of the holder: the lease begins anew once half of it is over, also after it ended. */
  beat(session: string, now: number): boolean {
    const slot = this.heldBy(session);
    if (!slot || !leaseIsFree(slot.availableAt, leaseEnd(this.leaseMinutes / 2, now))) return false;
    slot.availableAt = leaseEnd(this.leaseMinutes, now);
    return true;
  }

  /** A step of the holder: the lease begins anew, also after it ended. */
  renew(session: string, now: number): boolean {
    const slot = this.heldBy(session);
    if (!slot) return false;
    slot.availableAt = leaseEnd(this.leaseMinutes, now);
    slot.queuedTurn = Math.min(slot.queuedTurn, slot.turn - 1);
    return true;
  }

  /** The last step: fills the slot; whoever has lost it is surplus. */
  finish(session: string): "complete" | "surplus" {
    const slot = this.heldBy(session);
    if (!slot) return "surplus";
    slot.isDone = true;
    slot.availableAt = Number.POSITIVE_INFINITY;
    slot.queuedTurn = Math.min(slot.queuedTurn, slot.turn - 1);
    return "complete";
  }

  /** Leaving before or after the end gives the slot back, filled or not; one that was made up for stays closed. */
  withdraw(session: string): boolean {
    const slot = this.slots.find(({ holder }) => holder === session);
    if (!slot) return false;
    slot.holder = null;
    if (slot.isReplaced) return true;
    slot.isDone = false;
    slot.availableAt = Number.NEGATIVE_INFINITY;
    return true;
  }

  /** Puts all slots of a stratum that came back into its queue again. */
  requeue(stratum: string, now: number, randomOf: (slot: PooledSlot) => Random): void {
    const positions = this.slots
      .filter((slot) => slot.stratum === stratum && !slot.isDone && slot.queuedTurn === slot.turn)
      .map(({ queuePosition }) => queuePosition);
    const queue = positions.length === 0 ? null : { lowest: Math.min(...positions), highest: Math.max(...positions) };
    for (const slot of this.slots) {
      const isBack =
        slot.stratum === stratum && !slot.isDone && slot.queuedTurn < slot.turn && leaseIsFree(slot.availableAt, now);
      if (!isBack) continue;
      slot.queuePosition = returnPosition(queue, slot.queuePosition, randomOf(slot));
      slot.queuedTurn = slot.turn;
    }
  }

  private waiting(stratum: string, now: number): PooledSlot[] {
    return this.slots.filter(
      (slot) =>
        slot.stratum === stratum && !slot.isDone && slot.queuedTurn === slot.turn && leaseIsFree(slot.availableAt, now),
    );
  }

  private heldBy(session: string): PooledSlot | undefined {
    return this.slots.find(({ holder, isDone }) => holder === session && !isDone);
  }
}
