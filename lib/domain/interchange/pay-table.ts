import type { Worker } from "../annotation/collection-rows.ts";
import type { CollectionSettings } from "../annotation/collection-settings.ts";
import type { ExportRecord, ExportTable } from "./export-table.ts";

/** The pay of a collection's people, one row per person. */
export const payTable: ExportTable = {
  name: "annotation-pay",
  description: "Pay of each person in a collection. Amounts in the smallest unit of the currency.",
  columns: [
    { name: "person", type: "text", description: "Id of the person." },
    { name: "name", type: "text", description: "Their name." },
    { name: "items", type: "integer", description: "Copies judged and items decided in review." },
    { name: "reviews", type: "integer", description: "Items decided in review, included in items." },
    { name: "active_minutes", type: "number", description: "Active time, annotating and reviewing, in minutes." },
    { name: "by", type: "text", description: "hour or item; empty where no pay is set." },
    { name: "earned", type: "integer", description: "Pay by hours or by items, without the top-up." },
    { name: "per_hour", type: "number", description: "Earned pay per active hour." },
    { name: "floor", type: "integer", description: "Minimum pay per active hour; empty if there is none." },
    { name: "top_up", type: "integer", description: "Amount added to reach the minimum pay." },
    { name: "total", type: "integer", description: "Earned pay plus top-up." },
    { name: "currency", type: "text", description: "ISO 4217." },
  ],
};

/** One person's pay as a record. */
export function toPayRecord(worker: Worker, settings: CollectionSettings): ExportRecord {
  const { pay } = worker;
  return {
    person: worker.userId,
    name: worker.name,
    items: worker.paidItems,
    reviews: worker.reviews,
    active_minutes: Math.round(worker.activeMs / 600) / 100,
    by: pay?.by ?? null,
    earned: pay?.earned ?? null,
    per_hour: pay?.perHour == null ? null : Math.round(pay.perHour * 100) / 100,
    floor: pay?.by === "item" ? settings.payPerHour : null,
    top_up: pay?.topUp ?? null,
    total: pay?.total ?? null,
    currency: settings.currency,
  };
}
