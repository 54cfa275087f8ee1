import { parentPort } from "node:worker_threads";
import { itemFromDocument } from "@/lib/domain/annotation/item-document.ts";
import { type AuditedItem, auditSet } from "@/lib/domain/stories/artefacts/set-audit.ts";
import type { AuditAsked, AuditRow } from "./audit-in-worker.ts";

// The script of the worker thread: bundled by bin/build-workers.js, started by audit-in-worker.ts.

const items: AuditedItem[] = [];
parentPort?.on("message", (asked: AuditAsked) => {
  if (asked.is === "rows") items.push(...asked.rows.map(auditedItem));
  else parentPort?.postMessage(auditSet(items));
});

function auditedItem({ document, imported, given, group }: AuditRow): AuditedItem {
  return { item: itemFromDocument(JSON.parse(document), JSON.parse(imported), JSON.parse(given)), group };
}
