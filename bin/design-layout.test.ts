import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { main } from "../lib/cli/main.ts";

// Tests `parallax design layout` as a black box: by its input files and printed lines only.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "design-layout-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Value = string | number | boolean;
interface Item {
  id: string;
  story: { id: string };
  group: string;
  attributes: Record<string, Value>;
}
type Rule = Partial<Record<"onePer" | "balance" | "of", string>> & {
  atMost?: number;
  reading?: number;
  order?: string | { blocksOf: string };
};
interface Design {
  seed: number;
  sessions?: number;
  itemsPerSession: number;
  draw?: number;
  strata?: { key: string; share: number }[];
  factors: { name: string; levels: string[]; varies?: "between" | "within" }[];
  rules: Rule[];
}
interface Slot {
  slot: number;
  stratum: string;
  placements: { position: number; item: string; story: string; group: string; condition: Record<string, string> }[];
}

async function layout(design: Design, items: readonly Item[]) {
  const file = join(folder, "items.jsonl");
  await writeFile(file, items.map((item) => JSON.stringify(item)).join("\n"));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [code, out, error] = await Promise.all([
    main(["design", "layout", "-", "--items", file, "--json"], {
      stdin: Readable.from([JSON.stringify(design)]),
      stdout,
      stderr,
    }).finally(() => {
      stdout.end();
      stderr.end();
    }),
    stdout.toArray(),
    stderr.toArray(),
  ]);
  return { code, out: Buffer.concat(out).toString(), error: Buffer.concat(error).toString() };
}

/** Items with types, orders that only one type has, truth, genres and source groups of two stories. */
function benchmark(stories: number, perStory: number): Item[] {
  return Array.from({ length: stories * perStory }, (_, index) => {
    const [story, own] = [Math.floor(index / perStory), index % perStory];
    const isTom = own % 2 === 0;
    return {
      id: `i${index}`,
      story: { id: `s${story}` },
      group: `g${Math.floor(story / 2)}`,
      attributes: {
        type: isTom ? "tom" : "factual",
        truth: Math.floor(own / 2) % 2 === 0,
        genre: ["romance", "mystery", "kids"][story % 3] ?? "",
        ...(isTom ? { order: 2 + (Math.floor(own / 2) % 5) } : {}),
      },
    };
  });
}

const strataOf = (shares: readonly number[]) =>
  shares.map((share, index) => ({ key: `${18 + index}-29/${index % 2 === 0 ? "female" : "male"}`, share }));

const ruleArbitrary = fc
  .tuple(
    fc.subarray<Rule>([{ onePer: "story" }, { onePer: "group" }, { balance: "type" }, { balance: "truth" }]),
    fc.subarray<Rule>([{ atMost: 1, of: "order" }, { atMost: 2, of: "genre" }, { balance: "genre" }], { maxLength: 1 }),
    fc.constantFrom<Rule[]>(
      [],
      [{ order: "fixed" }],
      [{ order: "random" }],
      [{ order: "latin-square" }],
      [{ order: { blocksOf: "type" } }],
      [{ order: { blocksOf: "story" } }, { order: "latin-square" }],
      [{ reading: 2 }],
    ),
  )
  .map((parts) => parts.flat());

const caseArbitrary = fc
  .record({
    stories: fc.integer({ min: 2, max: 9 }),
    perStory: fc.integer({ min: 1, max: 8 }),
    design: fc.record(
      {
        seed: fc.nat(99),
        sessions: fc.oneof(
          { weight: 4, arbitrary: fc.integer({ min: 1, max: 6 }).map((times) => 40 * times) },
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 120 }) },
        ),
        itemsPerSession: fc.integer({ min: 1, max: 6 }),
        draw: fc.integer({ min: 1, max: 60 }),
        strata: fc.constantFrom([1], [0.5, 0.5], Array<number>(8).fill(0.125), [0.6, 0.3, 0.1]).map(strataOf),
        factors: fc
          .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom("between" as const, "within" as const)), {
            maxLength: 3,
          })
          .map((factors) =>
            factors.map(([levels, varies], index) => ({
              name: `factor ${index}`,
              levels: Array.from({ length: levels }, (_, level) => `level ${level}`),
              varies,
            })),
          ),
        rules: ruleArbitrary,
      },
      { requiredKeys: ["seed", "itemsPerSession", "factors", "rules"] },
    ),
  })
  .map(({ stories, perStory, design }) => ({ items: benchmark(stories, perStory), design: design as Design }));

function countOf<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const spread = (values: readonly number[]) => (values.length === 0 ? 0 : Math.max(...values) - Math.min(...values));

/** Whether the cells divide `total` as evenly as whole numbers allow. */
function isEven(counts: Iterable<number>, cells: number, total: number): boolean {
  const met = [...counts];
  const [least, most] = [Math.floor(total / cells), Math.ceil(total / cells)];
  return met.length <= cells && (least === 0 || met.length === cells) && met.every((n) => n >= least && n <= most);
}

function valueIn(item: Item | undefined, attribute: string): Value | undefined {
  if (attribute === "story") return item?.story.id;
  return attribute === "group" ? item?.group : item?.attributes[attribute];
}

/** The rules of its design that a layout violates, by name. */
function faults(design: Design, items: readonly Item[], slots: readonly Slot[]): string[] {
  const known = new Map(items.map((item) => [item.id, item]));
  const strata = design.strata ?? [{ key: "everybody", share: 1 }];
  const placed = slots.flatMap(({ placements }) => placements);
  const used = design.draw ?? items.length;
  const usedItems = [...new Set(placed.map(({ item }) => item))].map((id) => known.get(id));
  const conditions = design.factors.reduce((product, { levels }) => product * levels.length, 1);
  const cells = countOf(placed.map(({ item, condition }) => JSON.stringify([item, condition])));
  const found = [
    design.sessions !== undefined && slots.length !== design.sessions && "number of sessions",
    slots.some(({ slot }, index) => slot !== index) && "numbers of slots",
    !isEven(cells.values(), used * conditions, placed.length) && "item x condition",
    ...strata.map(({ key, share }) => {
      const own = slots.filter(({ stratum }) => stratum === key);
      if (Math.abs(own.length - share * slots.length) > 1e-6) return "share of a stratum";
      const asked = countOf(own.flatMap(({ placements }) => placements.map(({ item }) => item)));
      return !isEven(asked.values(), used, own.length * design.itemsPerSession) && "items within a stratum";
    }),
    isLatin(design) && !isSquare(design, placed) && "latin square",
    ...slots.flatMap((slot) => faultsOfSlot(design, items, usedItems, known, slot)),
  ];
  return [...new Set(found.filter((fault) => fault !== false))];
}

/** Whether single items rotate over the positions; with blocks or readings, these rotate. */
function isLatin({ rules }: Design): boolean {
  return rules.some(({ order }) => order === "latin-square") && !rules.some(({ order }) => typeof order === "object");
}

function isSquare(design: Design, placed: readonly Slot["placements"][number][]): boolean {
  const byItem = countOf(placed.map(({ item }) => item));
  const places = countOf(placed.map(({ item, position }) => `${item} ${position}`));
  return [...byItem.keys()].every(
    (item) => spread(Array.from({ length: design.itemsPerSession }, (_, at) => places.get(`${item} ${at}`) ?? 0)) <= 1,
  );
}

function faultsOfSlot(
  design: Design,
  items: readonly Item[],
  used: readonly (Item | undefined)[],
  known: ReadonlyMap<string, Item>,
  { placements }: Slot,
): (string | false)[] {
  const asked = placements.map(({ item }) => known.get(item));
  const reading = design.rules.find((rule) => rule.reading !== undefined)?.reading ?? 1;
  return [
    new Set(asked).size !== design.itemsPerSession && "items of a session",
    placements.some(({ position }, index) => position !== index) && "positions",
    placements.some(({ story, group }, at) => story !== asked[at]?.story.id || group !== asked[at]?.group) &&
      "clusters",
    ...design.factors.map(({ name, levels, varies = "between" }) => {
      const met = levels.map((level) => placements.filter(({ condition }) => condition[name] === level).length);
      if (varies === "between") return Math.max(...met) !== placements.length && "a factor between people";
      return spread(met) > reading && "a factor within people";
    }),
    placements.some(({ condition }) => Object.keys(condition).length !== design.factors.length) && "condition",
    ...design.rules.map((rule) => breaks(rule, asked, used, items) && JSON.stringify(rule)),
  ];
}

function breaks(
  rule: Rule,
  asked: readonly (Item | undefined)[],
  used: readonly (Item | undefined)[],
  items: readonly Item[],
) {
  if (rule.reading !== undefined) {
    const size = rule.reading;
    return asked.some((item, at) => item?.story.id !== asked[at - (at % size)]?.story.id);
  }
  if (rule.order === "fixed") {
    const places = asked.map((item) => items.findIndex(({ id }) => id === item?.id));
    return places.some((place, at) => place < (places[at - 1] ?? -1));
  }
  if (typeof rule.order === "object") {
    const { blocksOf } = rule.order;
    const starts = asked
      .map((item) => valueIn(item, blocksOf))
      .filter((value, at, all) => at === 0 || value !== all[at - 1]);
    return new Set(starts).size !== starts.length;
  }
  const attribute = rule.onePer ?? rule.balance ?? rule.of;
  if (attribute === undefined) return false;
  const met = countOf(asked.flatMap((item) => valueIn(item, attribute) ?? []));
  if (rule.onePer !== undefined) return Math.max(0, ...met.values()) > 1;
  if (rule.atMost !== undefined) return Math.max(0, ...met.values()) > rule.atMost;
  const values = new Set(used.flatMap((item) => valueIn(item, attribute) ?? []));
  return spread([...values].map((value) => met.get(value) ?? 0)) > 1;
}

const fields = [
  [/^sessions?$/, "sessions"],
  [/^items? a session$/, "itemsPerSession"],
  [/^items? to draw$/, "draw"],
  [/^statements? after a reading$/, "reading"],
] as const;

/** The design with the numbers that a refusal suggests; null where it suggests none. */
function asOffered(design: Design, message: string): Design | null {
  const single = /; the nearest exact number of ([a-z ]+) is (\d+)(?:, or of [a-z ]+ \d+)?\.\n$/.exec(message);
  const several = /; the nearest exact numbers are (.+)\.\n$/.exec(message);
  const offers = single
    ? [[single[1], single[2]]]
    : several?.[1]?.split(/, | and /).map((offer) => {
        const [, value, name] = /^(\d+) ([a-z ]+)$/.exec(offer) ?? [];
        return [name, value];
      });
  if (!offers) return null;
  let changed = design;
  for (const [name, value] of offers) {
    const field = fields.find(([pattern]) => pattern.test(name ?? ""))?.[1] ?? "unknown";
    const others = changed.rules.filter(({ reading }) => reading === undefined);
    const rules = value === "1" ? others : [...others, { reading: Number(value) }];
    changed = { ...changed, ...(field === "reading" ? { rules } : { [field]: Number(value) }) };
  }
  return changed;
}

it("prints sessions that keep every rule and margin of any design file, or one sentence whose numbers work", async () => {
  const outcomes = { generated: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(caseArbitrary, async ({ design, items }) => {
      const { code, out, error } = await layout(design, items);
      if (code === 0) {
        outcomes.generated += 1;
        const slots = out
          .trim()
          .split("\n")
          .map((line): Slot => JSON.parse(line));
        expect(faults(design, items, slots)).toEqual([]);
        expect(error).toBe("");
        return;
      }
      outcomes.refused += 1;
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(error).toMatch(/^parallax: This design is not possible: [^.\n]+\.\n$/);
      const offered = asOffered(design, error);
      if (!offered) {
        expect(error).toMatch(/no item has the attribute "\w+", of which a rule speaks; please change the rule\.\n$/);
        return;
      }
      const again = await layout(offered, items);
      expect(again).toMatchObject({ code: 0 });
      expect(
        faults(
          offered,
          items,
          again.out
            .trim()
            .split("\n")
            .map((line): Slot => JSON.parse(line)),
        ),
      ).toEqual([]);
    }),
    { numRuns: 60, seed: 12 },
  );
  expect(outcomes.generated).toBeGreaterThan(8);
  expect(outcomes.refused).toBeGreaterThan(8);
});
