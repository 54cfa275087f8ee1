import type { CollectionFigures, CountedShare } from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import { formatCsvHeader, formatCsvRecord } from "@/lib/domain/interchange/export-table.ts";
import { listNumberRecords, listReasonRecords, numbersTable } from "@/lib/domain/interchange/numbers-table.ts";
import { wilsonInterval } from "@/lib/domain/statistics/proportions/wilson.ts";
import type { Actor } from "../../platform/access/access.ts";
import { getCollection } from "../collections/list-collections.ts";
import { listWorkers } from "../people/list-workers.ts";
import { listReSolves } from "../re-solve/get-re-solve.ts";
import { getCollectionFigures } from "./get-collection-figures.ts";
import { getReasons } from "./get-reasons.ts";

export interface CollectionReport {
  numbers: CollectionFigures;
  /** The rejected share of the items that a blind re-solve decided. */
  rejected: CountedShare;
  people: number;
  activeMs: number;
  idleMs: number;
  /** Total pay, including top-ups, in the smallest currency unit; null if no pay is set. */
  pay: number | null;
}

/** Everything that a paper reports about a collection. Only for users who manage the collection. */
export async function getReport(actor: Actor, collectionId: string): Promise<CollectionReport> {
  const [numbers, workers, { studies }] = await Promise.all([
    getCollectionFigures(actor, collectionId),
    listWorkers(actor, collectionId),
    listReSolves(actor, collectionId),
  ]);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const activeMs = sum(workers.map((worker) => worker.activeMs));
  return {
    numbers,
    rejected: countRejectedItems(studies),
    people: workers.length,
    activeMs,
    idleMs: sum(workers.map((worker) => worker.idleMs)),
    pay: workers.every(({ pay }) => pay === null) ? null : sum(workers.map(({ pay }) => pay?.total ?? 0)),
  };
}

/** The figures of the report as CSV. */
export async function getReportCsv(actor: Actor, collectionId: string): Promise<{ name: string; text: string }> {
  const { slug } = await getCollection(actor, collectionId);
  const [{ numbers, rejected }, reasons] = await Promise.all([
    getReport(actor, collectionId),
    getReasons(actor, collectionId),
  ]);
  const style = { forSpreadsheet: false };
  const lines = [...listNumberRecords(numbers, rejected), ...listReasonRecords(reasons)].map((record) =>
    formatCsvRecord(numbersTable, record, style),
  );
  return { name: `${slug}.numbers.csv`, text: formatCsvHeader(numbersTable, style) + lines.join("") };
}

/**
 * The share of rejected items among the decided items of all re-solves. Each item is counted once, by its last
 * decision.
 */
export function countRejectedItems(
  studies: readonly { gates: readonly { itemId: string; passed: boolean | null }[] }[],
): CountedShare {
  const passedByItem = new Map<string, boolean>();
  // Studies are listed newest first, so an existing entry is the later decision.
  for (const { itemId, passed } of studies.flatMap(({ gates }) => gates)) {
    if (passed !== null && !passedByItem.has(itemId)) passedByItem.set(itemId, passed);
  }
  const k = [...passedByItem.values()].filter((passed) => !passed).length;
  return { k, n: passedByItem.size, ...wilsonInterval(k, passedByItem.size) };
}
