import { findMargin } from "../design.ts";
import type { CellTally, LiveStudy } from "./live-study.ts";

/** One item under one condition. */
export interface LiveCell {
  /** The item's index among all items. */
  item: number;
  label: string;
  text: string;
  filled: number;
  /** Additional answers of people outside all quotas. */
  open: number;
  /**
   * The filled share of the design's minimum, 0 to 1. If the minimum is 0, the share is 1 as soon as there is one
   * answer.
   */
  share: number;
}

export interface CellGrid {
  /** Minimum and maximum number of answers of the cells in a full study. */
  target: { low: number; high: number };
  /** One block per condition; its rows are stories, or runs of items if stories have one item each. */
  blocks: { conditionId: string; label: string; rows: { label: string; cells: LiveCell[] }[] }[];
  cells: number;
  /** Number of cells with a share of 1. */
  full: number;
  /** The smallest and the largest number of answers in a cell. */
  emptiest: number;
  fullest: number;
}

/** Number of items in a row if items are not grouped by story. */
const rowLength = 25;

/**
 * The cells item x condition of a study as a readable grid: one block for each condition, with a row for each story. A
 * story with more items than fit in a row continues in the next row.
 */
export function prepareLiveCells(study: LiveStudy, tallies: readonly CellTally[]): CellGrid {
  const { low, high } = findMargin(study.margins, "item x condition");
  const target = { low, high };
  const byCell = new Map(tallies.map((tally) => [`${tally.itemVersionId} ${tally.conditionId}`, tally]));
  const groups = groupItems(study);
  const isAskedUnder = (itemIndex: number, condition: string) =>
    study.items[itemIndex]?.conditions?.includes(condition) ?? true;
  const blocks = study.conditions.map((condition) => ({
    conditionId: condition.id,
    label: condition.label,
    rows: groups.flatMap((group) => {
      const itemIndices = group.items.filter((itemIndex) => isAskedUnder(itemIndex, condition.id));
      const cells = itemIndices.map((place): LiveCell => {
        const item = study.items[place];
        if (!item) throw new RangeError(`there is no item ${place}`);
        const tally = byCell.get(`${item.id} ${condition.id}`);
        const filledCount = tally?.filled ?? 0;
        const share = target.low > 0 ? Math.min(1, filledCount / target.low) : Math.min(1, filledCount);
        return { item: place, label: item.label, text: item.text, filled: filledCount, open: tally?.open ?? 0, share };
      });
      return cells.length === 0 ? [] : [{ label: group.label, cells }];
    }),
  }));
  const cells = blocks.flatMap((block) => block.rows.flatMap((row) => row.cells));
  return {
    target,
    blocks,
    cells: cells.length,
    full: cells.filter(({ share }) => share === 1).length,
    emptiest: cells.reduce((least, cell) => Math.min(least, cell.filled), cells[0]?.filled ?? 0),
    fullest: cells.reduce((most, cell) => Math.max(most, cell.filled), 0),
  };
}

function groupItems(study: LiveStudy): { label: string; items: number[] }[] {
  const byStory = new Map<string, number[]>();
  for (const [place, item] of study.items.entries()) {
    const itemIndices = byStory.get(item.story);
    if (itemIndices) itemIndices.push(place);
    else byStory.set(item.story, [place]);
  }
  // If stories have only one or two items each, rows by story would form a column instead of a grid.
  if (byStory.size * 3 > study.items.length) return splitIntoRows("", [...study.items.keys()]);
  return [...byStory].flatMap(([story, indices]) => splitIntoRows(story, indices));
}

function splitIntoRows(label: string, indices: readonly number[]): { label: string; items: number[] }[] {
  return Array.from({ length: Math.ceil(indices.length / rowLength) }, (_, row) => ({
    label: row === 0 ? label : "",
    items: indices.slice(row * rowLength, (row + 1) * rowLength),
  }));
}
