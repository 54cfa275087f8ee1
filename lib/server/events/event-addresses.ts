import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type AddressKindOfEvents, type EventKind, testEvent } from "@/lib/domain/events/event-kinds.ts";
import { type Actor, can } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { environment } from "../platform/environment.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { otherAddressProblem } from "../platform/network/address-policies.ts";
import { encryptStoredSecret } from "../platform/settings/stored-secret.ts";
import { lockStudy } from "../studies/study-where.ts";
import { emitToAddress } from "./emit-event.ts";
import { mintEventSecret } from "./sign-event.ts";

const maxAddresses = 20;

export interface EventAddressInput {
  kind: AddressKindOfEvents;
  address: string;
  events: readonly EventKind[];
  /** The share of participants who leave, in percent, above which an event is sent. */
  dropOutPercent: number;
}

const countRow = z.strictObject({ count: z.number() });

/**
 * Adds an address to which events of a study are sent. Only people who manage the project's members may enter an address
 * of the server's own network, and only if the operator allows it. Returns the key of the signatures, which is shown
 * once; null for Slack.
 */
export async function addEventAddress(
  actor: Actor,
  studyId: string,
  { kind, address, events, dropOutPercent }: EventAddressInput,
): Promise<{ secret: string | null }> {
  if (events.length === 0) throw new AppError("invalid", "Please choose at least one event.", "events");
  const secret = kind === "webhook" ? mintEventSecret() : null;
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const isOfOwner = can(actor, "users.manage", study.project_id);
    requireAllowedAddress(kind, address, isOfOwner);
    const { count } = await oneRow(
      client,
      countRow,
      sql`SELECT count(*)::int AS count FROM event_address WHERE study_id = ${studyId}`,
    );
    if (count >= maxAddresses) throw new AppError("conflict", `A study has at most ${maxAddresses} addresses.`);
    const id = randomUUID();
    const label = labelOf(kind, address);
    await client.query(sql`
      INSERT INTO event_address (id, study_id, kind, address, label, secret, events, drop_out_percent, is_of_owner,
        created_by_id)
      VALUES (${id}, ${studyId}, ${kind}, ${await encryptStoredSecret("event-address", address)}, ${label},
        ${secret && (await encryptStoredSecret("event-address", secret))}, ${[...events]}::text[], ${dropOutPercent},
        ${isOfOwner}, ${actor.userId})
    `);
    await audit(client, actor, study, "study.add-event-address", { kind, label, events: [...events], dropOutPercent });
  });
  return { secret };
}

function requireAllowedAddress(kind: AddressKindOfEvents, address: string, isOfOwner: boolean): void {
  const refuse = (message: string) => new AppError("invalid", message, "address");
  if (kind === "email") {
    if (!z.email().safeParse(address).success) throw refuse("Please enter an e-mail address.");
    if (!environment().mail) throw refuse("This installation has no mail server: the operator sets PARALLAX_SMTP_URL.");
    return;
  }
  if (!z.url({ protocol: /^https?$/ }).safeParse(address).success)
    throw refuse("Please enter an http or https address.");
  const problem = otherAddressProblem(address, isOfOwner);
  if (problem) throw refuse(problem);
}

/**
 * The displayed label of an address: only the server of a Slack address, because the address is a secret; a webhook's
 * address without its query.
 */
function labelOf(kind: AddressKindOfEvents, address: string): string {
  if (kind === "email") return address;
  const { origin, pathname } = new URL(address);
  return kind === "slack" ? origin : origin + pathname;
}

const removedRow = z.strictObject({ kind: z.string(), label: z.string() });

/** Removes an address with its log of deliveries; waiting deliveries are no longer sent. */
export async function removeEventAddress(actor: Actor, studyId: string, addressId: string): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const removed = await maybeRow(
      client,
      removedRow,
      sql`DELETE FROM event_address WHERE id = ${addressId} AND study_id = ${studyId} RETURNING kind, label`,
    );
    if (!removed) throw notFoundError();
    await audit(client, actor, study, "study.remove-event-address", removed);
  });
}

const idRow = z.strictObject({ id: z.string() });

/** Sends a test message to an address, independent of its selected events. */
export async function sendTestEvent(actor: Actor, studyId: string, addressId: string): Promise<void> {
  await withTx(async (client) => {
    await lockStudy(client, actor, "research.write", studyId);
    const known = await maybeRow(
      client,
      idRow,
      sql`SELECT id FROM event_address WHERE id = ${addressId} AND study_id = ${studyId}`,
    );
    if (!known) throw notFoundError();
    await emitToAddress(client, { studyId, addressId, event: testEvent, subject: randomUUID(), facts: {} });
  });
}

const addressRow = z.strictObject({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  events: z.array(z.string()),
  dropOutPercent: z.number(),
});

export type EventAddressLine = z.infer<typeof addressRow>;

const deliveryLineRow = z.strictObject({
  id: z.string(),
  event: z.string(),
  label: z.string(),
  occurredAt: z.date(),
  attempts: z.number(),
  status: z.number().nullable(),
  problem: z.string(),
  deliveredAt: z.date().nullable(),
  failedAt: z.date().nullable(),
});

export type EventDeliveryLine = z.infer<typeof deliveryLineRow>;

/** The addresses of a study and its newest 100 deliveries. The caller has checked the right to change the study. */
export async function listEventAddresses(
  studyId: string,
): Promise<{ addresses: EventAddressLine[]; deliveries: EventDeliveryLine[] }> {
  const [addresses, deliveries] = await Promise.all([
    manyRows(
      pool(),
      addressRow,
      sql`SELECT id, kind, label, events, drop_out_percent AS "dropOutPercent" FROM event_address
          WHERE study_id = ${studyId} ORDER BY created_at, id`,
    ),
    manyRows(
      pool(),
      deliveryLineRow,
      sql`SELECT delivery.id, event, label, occurred_at AS "occurredAt", attempts, status, problem,
            delivered_at AS "deliveredAt", failed_at AS "failedAt"
          FROM event_delivery AS delivery JOIN event_address AS to_whom ON to_whom.id = address_id
          WHERE study_id = ${studyId} ORDER BY occurred_at DESC, delivery.id LIMIT 100`,
    ),
  ]);
  return { addresses, deliveries };
}

function audit(
  client: Parameters<typeof recordAudit>[0],
  actor: Actor,
  study: { id: string; project_id: string },
  action: string,
  after: Record<string, string | number | string[]>,
): Promise<void> {
  const about = { projectId: study.project_id, action, subjectType: "study", subjectId: study.id };
  return recordAudit(client, { actorId: actor.userId, ...about, after });
}
