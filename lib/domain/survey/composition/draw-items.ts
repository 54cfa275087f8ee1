import { type Random, shuffle } from "../../random.ts";
import { type ClassBounds, chooseItems } from "./choose-items.ts";
import { exchangeItems } from "./exchange-items.ts";
import { type ItemPartition, nestedFamilies } from "./partition.ts";

/**
 * Draws the items of a study at random, but in proportions that allow every rule to be satisfied if every item is asked
 * equally often. A class that may fill 2 of 5 positions of a session gets at most 2/5 of the draw. The values of all
 * rules, or at least of the `balance` rules, get equal parts if the benchmark has enough items.
 *
 * @param partitions the rules over all items of the benchmark
 * @param isBalanced which partitions balance their values
 * @returns item numbers in the order of the file; null if no draw of this size has these proportions
 */
export function drawItems(
  draw: number,
  items: number,
  itemsPerSession: number,
  partitions: readonly ItemPartition[],
  isBalanced: (partition: ItemPartition) => boolean,
  random: Random,
): number[] | null {
  const order = shuffle([...Array(items).keys()], random);
  for (const isEven of [() => true, isBalanced, () => false]) {
    const scaledPartitions = partitions.map((partition) =>
      scaleBounds(partition, draw, itemsPerSession, isEven(partition)),
    );
    if (scaledPartitions.some(({ low, high }) => low.some((least, at) => least > (high[at] ?? 0)))) continue;
    const [first, second, rest] = nestedFamilies(scaledPartitions, draw);
    const chosenItems = chooseItems(draw, order, () => false, [first.map(asBounds), second.map(asBounds)]);
    if (!chosenItems) continue;
    const drawnItems = new Set(chosenItems);
    const remainingItems = order.filter((item) => !drawnItems.has(item));
    if (
      exchangeItems(
        chosenItems,
        remainingItems,
        [...first, ...second, ...rest].map(asBounds),
        () => false,
        20_000,
        random,
      )
    ) {
      return chosenItems.sort((left, right) => left - right);
    }
  }
  return null;
}

/** A partition's bounds for the whole draw instead of one session. */
function scaleBounds(partition: ItemPartition, draw: number, itemsPerSession: number, even: boolean): ItemPartition {
  const values = partition.values.length;
  const perItem = draw / itemsPerSession;
  const present = draw >= values && partition.low.some((least) => least > 0) ? 1 : 0;
  // Items without the attribute keep their own proportion of the draw.
  const coveredShare = partition.sizes.reduce((sum, size) => sum + size, 0) / partition.classOf.length;
  const equalShare = (draw * coveredShare) / values;
  const low = Int32Array.from(partition.low, (least) =>
    even ? Math.floor(equalShare) : Math.max(present, Math.ceil(least * perItem - 1e-9)),
  );
  const high = Int32Array.from(partition.high, (most, at) => {
    const size = partition.sizes[at] ?? 0;
    if (!partition.binding[at]) return size;
    return Math.min(size, even ? Math.ceil(equalShare) : Math.floor(most * perItem + 1e-9));
  });
  const binding = partition.binding.map((_, at) => (low[at] ?? 0) > 0 || (high[at] ?? 0) < (partition.sizes[at] ?? 0));
  return { ...partition, low, high, binding };
}

function asBounds(partition: ItemPartition): ClassBounds {
  return { partition, low: partition.low, high: partition.high };
}
