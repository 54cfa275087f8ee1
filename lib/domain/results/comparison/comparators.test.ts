import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { humanVersusRest } from "../../statistics/agreement/human-versus-rest.ts";
import { headlineFigure } from "../analysis/analysis-figure.ts";
import { palettes } from "../figures/file-options.ts";
import { buildCells } from "../model/cells.ts";
import { withClusters } from "../model/choose-clusters.ts";
import { majorityCurve } from "../model/majority-curve.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { exploratory } from "../plan/result-status.ts";
import { figureFile } from "../views/view-files.ts";
import { compareSides } from "./compare-sides.ts";
import { ceilingLines, countAgreeingWithRest, humanCeiling } from "./human-ceiling.ts";
import type { ComparisonOptions } from "./test-sides.ts";

/** Items in pairs of a story and its erroneous version, one condition, a model that is right on even items. */
function made(votes: readonly [right: number, wrong: number][]): StudyResults {
  const ids = votes.map((_, index) => `i${index}`);
  return {
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    items: ids.map((id, index) =>
      sampleItem({ id, storyId: `s${index >> 1}`, attributes: { group: `g${index >> 2}` } }),
    ),
    counts: votes.flatMap(([right, wrong], index) => [
      { itemId: ids[index]!, conditionId: "c", answerKey: "true", count: right },
      { itemId: ids[index]!, conditionId: "c", answerKey: "false", count: wrong },
    ]),
    series: [{ id: "m", modelId: "m", model: "Reader", source: "", rest: "", isDemo: false }],
    answers: ids.map((itemId, index) => {
      const answerKey = String(index % 2 === 0);
      return {
        seriesId: "m",
        itemId,
        conditionId: "c",
        answerKey,
        repeats: 1,
        given: [{ answerKey, count: 1 }],
        unparsed: 0,
        parity: "verified" as const,
      };
    }),
    unmatched: noUnmatched,
  };
}

const usual: ComparisonOptions = { ties: "half", testTies: "false", withMismatches: false, leads: null };
const compare = (results: StudyResults, changes: Partial<ComparisonOptions> = {}) =>
  compareSides(buildCells(results, "half"), results.series, { ...usual, ...changes });
const votes = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })), { minLength: 1, maxLength: 8 });

describe("the human ceiling", () => {
  it("is the same from counts as from people one by one", () => {
    fc.assert(
      fc.property(votes, (given) => {
        const width = Math.max(...given.map(([right, wrong]) => right + wrong));
        const rows = Array.from({ length: width }, (_, person) =>
          given.map(([right, wrong]) => (person >= right + wrong ? null : Number(person < right))),
        );
        const { pooled } = width === 0 ? { pooled: null } : humanVersusRest(rows);
        const found = humanCeiling(buildCells(made(given), "half"), "half").rest.value;
        if (pooled === null) expect(found).toBeNull();
        else expect(found).toBeCloseTo(pooled, 12);
      }),
    );
    expect(countAgreeingWithRest(2, 1)).toBe(1);
  });

  it("is drawn across the figure that leaves the page, in the colours of the screen", () => {
    const results = made([
      [9, 3],
      [8, 4],
      [10, 2],
      [7, 5],
    ]);
    const ceiling = ceilingLines(humanCeiling(buildCells(results, "half"), "half"));
    expect(ceiling).toHaveLength(3);
    const { figure, status } = headlineFigure(compare(results), ceiling, exploratory, {});
    const [svg, vegaLite] = (["svg", "vl.json"] as const).map((format) => figureFile(figure, format, status)) as [
      string,
      string,
    ];
    const shown = svg.replaceAll(/<\/text>\s*<text[^>]*>/g, " ");
    for (const { label } of ceiling) expect(shown).toContain(label);
    // No line of text is wider than the picture.
    for (const [, x, line] of svg.matchAll(/<text x="([\d.]+)" y="[\d.]+">([^<]*)</g))
      expect(Number(x) + line!.length * 7).toBeLessThanOrEqual(720);
    for (const colour of Object.values(palettes.screen)) expect(svg).toContain(colour);
    expect(vegaLite).toContain(ceiling[0]!.label);
  });
});

describe("the comparator", () => {
  it("is never the majority of two, whatever is asked for; with few it carries a warning and leads only when asked", () => {
    const two = Array.from({ length: 8 }, (): [number, number] => [1, 1]);
    for (const leads of [null, "majority", "person"] as const)
      expect(compare(made(two), { leads }).leads).toBe("person");
    const five = compare(made(two.map((): [number, number] => [3, 2])), { leads: "majority" });
    expect(five.leads).toBe("majority");
    expect(five.models[0]!.sides.majority.sentence).toContain("fewer than 10 people");
    expect(five.models[0]!.sides.person.sentence).not.toContain("fewer than 10 people");
    const twelve = compare(made(two.map((): [number, number] => [9, 3])));
    expect(twelve.models[0]!.sides.majority.sentence).not.toContain("fewer than 10 people");
  });

  it("may be the majority of a stated number of people, exact over all draws", () => {
    const given: [number, number][] = [
      [9, 3],
      [5, 7],
      [11, 1],
      [2, 1],
      [8, 4],
      [6, 6],
    ];
    const side = compare(made(given), { majorityOf: 5 }).models[0]!.sides.majority;
    const enough = given.filter(([right, wrong]) => right + wrong >= 5);
    const expected = majorityCurve(buildCells(made(enough), "half"), "half").points[4]!.accuracy;
    expect(side.people).toMatchObject({ n: 5 });
    expect(side.people.value).toBeCloseTo(expected, 12);
    expect(side.sentence).toContain("ajority of 5 people drawn from a cell");
    expect(side.mcnemar).toBeNull();
  });

  it("is tested over source groups where they hold several stories, and the sentence says so", () => {
    const given = Array.from({ length: 24 }, (_, index): [number, number] => [6 + (index % 5), 4]);
    const results = withClusters(made(given), ["person", "story", "group"]);
    const grouped = compare(results).models[0]!.sides.person;
    expect(grouped.difference.clusters).toEqual([{ one: "source group", many: "source groups", count: 6 }]);
    expect(grouped.sentence).toContain("new source groups like these (6 source groups)");
    expect(grouped.sentence).toContain("6 source groups:");
    const byStory = compare(withClusters(made(given), ["person", "story"])).models[0]!.sides.person;
    expect(byStory.difference.clusters).toEqual([{ one: "story", many: "stories", count: 12 }]);
  });
});
