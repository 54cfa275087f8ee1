import { seededRandom } from "../../../random.ts";
import { hasUncountedAnswer } from "../../comparison/compared-cells.ts";
import { type Material, modelAnswers } from "../material.ts";

/** People and models as rows, items that all these people answered as columns: the input of DIF and the Rasch model. */
export interface ResponseMatrix {
  items: { id: string; label: string }[];
  /** Without gaps. */
  people: { person: number; right: number[] }[];
  /**
   * For each model and item: the share of correct answers over repeats and conditions, and one of these answers, drawn
   * at random, which is comparable to the answer of one person. Null if the model has no answer.
   */
  models: { label: string; shares: (number | null)[]; drawn: (number | null)[] }[];
  /** Number of people who are not included, because they answered other items. */
  left: number;
}

/**
 * The largest block of people who all answered the same items (in any condition), by number of answers. If everyone
 * answers different items, there are only very small blocks, which callers refuse.
 */
export function responseMatrix({ scored, single, results, cells, models, seed }: Material): ResponseMatrix {
  const answersByPerson = Array.from({ length: single.people }, () => new Map<string, number>());
  for (const { person, right, cell } of scored) answersByPerson[person]!.set(cell.item.id, right);
  const blocks = new Map<string, number[]>();
  answersByPerson.forEach((answers, person) => {
    if (answers.size === 0) return;
    const key = [...answers.keys()].sort().join(" ");
    const block = blocks.get(key);
    if (block) block.push(person);
    else blocks.set(key, [person]);
  });
  const candidateBlocks = [...blocks].map(([key, people]) => ({ ids: key.split(" "), people }));
  const largestBlock = candidateBlocks.sort(
    (left, right) => right.ids.length * right.people.length - left.ids.length * left.people.length,
  )[0];
  const answeredCount = answersByPerson.filter(({ size }) => size > 0).length;
  if (!largestBlock) return { items: [], people: [], models: [], left: answeredCount };
  const items = results.items.filter(({ id }) => largestBlock.ids.includes(id));
  const cellsByItem = new Map(items.map(({ id }) => [id, cells.filter(({ item }) => item.id === id)]));
  return {
    items: items.map(({ id, name }) => ({ id, label: name })),
    people: largestBlock.people.map((person) => ({
      person,
      right: items.map(({ id }) => answersByPerson[person]!.get(id)!),
    })),
    models: models.map(({ id, label }) => {
      const random = seededRandom(`${seed}/single answers/${id}`);
      const answersByItem = items.map((item) =>
        cellsByItem.get(item.id)!.flatMap((cell) => (cell.models.has(id) ? modelAnswers(cell.models.get(id)!) : [])),
      );
      return {
        label,
        shares: items.map((item) => modelShare(cellsByItem.get(item.id)!, id)),
        drawn: answersByItem.map((answers) => (answers.length === 0 ? null : answers[random.below(answers.length)]!)),
      };
    }),
    left: answeredCount - largestBlock.people.length,
  };
}

function modelShare(cells: Material["cells"], seriesId: string): number | null {
  const scores = cells.flatMap((cell) =>
    hasUncountedAnswer(cell, seriesId) ? (cell.models.get(seriesId)?.mean ?? []) : [],
  );
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
