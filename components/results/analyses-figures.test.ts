import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { likeNamed } from "@/components/testing/like-named.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { sampleItem } from "@/lib/domain/results/model/sample-item.ts";
import { noUnmatched, type StudyResults } from "@/lib/domain/results/model/study-results.ts";
import { type Material, prepareMaterial } from "@/lib/domain/results/views/material.ts";
import { computeViews } from "@/lib/domain/results/views/study-views.ts";
import { listViewViolations, type View } from "@/lib/domain/results/views/view.ts";
import { ViewTables } from "./view-tables.tsx";

/** Twelve items about so many stories under two conditions, so many people with so many answers each, two models. */
function made(stories: number, people: number, each: number, rightness: number): Material {
  const random = seededRandom(`${stories}/${people}/${each}`);
  const items = Array.from({ length: 12 }, (_, index) =>
    sampleItem({
      id: `i${index}`,
      name: `item-${index}`,
      storyId: `s${index % stories}`,
      attributes: { type: "factual", level: (index % 3) + 1 },
    }),
  );
  const conditions = ["story", "no-story"].map((story) => ({ id: story, levels: { story }, label: story }));
  const answers = Array.from({ length: people * each }, (_, row) => {
    const [person, turn] = [Math.floor(row / each), row % each];
    return { person, item: (person + turn) % 12, condition: (person + turn) % 2, right: random.next() < rightness };
  });
  const counts = new Map<string, StudyResults["counts"][number]>();
  for (const { item, condition, right } of answers) {
    const place = { itemId: items[item]!.id, conditionId: conditions[condition]!.id, answerKey: String(right) };
    const key = Object.values(place).join("/");
    counts.set(key, { ...place, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const results: StudyResults = {
    conditions,
    items,
    counts: [...counts.values()],
    series: ["one", "other"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: ["one", "other"].flatMap((seriesId) =>
      items.flatMap(({ id: itemId }) =>
        conditions.map(({ id: conditionId }) => {
          const answerKey = String(random.next() < 0.8);
          const given = [{ answerKey, count: 1 }];
          return {
            seriesId,
            itemId,
            conditionId,
            answerKey,
            repeats: 1,
            given,
            unparsed: 0,
            parity: "verified" as const,
          };
        }),
      ),
    ),
    unmatched: noUnmatched,
  };
  const single = {
    drawn: null,
    people,
    attributes: [
      {
        name: "gender",
        label: "gender",
        values: Array.from({ length: people }, (_, one) => ["woman", "man"][one % 2]!),
      },
    ],
    person: answers.map(({ person }) => person),
    item: answers.map(({ item }) => item),
    condition: answers.map(({ condition }) => condition),
    right: answers.map(({ right }) => Number(right)),
    option: answers.map(({ right }) => Number(!right)),
    seconds: answers.map(() => 2 + 10 * random.next()),
  };
  const probabilities = results.answers.map(({ seriesId, itemId, conditionId, answerKey }, index) => ({
    seriesId,
    itemId,
    conditionId,
    pTrue: answerKey === "true" ? 0.6 + (index % 7) / 20 : 0.4 - (index % 7) / 20,
    answerSummed: answerKey!,
    answerArgmax: index % 9 === 0 ? "false" : answerKey!,
  }));
  const planned = { gender: { woman: 0.4, man: 0.6 } };
  return prepareMaterial(results, single, { population: null, planned, probabilities, seed: "1" });
}

function viewsOf(material: Material): View[] {
  const steps = computeViews(material);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

describe("no two things of an analysis of single answers have the same name", () => {
  const studies: [string, Material][] = [
    ["everybody answering all items of seven stories", made(7, 40, 12, 0.7)],
    ["one answer a person about six stories", made(6, 120, 1, 0.7)],
    ["two stories, so no clusters of them", made(2, 24, 12, 0.6)],
    ["everybody right, so no spread", made(6, 24, 12, 1)],
    ["nobody", made(6, 0, 1, 1)],
  ];
  it.each(studies)("with %s", async (_, material) => {
    for (const view of viewsOf(material)) {
      const hrefOf = (part: string | number) => `/${part}`;
      const props = { view, status: null, page: 1, fileHref: hrefOf, pageHref: hrefOf, dataHash: "0123456789ab" };
      const drawn = await drawnMarkup(createElement(ViewTables, props));
      expect(likeNamed(figureTree(drawn)), view.id).toEqual([]);
      expect(listViewViolations(view), view.id).toEqual([]);
    }
  });
});
