import { parseMindgamesRow } from "../../epistemic/mindgames/row.ts";
import { itemOf } from "../../items/kinds/mindgames/mindgames-item.ts";
import type { LogObject } from "../model-logs/log-record.ts";
import type { ItemRecord } from "./item-record.ts";

/** Whether a record is a row of the released MindGames data (Sileo and Lernould 2023). */
export function isMindgames(record: LogObject): boolean {
  return "smcdel_problem" in record && "premise" in record && "hypothesis" in record;
}

/**
 * Converts a row into an item with the released label. Errors of the row are reported on the page of MindGames sets and
 * by `parallax mindgames check`.
 */
export function readMindgames(record: LogObject): ItemRecord {
  const parsed = parseMindgamesRow(record);
  if (!parsed.ok) return { rejected: parsed.reason };
  const row = itemOf(parsed.row);
  return row === null ? { rejected: "has no label" } : { row: { ...row, options: [] } };
}
