import { csvLine } from "../../csv-line.ts";
import { formatShare, formatShort } from "../../format/figures.ts";
import { readCsvText, TableError, type TableRecord } from "../../tables/read-csv.ts";

/** The population share of each value of an attribute, by attribute; the shares of an attribute sum to 1. */
export type PopulationShares = Record<string, Record<string, number>>;

export type ReadPopulationShares = { ok: true; shares: PopulationShares } | { ok: false; message: string };

/** Tolerance of the sum of an attribute's shares: census tables are rounded. */
const rounding = 0.02;

/**
 * Parses shares of a population, as in census tables: lines of attribute, value and share (0.51, 51%), separated by
 * commas, semicolons or tabs, with or without a header. One attribute is used for post-stratification, several
 * attributes for raking. The shares of each attribute are scaled to sum to 1.
 */
export function readPopulationShares(text: string): ReadPopulationShares {
  const shares: PopulationShares = {};
  let records: TableRecord[];
  try {
    records = readCsvText(text);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return { ok: false, message: `The shares cannot be read: ${error.message}.` };
  }
  for (const [index, record] of records.entries()) {
    const cells = (record.cells ?? []).map((cell) => cell.trim());
    const [attribute = "", value = "", written = ""] = cells;
    const share = shareOf(written);
    if (index === 0 && share === null && /share|percent|proportion/iu.test(written)) continue;
    const problem = findProblem(cells, share, shares[attribute]);
    if (problem) return { ok: false, message: `Line ${record.line} ${problem}` };
    shares[attribute] = { ...shares[attribute], [value]: share! };
  }
  for (const [attribute, values] of Object.entries(shares)) {
    const sum = Object.values(values).reduce((total, share) => total + share, 0);
    if (Object.keys(values).length < 2) return { ok: false, message: `“${attribute}” needs two values or more.` };
    if (Math.abs(sum - 1) > rounding)
      return { ok: false, message: `The shares of “${attribute}” sum to ${formatShare(sum)}, not to 100%.` };
    shares[attribute] = Object.fromEntries(Object.entries(values).map(([value, share]) => [value, share / sum]));
  }
  return { ok: true, shares };
}

function findProblem(
  cells: readonly string[],
  share: number | null,
  known: Record<string, number> | undefined,
): string | null {
  const [attribute = "", value = ""] = cells;
  if (cells.length !== 3 || attribute === "" || value === "") return "must be an attribute, a value and a share.";
  if (share === null || share <= 0 || share > 1) return "must end with a share above 0 and at most 1 (or 100%).";
  return known && value in known ? `repeats the share of “${value}”.` : null;
}

function shareOf(written: string): number | null {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/u.exec(written);
  return match ? Number(match[1]) / (match[2] ? 100 : 1) : null;
}

/** The shares as lines that `readPopulationShares` parses. */
export function writePopulationShares(shares: PopulationShares): string {
  return Object.entries(shares)
    .flatMap(([attribute, values]) =>
      Object.entries(values).map(([value, share]) => csvLine([attribute, value, formatShort(share, 6)])),
    )
    .join("\n");
}
