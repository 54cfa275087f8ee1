import { formatCsvHeader, formatCsvRecord } from "@/lib/domain/interchange/export-table.ts";
import { payTable, toPayRecord } from "@/lib/domain/interchange/pay-table.ts";
import type { Actor } from "../../platform/access/access.ts";
import { getCollection } from "../collections/list-collections.ts";
import { listWorkers } from "./list-workers.ts";

/** The pay and top-up of each person of a collection, one line per person. Only for users who manage the collection. */
export async function getPayCsv(actor: Actor, collectionId: string): Promise<{ name: string; text: string }> {
  const [{ slug, settings }, workers] = await Promise.all([
    getCollection(actor, collectionId),
    listWorkers(actor, collectionId),
  ]);
  const style = { forSpreadsheet: true };
  const lines = workers.map((worker) => formatCsvRecord(payTable, toPayRecord(worker, settings), style));
  return { name: `${slug}.pay.csv`, text: formatCsvHeader(payTable, style) + lines.join("") };
}
