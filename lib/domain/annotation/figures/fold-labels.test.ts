import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { confusionTable } from "../../statistics/agreement/confusion-table.ts";
import { type AnnotationVerdict, annotationVerdicts } from "../requests.ts";
import { foldLabels, type ItemVerdicts } from "./fold-labels.ts";

function report(items: readonly ItemVerdicts[]) {
  const fold = foldLabels();
  fold.add(items.slice(0, 1));
  fold.add(items.slice(1));
  return fold.finish();
}

const item = (
  id: string,
  given: Record<string, AnnotationVerdict>,
  decided: AnnotationVerdict | null = null,
): ItemVerdicts => ({
  id,
  name: `story ${id}`,
  given,
  decided,
});

/** Items of simulated annotators who give the true verdict with a known probability and guess otherwise. */
function simulated(skills: Readonly<Record<string, number>>, n: number): ItemVerdicts[] {
  const random = seededRandom(7);
  const draw = () => annotationVerdicts[Math.floor(random.next() * annotationVerdicts.length)]!;
  return Array.from({ length: n }, (_, index) => {
    const truth = draw();
    const given = Object.fromEntries(
      Object.entries(skills).map(([person, skill]) => [person, random.next() < skill ? truth : draw()]),
    );
    return item(String(index), given, truth);
  });
}

describe("aggregated labels", () => {
  it("take the verdict of most people, and none for a tie", () => {
    const { summary, items } = report([
      item("1", { a: "sound", b: "sound", c: "refined" }, "sound"),
      item("2", { a: "sound", b: "refined" }, "refined"),
      item("3", { c: "irreparable" }),
    ]);
    expect(items.map(({ labels }) => labels.majority)).toEqual(["sound", null, "irreparable"]);
    expect(items.map(({ labels }) => labels.decided)).toEqual(["sound", "refined", null]);
    expect(summary).toMatchObject({ items: 3, shared: 2, decided: 2 });
    expect(summary.methods[0]).toMatchObject({
      method: "majority",
      labels: [1, 0, 1],
      unlabelled: 1,
      same: { k: 1, n: 1 },
    });
  });

  it("break a tie by the weights of people who agree with others more often", () => {
    const agreed = Array.from({ length: 5 }, (_, index) =>
      item(String(index), { a: "sound", b: "sound", c: "refined" }, null),
    );
    const { items, summary } = report([...agreed, item("tie", { a: "irreparable", c: "sound" })]);
    expect(items.at(-1)!.labels).toMatchObject({ majority: null, weighted: "irreparable" });
    // 5 of 11 verdicts of others are the same as those of a.
    expect(summary.people[0]).toMatchObject({ userId: "a", items: 6, shared: 6, weight: 6 / 13 });
  });

  it("rank simulated annotators by their known competence, and beat the majority", () => {
    const skills = { able: 0.95, good: 0.75, fair: 0.6, guess1: 0.1, guess2: 0.1 };
    const { summary } = report(simulated(skills, 250));
    const byName = Object.fromEntries(summary.people.map((person) => [person.userId, person]));
    const guesses = ["guess1", "guess2"].map((name) => byName[name]!);
    for (const figure of ["competence", "accuracy", "weight"] as const) {
      expect(byName.able![figure]).toBeGreaterThan(byName.fair![figure]!);
      for (const guess of guesses) expect(byName.fair![figure]).toBeGreaterThan(guess[figure]!);
    }
    expect(byName.able!.competence).toBeGreaterThan(0.8);
    for (const { competence } of guesses) expect(competence).toBeLessThan(0.3);
    // A guess is right in one of three.
    expect(Math.abs(byName.able!.accuracy! - (0.95 + 0.05 / 3))).toBeLessThan(0.1);
    const share = Object.fromEntries(summary.methods.map(({ method, same }) => [method, same.estimate!]));
    expect(share["dawid-skene"]).toBeGreaterThan(share.majority!);
    expect(share.mace).toBeGreaterThan(share.majority!);
  });

  it("are not given by a model that finds no annotator able", () => {
    const random = seededRandom(3);
    const draw = () => (random.next() < 0.8 ? "sound" : "irreparable");
    const guesses = Array.from({ length: 200 }, (_, index) => item(String(index), { a: draw(), b: draw(), c: draw() }));
    const { summary } = report(guesses);
    expect(Math.max(...summary.people.map(({ competence }) => competence!))).toBeLessThan(0.3);
    const maceRow = summary.methods.find(({ method }) => method === "mace")!;
    expect(maceRow.unlabelled).toBeGreaterThan(0);
  });

  it("count given against decided verdicts as a confusion table does, for each person and all", () => {
    const items = simulated({ a: 0.8, b: 0.4 }, 60).map((one, index) =>
      index % 3 === 0 ? { ...one, decided: null } : one,
    );
    const { summary } = report(items);
    for (const person of summary.people) {
      const { categories, counts, accuracy, n } = confusionTable(
        items.map(({ decided }) => decided),
        items.map(({ given }) => given[person.userId] ?? null),
      );
      for (const [row, decided] of categories.entries())
        for (const [column, given] of categories.entries())
          expect(
            person.counts[annotationVerdicts.indexOf(decided as AnnotationVerdict)]![
              annotationVerdicts.indexOf(given as AnnotationVerdict)
            ],
          ).toBe(counts[row]![column]);
      expect(person.same).toMatchObject({ n, estimate: accuracy });
    }
    expect(summary.counts.flat().reduce((sum, count) => sum + count, 0)).toBe(80);
  });

  it("need an item of two people for a model of annotators", () => {
    const { summary } = report([item("1", { a: "sound" }, "sound"), item("2", { b: "refined" }, "sound")]);
    expect(summary).toMatchObject({ shared: 0, methods: [] });
    expect(summary.people.map(({ competence, accuracy }) => [competence, accuracy])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(summary.counts).toEqual([
      [1, 1, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(report([]).items).toEqual([]);
  });
});
