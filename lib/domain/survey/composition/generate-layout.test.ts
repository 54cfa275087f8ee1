import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateLayout } from "./generate-layout.ts";
import { type LayoutDesign, layoutDesignSchema, type SessionRule } from "./layout-design.ts";
import { type LayoutItem, layoutItem } from "./layout-item.ts";
import type { LayoutSlot } from "./measure-layout.ts";
import { generateOrExplain } from "./nearest-exact.ts";

/** Stories of `perStory` statements: half theory of mind with an order, half factual with a level, true and false. */
function benchmark(stories: number, perStory: number): LayoutItem[] {
  return Array.from({ length: stories * perStory }, (_, index) => {
    const story = Math.floor(index / perStory);
    const own = index % perStory;
    const isTom = own < perStory / 2;
    return layoutItem({
      id: `s${story}-${own}`,
      story: { id: `s${story}` },
      attributes: {
        type: isTom ? "tom" : "factual",
        [isTom ? "order" : "level"]: 2 + (Math.floor(own / 2) % 5),
        truth: own % 2 === 0,
        genre: ["romance", "mystery", "kids"][story % 3] ?? "",
        group: `g${Math.floor(story / 2)}`,
      },
    });
  });
}

const rulesArbitrary: fc.Arbitrary<SessionRule[]> = fc
  .tuple(
    fc.option(fc.constantFrom<SessionRule>({ onePer: "story" }, { onePer: "group" }), { nil: undefined, freq: 2 }),
    fc.option(fc.constantFrom<SessionRule>({ balance: "type" }, { balance: "genre" }), { nil: undefined, freq: 2 }),
    fc.option(fc.constant<SessionRule>({ balance: "truth" }), { nil: undefined }),
    fc.option(
      fc.integer({ min: 1, max: 3 }).map((atMost): SessionRule => ({ atMost, of: "order" })),
      { nil: undefined },
    ),
    fc.constantFrom<SessionRule[]>(
      [],
      [{ order: "fixed" }],
      [{ order: "random" }],
      [{ order: "latin-square" }],
      [{ order: { blocksOf: "story" } }],
      [{ order: { blocksOf: "genre" } }, { order: "latin-square" }],
      [{ order: { blocksOf: "story" } }, { order: "fixed" }],
    ),
  )
  .map(([one, balance, truth, most, orders]) => [
    ...[one, balance, truth, most].filter((rule) => rule !== undefined),
    ...orders,
  ]);

const factorsArbitrary = fc.array(
  fc.record({
    levels: fc.integer({ min: 1, max: 3 }),
    varies: fc.constantFrom<"between" | "within">("between", "within"),
  }),
  { maxLength: 3 },
);

const designArbitrary = fc
  .record({
    stories: fc.integer({ min: 1, max: 9 }),
    perStory: fc.integer({ min: 1, max: 8 }),
    itemsPerSession: fc.integer({ min: 1, max: 7 }),
    sessions: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
    shares: fc.constantFrom([1], [0.5, 0.5], [0.5, 0.3, 0.2], [0.7, 0.1, 0.1, 0.1]),
    factors: factorsArbitrary,
    rules: rulesArbitrary,
    draws: fc.boolean(),
    seed: fc.integer(),
  })
  .map(({ stories, perStory, sessions, shares, factors, draws, ...rest }) => {
    const items = benchmark(stories, perStory);
    const design = layoutDesignSchema.parse({
      ...rest,
      itemsPerSession: Math.min(rest.itemsPerSession, items.length),
      ...(draws ? { draw: Math.max(Math.min(rest.itemsPerSession, items.length), Math.ceil(items.length / 2)) } : {}),
      // Multiples of ten divide by all of these shares.
      ...(sessions === undefined ? {} : { sessions: sessions * 10 }),
      strata: shares.map((share, index) => ({ key: `stratum ${index}`, share })),
      factors: factors.map(({ levels, varies }, index) => ({
        name: `factor ${index}`,
        levels: Array.from({ length: levels }, (_, level) => `level ${level}`),
        varies,
      })),
    });
    return { design, items };
  });

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

function count<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Lists what a layout violates, in the terms of the format only. */
function problems(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  used: readonly LayoutItem[],
  slots: LayoutSlot[],
) {
  const found: string[] = [];
  const item = new Map(items.map((known) => [known.id, known]));
  const value = (id: string, name: string) => {
    const known = item.get(id) as LayoutItem;
    const own: unknown = name === "story" ? known.story : name === "group" ? known.group : known.attributes[name];
    return own;
  };
  const conditions = design.factors.reduce<string[][]>(
    (crossed, factor) => crossed.flatMap((levels) => factor.levels.map((level) => [...levels, level])),
    [[]],
  );
  const cells = count(
    slots.flatMap(({ placements }) => placements.map((p) => JSON.stringify([p.item, ...Object.values(p.condition)]))),
  );
  const all = used.flatMap(({ id }) => conditions.map((levels) => cells.get(JSON.stringify([id, ...levels])) ?? 0));
  if (spread(all) > 1) found.push("item x condition");
  for (const { key, share } of design.strata) {
    const own = slots.filter(({ stratum }) => stratum === key);
    if (Math.abs(own.length - share * slots.length) > 1e-6) found.push("share");
    const asked = count(own.flatMap(({ placements }) => placements.map((placement) => placement.item)));
    if (spread(used.map(({ id }) => asked.get(id) ?? 0)) > 1) found.push("items in a stratum");
  }
  for (const { placements } of slots) {
    const ids = placements.map((placement) => placement.item);
    if (new Set(ids).size !== design.itemsPerSession) found.push("items of a session");
    if (placements.some(({ position }, index) => position !== index)) found.push("positions");
    if (placements.some((p) => value(p.item, "story") !== p.story || value(p.item, "group") !== p.group))
      found.push("clusters");
    for (const { name, levels, varies } of design.factors) {
      const met = count(placements.map(({ condition }) => condition[name]));
      if (varies === "between" && met.size !== 1) found.push(`between ${name}`);
      if (varies === "within" && spread(levels.map((level) => met.get(level) ?? 0)) > 1) found.push(`within ${name}`);
    }
    for (const rule of design.rules) {
      if ("order" in rule) {
        if (typeof rule.order === "object") {
          const blocks = ids.map((id) => value(id, (rule.order as { blocksOf: string }).blocksOf));
          const starts = blocks.filter((block, index) => block !== blocks[index - 1] || index === 0);
          if (new Set(starts).size !== starts.length) found.push("blocks");
        }
        continue;
      }
      if ("check" in rule) continue;
      if ("reading" in rule) {
        const stories = ids.map((id) => value(id, "story"));
        if (stories.some((story, at) => story !== stories[at - (at % rule.reading)])) found.push("reading");
        continue;
      }
      const name = "onePer" in rule ? rule.onePer : "balance" in rule ? rule.balance : rule.of;
      const met = count<unknown>(ids.map((id) => value(id, name)).filter((known) => known !== undefined));
      if ("onePer" in rule && Math.max(...met.values()) > 1) found.push("onePer");
      if ("atMost" in rule && Math.max(0, ...met.values()) > rule.atMost) found.push("atMost");
      if ("balance" in rule) {
        const values = [...new Set(used.map(({ id }) => value(id, name)))];
        if (spread(values.map((known) => met.get(known) ?? 0)) > 1) found.push("balance");
      }
    }
  }
  return [...new Set(found)];
}

describe("a layout", () => {
  it("keeps every rule and margin of any design that it does not refuse", () => {
    fc.assert(
      fc.property(designArbitrary, ({ design, items }) => {
        const result = generateLayout(design, items);
        if (!result.ok) return;
        expect(result.items).toHaveLength(design.draw ?? items.length);
        expect(result.slots).toHaveLength(design.sessions ?? result.sessions);
        expect(problems(design, items, result.items, result.slots)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("is never refused without rules, where the shares are whole and no condition varies between people", () => {
    fc.assert(
      fc.property(designArbitrary, ({ design, items }) => {
        const free = {
          ...design,
          rules: design.rules.filter((rule) => "order" in rule && typeof rule.order === "string"),
          factors: design.factors.map((factor) => ({ ...factor, varies: "within" as const })),
        };
        expect(generateLayout(free, items)).toMatchObject({ ok: true });
      }),
      { numRuns: 100 },
    );
  });

  it("asks the statements of a reading after each other, as often as all others, and keeps the rules on stories", () => {
    const readings = fc.record({
      stories: fc.integer({ min: 1, max: 8 }),
      size: fc.integer({ min: 2, max: 4 }),
      perStory: fc.integer({ min: 1, max: 3 }),
      perSession: fc.integer({ min: 1, max: 4 }),
      rules: fc.constantFrom<SessionRule[]>([], [{ onePer: "story" }], [{ order: "fixed" }], [{ balance: "genre" }]),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(readings, ({ stories, size, perStory, perSession, rules, seed }) => {
        const items = benchmark(stories, size * perStory);
        // Rules with at most one item per story would contradict readings of several; a reading counts as one.
        const kept = rules.filter((rule) => !("onePer" in rule));
        const design = layoutDesignSchema.parse({
          seed,
          itemsPerSession: Math.min(perSession, stories * perStory) * size,
          factors: [{ name: "story", levels: ["story", "no-story"] }],
          rules: [...kept, { reading: size }],
        });
        const result = generateLayout(design, items);
        if (!result.ok) {
          expect(kept).not.toEqual([]);
          return;
        }
        expect(problems(design, items, result.items, result.slots)).toEqual([]);
      }),
      { numRuns: 80 },
    );
    const design = layoutDesignSchema.parse({ seed: 1, itemsPerSession: 6, rules: [{ reading: 3 }] });
    expect(generateLayout(design, benchmark(4, 4))).toMatchObject({ ok: false, cause: "draw" });
    expect(generateOrExplain(design, benchmark(4, 4))).toMatchObject({ nearest: [{ field: "draw", value: 12 }] });
    const once = layoutDesignSchema.parse({
      seed: 1,
      itemsPerSession: 6,
      rules: [{ reading: 3 }, { onePer: "story" }],
    });
    expect(generateLayout(once, benchmark(4, 6))).toMatchObject({ ok: false, cause: "reading" });
    expect(generateLayout({ ...design, itemsPerSession: 5 }, benchmark(4, 6))).toMatchObject({
      cause: "itemsPerSession",
    });
    expect(generateLayout(design, benchmark(4, 6))).toMatchObject({ ok: true });
  });

  it("is refused whenever its numbers cannot be met, and offers a number with which they can", () => {
    const impossible = fc.oneof(
      // More items of different stories than there are stories.
      fc.record({ rules: fc.constant([{ onePer: "story" }]), itemsPerSession: fc.constant(7) }),
      // More than a value may occur, in two ways.
      fc.record({ rules: fc.constant([{ atMost: 2, of: "type" }]), itemsPerSession: fc.integer({ min: 5, max: 8 }) }),
      fc.record({ draw: fc.integer({ min: 49, max: 60 }), itemsPerSession: fc.constant(2) }),
      // 8 equal groups with a total that 8 does not divide.
      fc.record({
        sessions: fc.integer({ min: 1, max: 200 }).filter((sessions) => sessions % 8 !== 0),
        strata: fc.constant(Array.from({ length: 8 }, (_, index) => ({ key: `${index}`, share: 0.125 }))),
      }),
    );
    fc.assert(
      fc.property(fc.record({ seed: fc.integer() }), impossible, (seed, fields) => {
        const design = layoutDesignSchema.parse({ sessions: 24, ...seed, ...fields });
        const items = benchmark(6, 8);
        const result = generateOrExplain(design, items);
        if (result.ok) throw new Error("was laid out");
        const { message, nearest } = result;
        expect(message).toMatch(/^This design is not possible: [^.]+\.$/);
        if (!nearest) throw new Error(message);
        const changed = Object.fromEntries(nearest.map(({ field, value }) => [field, value]));
        expect(generateLayout({ ...design, ...changed }, items)).toMatchObject({ ok: true });
      }),
      { numRuns: 60 },
    );
  });

  it("comes out the same for the same seed and differs for another", () => {
    const design = layoutDesignSchema.parse({
      seed: 1,
      sessions: 40,
      itemsPerSession: 3,
      rules: [{ onePer: "story" }],
    });
    const items = benchmark(5, 8);
    expect(generateLayout(design, items)).toEqual(generateLayout(design, items));
    expect(generateLayout({ ...design, seed: "2" }, items)).not.toEqual(generateLayout(design, items));
  });

  it("makes every margin equal with the smallest number of sessions where none is stated", () => {
    const strata = Array.from({ length: 8 }, (_, index) => ({ key: `${index}`, share: 0.125 }));
    const factors = [
      { name: "story", levels: ["story", "no-story"], varies: "between" },
      { name: "questionOrder", levels: ["true-false", "false-true"], varies: "between" },
    ];
    const street = layoutDesignSchema.parse({ seed: 7, strata, factors });
    expect(generateLayout(street, benchmark(7, 20))).toMatchObject({ ok: true, sessions: 1120 });
    const rules = [{ onePer: "story" }, { balance: "type" }, { atMost: 2, of: "order" }, { order: "random" }];
    const many = layoutDesignSchema.parse({ seed: 7, strata, factors, itemsPerSession: 5, draw: 50, rules });
    expect(generateLayout(many, benchmark(7, 20))).toMatchObject({ ok: true, sessions: 80 });
  });

  it("gives every item each position equally often in a Latin square", () => {
    const design = layoutDesignSchema.parse({
      seed: 3,
      sessions: 24,
      itemsPerSession: 6,
      rules: [{ order: "latin-square" }],
    });
    const result = generateLayout(design, benchmark(2, 6));
    if (!result.ok) throw new Error(result.message);
    const met = count(result.slots.flatMap(({ placements }) => placements.map((p) => `${p.item} ${p.position}`)));
    expect(new Set(met.values())).toEqual(new Set([2]));
    expect(met.size).toBe(12 * 6);
  });

  it("keeps the order of the file where the order is fixed", () => {
    const design = layoutDesignSchema.parse({ seed: 3, sessions: 9, itemsPerSession: 5, rules: [{ order: "fixed" }] });
    const items = benchmark(3, 6);
    const result = generateLayout(design, items);
    if (!result.ok) throw new Error(result.message);
    const place = new Map(items.map(({ id }, index) => [id, index]));
    for (const { placements } of result.slots) {
      const places = placements.map(({ item }) => place.get(item) ?? -1);
      expect(places).toEqual([...places].sort((left, right) => left - right));
    }
  });

  it("fills the design of Street et al. with 52 per item and condition and 26 per stratum and item", () => {
    const strata = Array.from({ length: 8 }, (_, index) => ({ key: `${index}`, share: 0.125 }));
    const factors = [
      { name: "story", levels: ["story", "no-story"] },
      { name: "questionOrder", levels: ["true-false", "false-true"] },
    ];
    const design = layoutDesignSchema.parse({ seed: "street", sessions: 29_120, strata, factors });
    const result = generateLayout(design, benchmark(7, 20));
    if (!result.ok) throw new Error(result.message);
    const cells = result.slots.map(
      ({ placements: [first] }) => `${first?.item} ${Object.values(first?.condition ?? {})}`,
    );
    expect(new Set(count(cells).values())).toEqual(new Set([52]));
    const stratumItem = result.slots.map(({ stratum, placements: [first] }) => `${stratum} ${first?.item}`);
    expect(new Set(count(stratumItem).values())).toEqual(new Set([26]));
    // Permuted blocks: the first session of a stratum has each item once.
    expect(new Set(result.slots.slice(0, 140).map(({ placements: [first] }) => first?.item)).size).toBe(140);
  });

  it("never puts an original beside its error, and shows as many of the one as of the other", () => {
    const items = Array.from({ length: 200 }, (_, index) =>
      layoutItem({
        id: `${index}`,
        story: { id: `text ${index}` },
        attributes: { group: `source ${Math.floor(index / 2)}`, kste_kind: index % 2 ? "error" : "original" },
      }),
    );
    const rules = [{ onePer: "group" }, { balance: "kste_kind" }];
    const design = layoutDesignSchema.parse({ seed: 5, sessions: 4, itemsPerSession: 50, rules });
    const result = generateLayout(design, items);
    if (!result.ok) throw new Error(result.message);
    expect(problems(design, items, result.items, result.slots)).toEqual([]);
  });
});
