import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leaseEnd, leaseIsFree, nextFence } from "@/lib/domain/leases/lease.ts";
import { copyIsFree, takeOverMinutes } from "@/lib/domain/leases/take-over.ts";
import { readArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { dwellIsOver } from "@/lib/domain/survey/dwell.ts";
import { slotLeaseEnd, slotReleaseAt } from "@/lib/domain/survey/slots/slot-lease.ts";
import { arrivalWaits, briefWaitMs } from "@/lib/domain/survey/slots/slot-wait.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "./pool.ts";

withTestDatabase();

// The database decides by these functions and the domain by its own; no one may see a difference. Instants lie close
// together, so that the boundaries themselves are drawn often.
const start = Date.UTC(2026, 10, 22);
const instant = fc.integer({ min: start, max: start + 5 });
const runs = { numRuns: 150 };

const asTimestamp = (milliseconds: number) => {
  if (milliseconds === Number.POSITIVE_INFINITY) return "infinity";
  return milliseconds === Number.NEGATIVE_INFINITY ? "-infinity" : new Date(milliseconds).toISOString();
};

async function asked<Value>(expression: string, values: readonly unknown[]): Promise<Value> {
  const { rows } = await pool().query<{ value: Value }>(`SELECT ${expression} AS value`, [...values]);
  return rows[0]?.value as Value;
}

describe("the database and the domain agree on", () => {
  it("when something is free to be claimed", async () => {
    const availableAt = fc.oneof(instant, fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY));
    await fc.assert(
      fc.asyncProperty(availableAt, instant, async (end, now) => {
        const values = [asTimestamp(end), asTimestamp(now)];
        expect(await asked("lease_is_free($1::timestamptz, $2::timestamptz)", values)).toBe(leaseIsFree(end, now));
      }),
      runs,
    );
  });

  it("when a copy may be taken by its holder and by another annotator", async () => {
    const [ann, ben] = ["00000000-0000-7000-8000-00000000000a", "00000000-0000-7000-8000-00000000000b"];
    const end = fc.oneof(
      instant,
      instant.map((at) => at - takeOverMinutes * 60_000),
      fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(ann, ben, null), end, instant, async (holder, availableAt, now) => {
        const values = [holder, asTimestamp(availableAt), ann, asTimestamp(now)];
        expect(await asked("copy_is_free($1::uuid, $2::timestamptz, $3::uuid, $4::timestamptz)", values)).toBe(
          copyIsFree({ holder, availableAt }, ann, now),
        );
      }),
      runs,
    );
  });

  it("when a lease ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10_000 }), instant, async (minutes, now) => {
        const end = await asked<Date>("lease_end($1, $2::timestamptz)", [minutes, asTimestamp(now)]);
        expect(end.getTime()).toBe(leaseEnd(minutes, now));
      }),
      runs,
    );
  });

  it("when the lease of a slot ends, and from when on it may be released", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 1_440 }),
        instant,
        fc.integer({ min: -3_600_000, max: 0 }),
        fc.boolean(),
        fc.constantFrom(0, 60_000, 399_999, 400_000, 400_001, 3_600_000),
        async (minutes, now, since, hasAnswered, plannedMs) => {
          const claimedAt = now + since;
          const values = [minutes, asTimestamp(claimedAt), hasAnswered, asTimestamp(now)];
          const end = await asked<Date>("slot_lease_end($1, $2::timestamptz, $3, $4::timestamptz)", values);
          expect(end.getTime()).toBe(slotLeaseEnd(minutes, claimedAt, hasAnswered, now));
          const release = await asked<Date>("slot_release_at($1, $2::timestamptz)", [plannedMs, asTimestamp(now)]);
          expect(release.getTime()).toBe(slotReleaseAt(plannedMs, now));
        },
      ),
      runs,
    );
  });

  it("how many slots without an answer one network may hold", async () => {
    const stored = [null, {}, { networkCap: null }, { networkCap: 5 }].map(
      (rules) => rules && { identity: "none", sources: [], networkCap: 20, ...rules },
    );
    for (const rules of stored) {
      for (const stage of ["main", "simulation"]) {
        const limit = await asked("unanswered_slot_limit($1::stage, $2::jsonb)", [
          stage,
          rules && JSON.stringify(rules),
        ]);
        expect(limit).toBe(readArrivalRules({ stage, arrival_rules: rules }).networkCap);
      }
    }
  });

  it("which fence comes next", async () => {
    const [ann, ben] = ["00000000-0000-7000-8000-00000000000a", "00000000-0000-7000-8000-00000000000b"];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(3),
        fc.constantFrom(ann, ben, null),
        fc.constantFrom(ann, ben),
        async (fence, holder, who) => {
          const next = await asked<string>("next_fence($1::bigint, $2::uuid, $3::uuid)", [fence, holder, who]);
          expect(Number(next)).toBe(nextFence(fence, holder, who));
        },
      ),
      runs,
    );
  });

  it("whether an arrival waits for a slot", async () => {
    const near = fc.integer({ min: briefWaitMs - 2, max: briefWaitMs + 2 });
    await fc.assert(
      fc.asyncProperty(fc.nat(6), fc.nat(50), fc.oneof(fc.constant(0), near), async (free, held, waitedMs) => {
        const waits = await asked("arrival_waits($1, $2, $3)", [free, held, waitedMs]);
        expect(waits).toBe(arrivalWaits(free, held, waitedMs));
      }),
      runs,
    );
  });

  it("when a screen has been shown for long enough", async () => {
    await fc.assert(
      fc.asyncProperty(instant, fc.nat(5), instant, async (shownAt, dwellMs, now) => {
        const values = [asTimestamp(shownAt), dwellMs, asTimestamp(now)];
        const isOver = await asked("dwell_is_over($1::timestamptz, $2::bigint, $3::timestamptz)", values);
        expect(isOver).toBe(dwellIsOver(new Date(shownAt), dwellMs, new Date(now)));
      }),
      runs,
    );
  });
});
