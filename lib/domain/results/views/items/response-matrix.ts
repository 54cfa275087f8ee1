import type { Material } from "../material.ts";

/** People and models as rows, items that all these people answered as columns: the input of DIF and the Rasch model. */
export interface ResponseMatrix {
  items: { id: string; label: string }[];
  /** Without gaps. */
  people: { person: number; right: number[] }[];
  /** Null if a model's answer is neither fully right nor fully wrong. */
  models: { label: string; right: (number | null)[] }[];
  /** People left out because they answered other items. */
  left: number;
}

/**
 * The largest block of people who all answered the same items (in any condition), most answers first. Designs in which
 * everyone answers different items have only very small blocks; callers refuse these.
 */
export function responseMatrix({ scored, single, results, cells, models }: Material): ResponseMatrix {
  const given = Array.from({ length: single.people }, () => new Map<string, number>());
  for (const { person, right, cell } of scored) given[person]!.set(cell.item.id, right);
  const blocks = new Map<string, number[]>();
  given.forEach((answers, person) => {
    if (answers.size === 0) return;
    const key = [...answers.keys()].sort().join(" ");
    const block = blocks.get(key);
    if (block) block.push(person);
    else blocks.set(key, [person]);
  });
  const sizes = [...blocks].map(([key, people]) => ({ ids: key.split(" "), people }));
  const best = sizes.sort(
    (left, right) => right.ids.length * right.people.length - left.ids.length * left.people.length,
  )[0];
  const answered = given.filter(({ size }) => size > 0).length;
  if (!best) return { items: [], people: [], models: [], left: answered };
  const items = results.items.filter(({ id }) => best.ids.includes(id));
  const cellsOf = new Map(items.map(({ id }) => [id, cells.filter(({ item }) => item.id === id)]));
  return {
    items: items.map(({ id, name }) => ({ id, label: name })),
    people: best.people.map((person) => ({ person, right: items.map(({ id }) => given[person]!.get(id)!) })),
    models: models.map(({ id, label }) => ({
      label,
      right: items.map((item) => modelRight(cellsOf.get(item.id)!, id)),
    })),
    left: answered - best.people.length,
  };
}

/** Whether a model has an item right over its conditions: more than half of its points; exactly half is no answer. */
function modelRight(cells: Material["cells"], seriesId: string): number | null {
  const scores = cells.flatMap(({ models }) => models.get(seriesId)?.mean ?? []);
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return mean === 0.5 ? null : Number(mean > 0.5);
}
