import type { EventKind } from "@/lib/domain/events/event-kinds.ts";
import type { Connection } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/**
 * Sends an event to one address: stores the delivery and its job. An event about the same subject is sent to an address
 * only once. Events about table rows are sent by triggers that use the same SQL function.
 */
export async function emitToAddress(
  client: Connection,
  { studyId, addressId, event, subject, facts }: StudyEvent & { addressId: string },
): Promise<void> {
  await client.query(sql`
    SELECT emit_study_event(${studyId}::uuid, ${event}, ${subject}, ${JSON.stringify(facts)}::jsonb, ${addressId}::uuid)
  `);
}

interface StudyEvent {
  studyId: string;
  event: EventKind | "test";
  subject: string;
  facts: Record<string, unknown>;
}
