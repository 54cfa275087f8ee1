import { expect, it } from "vitest";
import { foldRunScores } from "./fold-run-scores.ts";
import type { BeliefAnswer } from "./pair-table.ts";
import { formatScoreJson, parseScoreJson } from "./score-json.ts";

/** Twenty known facts in one category; the templates differ in how often they are followed. */
function answersOf(follows: (fact: number) => boolean): BeliefAnswer[] {
  return Array.from({ length: 20 }, (_, fact) => fact).flatMap((fact) =>
    [false, true].flatMap((shown) =>
      (["prior_yes", "ctx_yes"] as const).map((queryType): BeliefAnswer => {
        const isRight = !shown || !follows(fact);
        return {
          observer: "M",
          fact: `fact ${fact}`,
          queryType,
          expression: shown ? { dimension: "form", category: "imperative", text: `text ${fact}` } : null,
          shown,
          query: queryType,
          answer: isRight === (queryType === "prior_yes") ? "Yes" : "No",
          repeat: 0,
          facets: shown
            ? {
                relation: fact < 5 ? "capital" : "author",
                template: fact % 2,
                source: fact < 8 ? "Wikipedia" : null,
                popularity: fact,
              }
            : { relation: null, template: null, source: null, popularity: null },
        };
      }),
    ),
  );
}

function detailsOf(follows: (fact: number) => boolean) {
  const fold = foldRunScores({ observer: "M" });
  fold.add(answersOf(follows).map((closed) => ({ closed, isFiller: false })));
  const [, score] = fold.finish().byRule.find(([rule]) => rule === "first-word")!;
  const kept = parseScoreJson(JSON.parse(JSON.stringify(formatScoreJson({ ...score, alsoTrue: 0 }))));
  expect(kept?.details).toEqual(score.details);
  return score.details!;
}

it("divides rates by relation, template, source and popularity, and counts answers without an expression", () => {
  const { slices, unprompted } = detailsOf((fact) => fact < 5);
  expect(unprompted).toEqual({ yes: 20, no: 20, neither: 0 });
  expect(slices.relation.map(([value, { rate }]) => [value, rate])).toEqual([
    ["author", 0],
    ["capital", 1],
  ]);
  expect(slices.template.map(([value, { context, memory }]) => [value, context + memory])).toEqual([
    ["imperative 01", 10],
    ["imperative 02", 10],
  ]);
  expect(slices.source.map(([value, { context, memory }]) => [value, context, memory])).toEqual([["Wikipedia", 5, 3]]);
  expect(slices.popularity.map(([value, { rate }]) => [value, rate])).toEqual([
    ["1 (least known quarter)", 1],
    ["2", 0],
    ["3", 0],
    ["4 (best known quarter)", 0],
  ]);
});

it("tells templates that differ from chance", () => {
  const differing = detailsOf((fact) => fact % 2 === 0).templates!;
  expect(differing).toMatchObject({ templates: 2, n: 20, variance: 0.5, permutations: 500 });
  expect(differing.expected).toBeLessThan(0.1);
  expect(differing.p).toBeLessThan(0.01);
  const alike = detailsOf((fact) => fact < 10).templates!;
  expect(alike.variance).toBe(0);
  expect(alike.p).toBe(1);
});
