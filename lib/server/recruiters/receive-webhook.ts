import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import * as z from "zod";
import { isReturnedOrTimedOut } from "@/lib/domain/survey/recruiters/ledger.ts";
import { readWebhook, type SubmissionEvent, type WebhookRequest } from "@/lib/domain/survey/recruiters/prolific.ts";
import { findTextProblem } from "@/lib/domain/text.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow, oneRow, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { decryptStoredSecret } from "../platform/settings/stored-secret.ts";
import { replaceForgottenIds } from "../studies/flow/forgotten-submissions.ts";
import { releaseReturned } from "./release-returned.ts";

export type WebhookReceipt = "stored" | "repeated" | "ignored";

/**
 * Receives a webhook of Prolific for a project, verifies it, and stores it once by its event's ID. If the submission
 * was returned or timed out, its slot is released immediately. If the participant finishes anyway, the session fills
 * its slot, or is surplus if someone else has claimed the slot.
 *
 * @param project the project's slug
 */
export async function receiveProlificWebhook(
  project: string,
  request: WebhookRequest,
  now: Date,
): Promise<WebhookReceipt> {
  const workspace = await readWorkspace(project);
  // Without a secret, no signature can be verified. The response does not reveal which projects exist.
  const parsed = readWebhook(
    request,
    workspace ? await decryptStoredSecret("webhook", workspace.webhook_secret) : "",
    now,
  );
  if (!parsed.ok) throw webhookError(parsed.reason);
  if (!workspace || !parsed.event) return "ignored";
  const { event } = parsed;
  // A delivery that failed midway is sent again and must not be treated as a repetition. Everything is therefore stored
  // in one transaction.
  return await withTx(async (client) => {
    const stored = await storeEvent(client, workspace.project_id, event, digestOfSignature(request.signature ?? ""));
    if (stored === "replayed")
      throw new AppError("conflict", "A webhook with this signature was received under another event id.");
    if (stored === "repeated") return "repeated";
    if (isReturnedOrTimedOut(event.status))
      await releaseReturned(client, workspace.project_id, "prolific", [event.submission], null);
    return "stored";
  });
}

function webhookError(reason: "unsigned" | "forged" | "stale" | "unreadable"): AppError {
  switch (reason) {
    case "unsigned":
    case "forged":
      return new AppError("forbidden", "The request is not signed with this project's webhook secret.");
    case "stale":
      return new AppError("conflict", "The request is older than five minutes, or the sender’s clock is wrong.");
    case "unreadable":
      return new AppError("invalid", "The event has an unknown format.");
  }
}

const workspaceRow = z.strictObject({ project_id: z.string(), webhook_secret: z.string() });

async function readWorkspace(project: string): Promise<{ project_id: string; webhook_secret: string } | null> {
  if (findTextProblem(project, 200)) return null;
  const row = await maybeRow(
    pool(),
    workspaceRow,
    sql`
    SELECT recruiter_account.project_id, recruiter_account.webhook_secret
    FROM recruiter_account JOIN project ON project.id = recruiter_account.project_id
    WHERE project.slug = ${project} AND recruiter_account.source = 'prolific'
  `,
  );
  return row ?? null;
}

/** Prolific creates a new signature for each delivery, so a repeated signature means that a third party recorded it. */
function digestOfSignature(signature: string): string {
  return createHash("sha256").update(signature).digest("hex");
}

const sameEventRow = z.strictObject({ is_same: z.boolean() });

/**
 * Stores an event once. Returns "repeated" for an event that is already stored, and "replayed" if its signature was
 * received with another event ID.
 */
async function storeEvent(
  client: ClientBase,
  projectId: string,
  event: SubmissionEvent,
  signatureSha256: string,
): Promise<"stored" | "repeated" | "replayed"> {
  const { submission, person } = event;
  const [stored] = await replaceForgottenIds(client, projectId, "prolific", [{ submission, person, studyId: null }]);
  const rowCount = await rowCountOf(
    client,
    sql`
    INSERT INTO recruiter_event (id, project_id, source, event_id, submission, person, status, origin, happened_at,
                                 signature_sha256)
    VALUES (gen_random_uuid(), ${projectId}, 'prolific', ${event.id}, ${stored?.submission}, ${stored?.person},
            ${event.status}, 'webhook', ${event.at}, ${signatureSha256})
    ON CONFLICT DO NOTHING
  `,
  );
  if (rowCount === 1) return "stored";
  const { is_same: isSame } = await oneRow(
    client,
    sameEventRow,
    sql`SELECT EXISTS (SELECT FROM recruiter_event WHERE project_id = ${projectId} AND source = 'prolific'
          AND event_id = ${event.id}) AS is_same`,
  );
  return isSame ? "repeated" : "replayed";
}
