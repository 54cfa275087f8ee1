import { type AuditedItem, auditSet, type SetAudit } from "@/lib/domain/stories/artefacts/set-audit.ts";
import type { Actor } from "../platform/access/access.ts";
import { openSnapshot } from "../platform/database/with-snapshot.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { getCollection } from "./list-collections.ts";
import { readAcceptedItems } from "./read-accepted.ts";

/** Comparing each story with all others takes some seconds for so many. */
const mostItems = 5_000;

/**
 * What the set of a collection gives away from outside, with the text that stands for each item: of what would be published,
 * or of everything that is not unusable. For those who manage it.
 */
export async function getAudit(
  actor: Actor,
  collectionId: string,
  which: "accepted" | "all",
): Promise<{ audit: SetAudit; items: number; idOf: Readonly<Record<string, string>>; left: number }> {
  const { can } = await getCollection(actor, collectionId);
  if (!can.manage) throw notThere();
  const items: AuditedItem[] = [];
  const idOf: Record<string, string> = {};
  let left = 0;
  const snapshot = await openSnapshot();
  try {
    for await (const { id, item, groupKey, status } of readAcceptedItems(snapshot.client, collectionId, which)) {
      if (status === "irreparable" || status === "rejected") continue;
      if (items.length === mostItems) left += 1;
      else {
        items.push({ item, group: groupKey });
        idOf[item.id] = id;
      }
    }
  } finally {
    await snapshot.close();
  }
  return { audit: auditSet(items), items: items.length, idOf, left };
}
