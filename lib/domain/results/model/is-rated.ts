import type { ResultCell } from "./cells.ts";

/** Whether several answers of a cell are the most frequent ones. Ratings have no majority, so they are never tied. */
export function isTied(cell: Pick<ResultCell, "item" | "vote">): boolean {
  return cell.vote.isTie && !isRated(cell);
}

/** Whether the answers of a cell are the points of a scale: three or more options that are all numbers, without a key. */
export function isRated({ item }: Pick<ResultCell, "item">): boolean {
  return (
    item.rightAnswers.length === 0 &&
    item.options.length > 2 &&
    item.options.every(({ value }) => value.trim() !== "" && Number.isFinite(Number(value)))
  );
}
