import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { generateLayout } from "../composition/generate-layout.ts";
import { layoutDesignSchema } from "../composition/layout-design.ts";
import { layoutItem } from "../composition/layout-item.ts";
import { type PooledSlot, SlotPool } from "./slot-pool.ts";
import { returnPosition, returnSeed } from "./slot-queue.ts";

const minutes = 30;
const items = Array.from({ length: 12 }, (_, index) =>
  layoutItem({ id: `i${index}`, story: { id: `s${index % 4}` }, attributes: { type: index < 6 ? "a" : "b" } }),
);
const design = layoutDesignSchema.parse({
  seed: 3,
  sessions: 24,
  itemsPerSession: 2,
  strata: [
    { key: "x", share: 0.5 },
    { key: "y", share: 0.5 },
  ],
  factors: [{ name: "story", levels: ["story", "no-story"] }],
  rules: [{ onePer: "story" }, { balance: "type" }],
});

/** The possible events; `who` and `where` select among the applicable ones. */
const event = fc.record({
  kind: fc.constantFrom(
    "arrive",
    "arrive",
    "arrive",
    "beat",
    "renew",
    "answer",
    "finish",
    "finish",
    "withdraw",
    "wait",
    "release",
    "topUp",
  ),
  who: fc.nat(1_000),
  where: fc.constantFrom("x", "y"),
});

function generated() {
  const layout = generateLayout(design, items);
  if (!layout.ok) throw new Error(layout.message);
  const placements = new Map(layout.slots.map(({ slot, placements: own }) => [String(slot), own]));
  const ordinals: Record<string, number> = {};
  const slots = layout.slots.map(({ slot, stratum }): PooledSlot => {
    const ordinal = ordinals[stratum] ?? 0;
    ordinals[stratum] = ordinal + 1;
    return { ...fresh, id: String(slot), content: String(slot), stratum, ordinal, queuePosition: ordinal };
  });
  return { placements, pool: new SlotPool(slots, minutes) };
}

const fresh = {
  holder: null,
  availableAt: Number.NEGATIVE_INFINITY,
  claimedAt: Number.NEGATIVE_INFINITY,
  releaseAt: Number.NEGATIVE_INFINITY,
  hasAnswered: false,
  isDone: false,
  isReplaced: false,
  turn: 0,
  queuedTurn: 0,
};
const randomOf = (slot: PooledSlot) => seededRandom(returnSeed("seed", slot.id, slot.turn));

describe("the slots of a study", () => {
  it("keep every margin and rule through any interleaving of arrivals, steps, lapses, returns and top-ups", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 120 }), (events) => {
        const { pool, placements } = generated();
        const people: { id: string; outcome: string | null }[] = [];
        const excluded = new Set<string>();
        let now = 0;
        const arrive = (stratum: string) => {
          pool.requeue(stratum, now, randomOf);
          const id = `p${people.length}`;
          if (pool.claim(id, stratum, now)) people.push({ id, outcome: null });
        };
        const check = () => {
          const holders = pool.slots.flatMap(({ holder }) => holder ?? []);
          expect(new Set(holders).size).toBe(holders.length);
          const done = pool.slots.filter(({ isDone, holder }) => isDone && holder !== null);
          // Every complete session that counts fills exactly one slot, and no other session does.
          expect(done.map(({ holder }) => holder).sort()).toEqual(
            people.flatMap(({ id, outcome }) => (outcome === "complete" ? id : [])).sort(),
          );
        };
        for (const { kind, who, where } of events) {
          const running = people.filter(({ outcome }) => outcome === null);
          const one = running[who % Math.max(1, running.length)];
          if (kind === "arrive") arrive(where);
          else if (kind === "wait") now += minutes * 60_000;
          else if (kind === "beat" && one) pool.heartbeat(one.id, now);
          else if (kind === "renew" && one) pool.renew(one.id, now);
          else if (kind === "answer" && one) pool.renew(one.id, now, true);
          else if (kind === "release") {
            now += 20 * 60_000;
            pool.requeue(where, now, randomOf, true);
          } else if (kind === "finish" && one) one.outcome = pool.finish(one.id, now);
          else if (kind === "withdraw") {
            const leaver = people.filter(({ outcome }) => outcome === null || outcome === "complete")[who % 5];
            if (leaver) {
              pool.withdraw(leaver.id);
              leaver.outcome = "withdrawn";
            }
          } else if (kind === "topUp") {
            const slot = pool.slots.filter(({ id, isDone }) => isDone && !excluded.has(id))[who % 5];
            if (slot) {
              excluded.add(slot.id);
              slot.isReplaced = true;
              const copy = `${slot.id}+`;
              placements.set(copy, placements.get(slot.id) ?? []);
              pool.slots.push({
                ...fresh,
                id: copy,
                content: slot.content,
                stratum: slot.stratum,
                ordinal: 100 + pool.slots.length,
                queuePosition: 0,
              });
            }
          }
          check();
        }
        // The remaining sessions let their leases expire; people arrive until the study is full.
        now += minutes * 60_000;
        for (let round = 0; round < 200 && pool.slots.some(({ isDone }) => !isDone); round += 1) {
          for (const stratum of ["x", "y"]) {
            arrive(stratum);
            const last = people.at(-1);
            if (last && last.outcome === null) last.outcome = pool.finish(last.id, now);
          }
          check();
        }
        const counted = pool.slots.filter(({ id, isDone }) => isDone && !excluded.has(id));
        expect(counted).toHaveLength(24);
        const cells = new Map<string, number>();
        const inStrata = new Map<string, number>();
        for (const { id, stratum } of counted) {
          for (const { item, condition } of placements.get(id) ?? []) {
            const cell = `${item} ${condition.story}`;
            cells.set(cell, (cells.get(cell) ?? 0) + 1);
            inStrata.set(`${stratum} ${item}`, (inStrata.get(`${stratum} ${item}`) ?? 0) + 1);
          }
        }
        expect([...cells.values()]).toEqual(Array.from({ length: 24 }, () => 2));
        expect([...inStrata.values()]).toEqual(Array.from({ length: 24 }, () => 2));
      }),
      { numRuns: 150 },
    );
  });
});

describe("a slot whose holder does not go on", () => {
  const minute = 60_000;
  const slotOf = (id: string, content: string): PooledSlot => ({
    ...fresh,
    id,
    content,
    stratum: "x",
    ordinal: 0,
    queuePosition: 0,
  });

  it("is kept for 30 minutes before the first answer, whatever the protocol says and however often somebody looks", () => {
    const pool = new SlotPool([slotOf("1", "a")], 240);
    const held = pool.claim("one", "x", 0);
    expect(held?.availableAt).toBe(30 * minute);
    expect(pool.heartbeat("one", 20 * minute)).toBe(false);
    pool.renew("one", 25 * minute);
    expect(held?.availableAt).toBe(30 * minute);
    pool.renew("one", 29 * minute, true);
    expect(held?.availableAt).toBe((29 + 240) * minute);
  });

  it("goes to somebody who waits after 20 minutes without a screen, and a sign of life does not take it back", () => {
    const pool = new SlotPool([slotOf("1", "a")], 240);
    pool.claim("one", "x", 0);
    pool.renew("one", 5 * minute, true);
    pool.requeue("x", 24 * minute, randomOf, true);
    expect(pool.claim("two", "x", 24 * minute)).toBeNull();
    pool.requeue("x", 25 * minute, randomOf);
    expect(pool.claim("two", "x", 25 * minute)).toBeNull();
    pool.requeue("x", 25 * minute, randomOf, true);
    expect(pool.heartbeat("one", 25 * minute)).toBe(false);
    expect(pool.claim("two", "x", 25 * minute)?.id).toBe("1");
    expect(pool.finish("one", 26 * minute)).toBe("surplus");
  });

  it("is replaced by a free one with the same content for somebody who returns", () => {
    const pool = new SlotPool([slotOf("1", "a"), slotOf("2", "b"), slotOf("3", "a")], 30);
    pool.claim("one", "x", 0);
    pool.requeue("x", 30 * minute, randomOf);
    for (const who of ["two", "three"]) pool.claim(who, "x", 30 * minute);
    const free = pool.slots.find(({ holder }) => holder === null || holder === "one");
    const returned = pool.renew("one", 31 * minute, true);
    expect(returned).toBe(free?.content === "a");
    expect(pool.finish("one", 32 * minute)).toBe(returned ? "complete" : "surplus");
  });
});

describe("the place of a slot that came back", () => {
  it("is anywhere in the queue, equally likely", () => {
    const random = seededRandom("places");
    const counts = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 10_000; draw += 1) {
      const place = Math.floor(returnPosition({ lowest: 5, highest: 14 }, 0, random) - 5);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    // Ten standard deviations of a count of 1,000 in 10,000 draws.
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(300);
  });

  it("stays what it was where no other slot waits, and is the same for the same turn", () => {
    expect(returnPosition(null, 7, seededRandom("any"))).toBe(7);
    const draw = () => returnPosition({ lowest: 0, highest: 99 }, 7, seededRandom(returnSeed("s", "12", 1)));
    expect(draw()).toBe(draw());
    expect(() => returnPosition({ lowest: 2, highest: 1 }, 0, seededRandom("x"))).toThrow(RangeError);
  });
});
