import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom, shuffle } from "../../random.ts";
import { namesOverlap } from "../plain-name.ts";
import { formatTuple, parseTuple } from "../tuple.ts";
import { type BuiltTuples, buildTuples, paperSettings } from "./build-tuples.ts";
import { type PopQaRow, readPopQaRow } from "./read-row.ts";

const cells = (subj: string, prop: string, obj: string, more: Record<string, string> = {}) => ({
  subj,
  prop,
  obj,
  ...more,
});

function rowsOf(list: readonly Record<string, string>[]): PopQaRow[] {
  return list.map((entry, index) => {
    const read = readPopQaRow(entry, index + 2);
    if (!read.ok) throw new RangeError(`${read.problem.field} ${read.problem.message}`);
    return read.row;
  });
}

/** A small data set: towns as capitals and places of birth, so that objects are linked. */
const world = [
  ...["Aland", "Beland", "Celand", "Deland"].map((country, index) =>
    cells(country, "capital", `Town${index}`, { s_pop: String(1000 - index) }),
  ),
  ...["Ann", "Bob", "Cid", "Dot", "Eve"].map((person, index) =>
    cells(person, "place of birth", `Town${index % 4}`, { s_pop: String(10 + index) }),
  ),
];
const build = (extra: readonly Record<string, string>[] = [], more = {}): BuiltTuples =>
  buildTuples(rowsOf([...world, ...extra]), { ...paperSettings, ...more });

describe("reading PopQA rows", () => {
  it("reads alias lists and joins surrogate pairs that are written as two escapes", () => {
    const read = readPopQaRow(cells("a", "b", "c", { o_aliases: '["\\ud83d\\ude00", "x"]', s_pop: "3" }), 5);
    expect(read).toMatchObject({ ok: true, row: { objectAliases: ["😀", "x"], subjectPopularity: 3 }, notes: [] });
  });

  it("reports half a surrogate pair with line and field, and refuses the row where it is shown", () => {
    const alias = readPopQaRow(cells("a", "b", "c", { possible_answers: '["\\ud83d", "c"]' }), 5);
    expect(alias).toMatchObject({
      ok: true,
      row: { possibleAnswers: ["c"] },
      notes: [{ line: 5, field: "possible_answers" }],
    });
    expect(readPopQaRow(cells("a\ud83d", "b", "c"), 6)).toMatchObject({
      ok: false,
      problem: { line: 6, field: "subj" },
    });
  });

  it("refuses cells that are no list and no number", () => {
    expect(readPopQaRow(cells("a", "b", "c", { o_aliases: "['x']" }), 2)).toMatchObject({
      ok: false,
      problem: { field: "o_aliases" },
    });
    expect(readPopQaRow(cells("a", "b", "c", { s_pop: "many" }), 2)).toMatchObject({
      ok: false,
      problem: { field: "s_pop" },
    });
    expect(readPopQaRow({ subj: "a", prop: "b" }, 2)).toMatchObject({ ok: false, problem: { field: "obj" } });
  });
});

describe("making tuples", () => {
  it("makes one for every fact of a world without trouble", () => {
    const { tuples, removed } = build();
    expect(tuples).toHaveLength(9);
    expect(Object.values(removed).every((count) => count === 0)).toBe(true);
    for (const tuple of tuples) expect(parseTuple(formatTuple(tuple))).toMatchObject({ ok: true, notes: [] });
  });

  it.each([
    ["excludedRelation", [cells("Town0", "capital of", "Aland")]],
    ["empty", [cells("Fay", "place of birth", " ")]],
    ["severalObjects", [cells("Fay", "place of birth", "Town1"), cells("Fay", "place of birth", "Town2")]],
    ["repeated", [cells("Ann", "place of birth", "Town0", { s_pop: "10" })]],
    ["unlinkedObject", [cells("Fay", "place of birth", "Nowhere")]],
    ["length", [cells("X", "place of birth", "Town1")]],
    ["length", [cells("Y".repeat(51), "place of birth", "Town1")]],
    ["numeric", [cells("Fay", "place of birth", "1,984"), cells("Gil", "place of birth", "1,984")]],
    ["malformed", [cells("Fay,", "place of birth", "Town1")]],
    ["noConflictingObject", [cells("Fay", "father", "Town1")]],
  ] as const)("removes what the filter %s is for, and nothing else", (name, extra) => {
    const { tuples, removed } = build(extra);
    expect(tuples).toHaveLength(9);
    expect(Object.entries(removed).filter(([, count]) => count > 0)).toEqual([[name, extra.length]]);
  });

  it("caps each relation, first the pool, then the final number", () => {
    expect(build([], { relationPool: 3 }).removed).toMatchObject({ relationPool: 3 });
    const { tuples, removed } = build([], { relationCap: 2 });
    expect(removed.relationCap).toBe(5);
    expect(tuples.map(({ relation }) => relation).sort()).toEqual([
      "capital",
      "capital",
      "place of birth",
      "place of birth",
    ]);
  });

  it("asserts an object of the same relation that no accepted name covers", () => {
    const aliases = [
      cells("Foland", "capital", "Town9", { o_aliases: '["Town0", "Town1", "Town2", "Big Town3"]' }),
      cells("Gus", "place of birth", "Town9"),
    ];
    const { removed } = build(aliases);
    // All four other capitals are names of the true one, so no false object is left.
    expect(removed.noConflictingObject).toBeGreaterThan(0);
  });

  it("lets no condition name the fact's own subject or objects", () => {
    for (const tuple of build().tuples) {
      expect(tuple.condition.endsWith(` of ${tuple.subject}`)).toBe(false);
      expect(tuple.condition.startsWith(`${tuple.objectPrior} is`)).toBe(false);
      expect(tuple.counterfactualCondition).toBe(tuple.condition.replace(" is the ", " were not the "));
      expect(tuple.extraInformation).toMatch(/^is the (capital|place of birth) of /);
      expect(tuple.extraInformation.endsWith(tuple.subject)).toBe(false);
    }
  });

  it("accounts for every row, whatever the rows; the draw hangs on the seed, not on the order of rows", () => {
    const name = fc.constantFrom("Ann", "Bob", "Cid", "Dot", "Town0", "Town1", "New Town1", "12", "", "Z", "Comma,");
    const relation = fc.constantFrom("capital", "father", "capital of", "genre");
    fc.assert(
      fc.property(
        fc.array(fc.record({ subj: name, prop: relation, obj: name }), { maxLength: 40 }),
        fc.integer(),
        (list, seed) => {
          const rows = rowsOf(list);
          const settings = { ...paperSettings, seed, relationCap: 4, relationPool: 6 };
          const { tuples, given, removed } = buildTuples(rows, settings);
          const gone = Object.values(removed).reduce((sum, count) => sum + count, 0);
          expect(tuples.length + gone).toBe(given);
          for (const { objectContext, priorAnswers } of tuples) {
            expect(priorAnswers.some((answer) => namesOverlap(answer, objectContext))).toBe(false);
          }
          const again = buildTuples(shuffle(rows, seededRandom(seed)), settings);
          expect(again.tuples).toEqual(tuples);
          expect(again.removed).toEqual(removed);
        },
      ),
      { numRuns: 200 },
    );
  });
});
