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
import { deliveryAddressProblem } from "../platform/network/address-policies.ts";
import { encryptStoredSecret } from "../platform/settings/stored-secret.ts";
import { lockStudy } from "../studies/study-where.ts";
import { emitToAddress } from "./emit-event.ts";
import { mintEventSecret } from "./sign-event.ts";

const maxAddresses = 20;

export interface EventAddressInput {
  kind: AddressKindOfEvents;
  address: string;
  events: readonly EventKind[];
  /** The share of participants who leave, in per cent, above which an event is sent. */
  dropOutPercent: number;
}

const countRow = z.strictObject({ count: z.number() });

/**
 * Adds an address to which events of a study are sent. An address in the server's own network may be entered only by
 * people who manage the project's members, and only if the operator allows it. Returns the signing key, which is shown
 * once; null for Slack and e-mail.
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
    const addressLabel = toAddressLabel(kind, address);
    await client.query(sql`
      INSERT INTO event_address (id, study_id, kind, address, label, secret, events, drop_out_percent, is_of_owner,
        created_by_id)
      VALUES (${id}, ${studyId}, ${kind}, ${await encryptStoredSecret("event-address", address)}, ${addressLabel},
        ${secret && (await encryptStoredSecret("event-address", secret))}, ${[...events]}::text[], ${dropOutPercent},
        ${isOfOwner}, ${actor.userId})
    `);
    await recordAddressAudit(client, actor, study, "study.add-event-address", {
      kind,
      label: addressLabel,
      events: [...events],
      dropOutPercent,
    });
  });
  return { secret };
}

function requireAllowedAddress(kind: AddressKindOfEvents, address: string, isOfOwner: boolean): void {
  const refusal = (message: string) => new AppError("invalid", message, "address");
  if (kind === "email") {
    if (!z.email().safeParse(address).success) throw refusal("Please enter an e-mail address.");
    if (!environment().mail)
      throw refusal("This installation has no mail server. The operator can configure one with PARALLAX_SMTP_URL.");
    return;
  }
  if (!z.url({ protocol: /^https?$/ }).safeParse(address).success)
    throw refusal("Please enter an http or https address.");
  const problem = deliveryAddressProblem(address, isOfOwner);
  if (problem) throw refusal(problem);
}

/**
 * The displayed label of an address. For Slack only the server, because the address is a secret; for a webhook the
 * address without its query.
 */
function toAddressLabel(kind: AddressKindOfEvents, address: string): string {
  if (kind === "email") return address;
  const { origin, pathname } = new URL(address);
  return kind === "slack" ? origin : origin + pathname;
}

const removedAddressRow = z.strictObject({ kind: z.string(), label: z.string() });

/** Removes an address with its log of deliveries. Waiting deliveries are not sent. */
export async function removeEventAddress(actor: Actor, studyId: string, addressId: string): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const removedAddress = await maybeRow(
      client,
      removedAddressRow,
      sql`DELETE FROM event_address WHERE id = ${addressId} AND study_id = ${studyId} RETURNING kind, label`,
    );
    if (!removedAddress) throw notFoundError();
    await recordAddressAudit(client, actor, study, "study.remove-event-address", removedAddress);
  });
}

const idRow = z.strictObject({ id: z.string() });

/** Sends a test message to an address, whichever events are selected for it. */
export async function sendTestEvent(actor: Actor, studyId: string, addressId: string): Promise<void> {
  await withTx(async (client) => {
    await lockStudy(client, actor, "research.write", studyId);
    const existing = await maybeRow(
      client,
      idRow,
      sql`SELECT id FROM event_address WHERE id = ${addressId} AND study_id = ${studyId}`,
    );
    if (!existing) throw notFoundError();
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

export type EventAddressEntry = z.infer<typeof addressRow>;

const deliveryRow = z.strictObject({
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

export type EventDeliveryEntry = z.infer<typeof deliveryRow>;

/** The addresses of a study and its newest 100 deliveries. The caller has checked the right to change the study. */
export async function listEventAddresses(
  studyId: string,
): Promise<{ addresses: EventAddressEntry[]; deliveries: EventDeliveryEntry[] }> {
  const [addresses, deliveries] = await Promise.all([
    manyRows(
      pool(),
      addressRow,
      sql`SELECT id, kind, label, events, drop_out_percent AS "dropOutPercent" FROM event_address
          WHERE study_id = ${studyId} ORDER BY created_at, id`,
    ),
    manyRows(
      pool(),
      deliveryRow,
      sql`SELECT delivery.id, event, label, occurred_at AS "occurredAt", attempts, status, problem,
            delivered_at AS "deliveredAt", failed_at AS "failedAt"
          FROM event_delivery AS delivery JOIN event_address AS to_whom ON to_whom.id = address_id
          WHERE study_id = ${studyId} ORDER BY occurred_at DESC, delivery.id LIMIT 100`,
    ),
  ]);
  return { addresses, deliveries };
}

function recordAddressAudit(
  client: Parameters<typeof recordAudit>[0],
  actor: Actor,
  study: { id: string; project_id: string },
  action: string,
  after: Record<string, string | number | string[]>,
): Promise<void> {
  const auditSubject = { projectId: study.project_id, action, subjectType: "study", subjectId: study.id };
  return recordAudit(client, { actorId: actor.userId, ...auditSubject, after });
}
