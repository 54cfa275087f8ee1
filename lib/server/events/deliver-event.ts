import * as z from "zod";
import { formatSlackBody, formatWebhookBody } from "@/lib/domain/events/event-message.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { environment } from "../platform/environment.ts";
import { type JobHandler, PermanentJobError } from "../platform/jobs/run-job.ts";
import { deliveryAddressPolicy } from "../platform/network/address-policies.ts";
import { ForbiddenAddressError, guardedFetch } from "../platform/network/guarded-fetch.ts";
import { decryptStoredSecret } from "../platform/settings/stored-secret.ts";
import { type DeliveryAttempt, sendMail } from "./send-mail.ts";
import { createSignatureHeaders } from "./sign-event.ts";

/** The SQL function `emit_study_event` uses the same name. */
export const deliveryJobKind = "deliver-event";

const timeoutMs = 10_000;

const payloadSchema = z.object({ delivery: z.uuid() });

const deliveryRow = z.strictObject({
  id: z.string(),
  event: z.string(),
  facts: json<Record<string, unknown>>(),
  occurred_at: z.date(),
  kind: z.string(),
  address: z.string(),
  secret: z.string().nullable(),
  is_of_owner: z.boolean(),
  study_id: z.string(),
  study_name: z.string(),
  max_attempts: z.number(),
});

type DeliveryRow = z.infer<typeof deliveryRow>;

/**
 * Delivers one event. A failure that a retry cannot fix (a status other than 408, 425, 429 and 5xx, or a forbidden
 * address) ends the delivery. Every other failure is retried by the job queue. Each attempt is recorded. If the address
 * of a delivery was removed, nothing is sent.
 */
export const deliverEvent: JobHandler = async (job) => {
  const { delivery: id } = payloadSchema.parse(job.payload);
  const row = await readDelivery(id, job.id);
  if (!row) return;
  const attempt = await attemptDelivery(row);
  const isLast = attempt.isPermanent || job.attempt >= row.max_attempts;
  const isDelivered = attempt.problem === "";
  await pool().query(sql`
    UPDATE event_delivery SET attempts = attempts + 1, status = ${attempt.status}, problem = ${attempt.problem},
      delivered_at = CASE WHEN ${isDelivered}::boolean THEN clock_timestamp() END,
      failed_at = CASE WHEN ${!isDelivered && isLast}::boolean THEN clock_timestamp() END
    WHERE id = ${id}
  `);
  if (isDelivered) return;
  throw attempt.isPermanent ? new PermanentJobError(attempt.problem) : new Error(attempt.problem);
};
deliverEvent.mostlyWaits = true;

async function readDelivery(id: string, jobId: string): Promise<DeliveryRow | undefined> {
  return maybeRow(
    pool(),
    deliveryRow,
    sql`SELECT delivery.id, delivery.event, delivery.facts, delivery.occurred_at, to_whom.kind, to_whom.address,
          to_whom.secret, to_whom.is_of_owner, study.id AS study_id, study.name AS study_name,
          (SELECT max_attempts FROM job WHERE id = ${jobId}) AS max_attempts
        FROM event_delivery AS delivery JOIN event_address AS to_whom ON to_whom.id = delivery.address_id
        JOIN study ON study.id = to_whom.study_id
        WHERE delivery.id = ${id} AND delivery.delivered_at IS NULL`,
  );
}

async function attemptDelivery(row: DeliveryRow): Promise<DeliveryAttempt> {
  const { id, event, facts, occurred_at: occurredAt, study_id, study_name } = row;
  const url = `${environment().publicUrl}/research/studies/${study_id}`;
  const message = { id, event, occurredAt, facts, study: { id: study_id, name: study_name, url } };
  if (row.kind === "email") return sendMail(await decryptStoredSecret("event-address", row.address), message);
  const body = row.kind === "slack" ? formatSlackBody(message) : formatWebhookBody(message);
  const secret = row.secret && (await decryptStoredSecret("event-address", row.secret));
  try {
    const response = await guardedFetch(
      await decryptStoredSecret("event-address", row.address),
      deliveryAddressPolicy(row.is_of_owner),
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "Parallax",
          ...(secret ? createSignatureHeaders(secret, id, new Date(), body) : {}),
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      },
    );
    // The text of the response is not read, so that this server cannot be used to read responses of other servers.
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return { status, problem: "", isPermanent: false };
    const isTemporary = status >= 500 || status === 408 || status === 425 || status === 429;
    return { status, problem: `The address responded with status ${status}.`, isPermanent: !isTemporary };
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return { status: null, problem: error.message, isPermanent: true };
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    const problem = isTimeout ? "The address did not respond within 10 s." : "The address could not be reached.";
    return { status: null, problem, isPermanent: false };
  }
}
