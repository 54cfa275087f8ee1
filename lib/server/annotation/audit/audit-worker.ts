import { itemFromDocument } from "@/lib/domain/annotation/documents/item-document.ts";
import { type AuditedItem, auditSet } from "@/lib/domain/stories/artefacts/set-audit.ts";
import { serveThread } from "../../platform/threads/serve-thread.ts";

/** A stored item: its current text, the imported item and its document, each as JSON, and its source. */
export interface AuditWorkerItem {
  document: string;
  imported: string;
  given: string;
  group: string;
}

/** The audit of a set in a thread. */
export const script = serveThread<null, AuditWorkerItem[], never, ReturnType<typeof auditSet>>(
  async (_input, { pieces }) => {
    const items: AuditedItem[] = [];
    for await (const rows of pieces) items.push(...rows.map(toAuditedItem));
    return auditSet(items);
  },
);

function toAuditedItem({ document, imported, given, group }: AuditWorkerItem): AuditedItem {
  return { item: itemFromDocument(JSON.parse(document), JSON.parse(imported), JSON.parse(given)), group };
}
