import { correlation } from "../../../statistics/agreement/distribution-agreement.ts";
import { normalTwoSidedQuantile } from "../../../statistics/basics/distributions.ts";
import { clusteredEstimate } from "../../../statistics/clustered/clustered-estimate.ts";
import { hasUncountedAnswer } from "../../comparison/compared-cells.ts";
import { shareOfCells, wilsonShare } from "../../model/share.ts";
import type { ScoredAnswer } from "../../model/single-answers.ts";
import { byPerson, type Material } from "../material.ts";
import { estimate, refusedView, shownView, textCell, type View } from "../view.ts";
import { errorConsistencyTables } from "./error-consistency-tables.ts";

const head = {
  id: "items",
  title: "Items over all conditions",
  lead: "How hard each item is for people, how well it separates people who do well on the other items from those who do not, and how often models are right.",
};

const minForCorrelation = 10;

/** Difficulty and item-rest correlation of every item, hardest first. */
export function itemsView(material: Material): View {
  const { scored, results, cells, models, perPerson } = material;
  if (scored.length === 0) return refusedView(head, "No item with a key has been answered.");
  const answersByItem = new Map<string, ScoredAnswer[]>();
  for (const answer of scored) {
    const itemAnswers = answersByItem.get(answer.cell.item.id);
    if (itemAnswers) itemAnswers.push(answer);
    else answersByItem.set(answer.cell.item.id, [answer]);
  }
  const totals = perPerson.map((n) => ({ n, right: 0 }));
  for (const { person, right } of scored) totals[person]!.right += right;
  const rows = results.items
    .flatMap((item) => {
      const answers = answersByItem.get(item.id) ?? [];
      return answers.length === 0 ? [] : [{ item, answers, right: answers.reduce((sum, one) => sum + one.right, 0) }];
    })
    .sort((left, right) => left.right / left.answers.length - right.right / right.answers.length);
  return shownView(head, {
    sentences: [
      "Difficulty is the share of right answers over all conditions. The item-rest correlation is that between an answer and the same person's share on all other items; it requires ten people with other answers, and its interval (Fisher's z) treats people as independent.",
    ],
    tables: [
      {
        name: "items",
        caption: "Items pooled over conditions, hardest for people first",
        columns: ["Item", "Story", "People right", "Item-rest correlation", "Models right"],
        rows: rows.map(({ item, answers, right }) => [
          textCell(nameOf(item)),
          textCell(item.storyTitle || item.storyId),
          estimate(estimateDifficulty(answers, right)),
          estimate(estimateItemRestCorrelation(answers, totals), "number"),
          estimate(
            shareOfCells(
              cells
                .filter((cell) => cell.item === item)
                .flatMap((cell) =>
                  models.map(({ id, label }) => ({
                    score: hasUncountedAnswer(cell, id) ? cell.models.get(id)!.mean : null,
                    cluster: { kind: "story" as const, id: label },
                  })),
                ),
            ),
          ),
        ]),
      },
      ...errorConsistencyTables(material),
    ],
  });
}

function nameOf({ name, attributes }: Material["results"]["items"][number]): string {
  const { label } = attributes;
  return typeof label === "string" && label !== "" ? `${name} (${label})` : name;
}

/** Answers of different people have Wilson's limits; if people answered an item several times, people are clusters. */
function estimateDifficulty(answers: readonly ScoredAnswer[], right: number) {
  const people = answers.map(({ person }) => person);
  if (new Set(people).size === people.length) return wilsonShare(right, answers.length);
  const values = answers.map((answer) => answer.right);
  return clusteredEstimate(values, [{ ...byPerson, ids: people }], { range: [0, 1], unit: "answers" });
}

function estimateItemRestCorrelation(
  answers: readonly ScoredAnswer[],
  totals: readonly { n: number; right: number }[],
) {
  const pairs = answers.flatMap(({ person, right }) => {
    const { n, right: all } = totals[person]!;
    return n < 2 ? [] : [{ right, rest: (all - right) / (n - 1) }];
  });
  const n = pairs.length;
  if (n < minForCorrelation)
    return {
      value: null,
      low: null,
      high: null,
      n,
      reason: `Requires at least ${minForCorrelation} people who also answered other items; there are ${n}.`,
    };
  const r = correlation(
    pairs.map(({ right }) => right),
    pairs.map(({ rest }) => rest),
  );
  if (r === null || Math.abs(r) >= 1) return { value: r, low: null, high: null, n, reason: "One side does not vary." };
  const half = normalTwoSidedQuantile(0.95) / Math.sqrt(n - 3);
  return { value: r, low: Math.tanh(Math.atanh(r) - half), high: Math.tanh(Math.atanh(r) + half), n };
}
