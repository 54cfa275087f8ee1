import { createHash } from "node:crypto";
import * as z from "zod";
import type { Actor } from "../access/access.ts";
import { pool } from "../database/pool.ts";
import { maybeRow, rowCountOf } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { AppError } from "../errors/app-error.ts";
import { decryptSecret, encryptSecret } from "../settings/secret-box.ts";
import { jsonResponse, problemResponse } from "./error-response.ts";
import { explainError } from "./explain-error.ts";

/** Stored responses are deleted after this time; the key can then be used again. */
const retentionHours = 24;

/** After this time, an interrupted request (for example by a killed process) can be repeated. */
const staleAfterMinutes = 10;

/** Responses are stored encrypted: an invitation's link is a secret that is shown once. */
const purpose = "api-response";

const requestRow = z.strictObject({
  request_hash: z.string(),
  status: z.number().nullable(),
  body: z.string().nullable(),
});

/**
 * Carries out a change at most once for an `Idempotency-Key` of a token: a repeated request returns the stored
 * response. Requests without the header, reads and requests of signed-in people are always carried out.
 *
 * Expected errors are stored too; unexpected errors and errors that ask to retry are not, so that the request can be
 * repeated.
 *
 * @throws AppError `invalid` for a key that was used for another request, `conflict` while the first one is in progress
 */
export async function runOnce(
  actor: Actor,
  request: Request,
  body: unknown,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers.get("idempotency-key");
  if (key === null || !actor.token || request.method === "GET" || request.method === "HEAD") return work();
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError("invalid", "must have 1 to 200 visible ASCII characters", "Idempotency-Key");
  const { pathname, search } = new URL(request.url);
  const text = JSON.stringify([request.method, pathname + search, body ?? null]);
  const hash = createHash("sha256").update(text).digest("hex");
  const stored = await claimKey(actor.token.id, key, hash);
  if (stored) return new Response(stored.body, { status: stored.status, headers: { "Content-Type": stored.type } });
  try {
    const response = jsonResponse(await work());
    await storeResponse(actor.token.id, key, response);
    return response;
  } catch (error) {
    const expected = explainError(error);
    if (!expected || expected.retryAfterSeconds !== undefined || expected.code === "conflict")
      await releaseKey(actor.token.id, key);
    else await storeResponse(actor.token.id, key, problemResponse(error));
    throw error;
  }
}

/** Claims a key for this request, or returns the stored response of the first request. */
async function claimKey(tokenId: string, key: string, hash: string) {
  await pool().query(
    sql`DELETE FROM api_request WHERE token_id = ${tokenId}
        AND (created_at < clock_timestamp() - make_interval(hours => ${retentionHours})
          OR status IS NULL AND created_at < clock_timestamp() - make_interval(mins => ${staleAfterMinutes}))`,
  );
  const claimedCount = await rowCountOf(
    pool(),
    sql`INSERT INTO api_request (token_id, key, request_hash) VALUES (${tokenId}, ${key}, ${hash}) ON CONFLICT DO NOTHING`,
  );
  if (claimedCount === 1) return null;
  const row = await maybeRow(
    pool(),
    requestRow,
    sql`SELECT request_hash, status, body FROM api_request WHERE token_id = ${tokenId} AND key = ${key}`,
  );
  if (row && row.request_hash !== hash)
    throw new AppError("invalid", "was used for another request already", "Idempotency-Key");
  if (!row || row.status === null)
    throw new AppError("conflict", "A request with this Idempotency-Key is in progress.", undefined, 2);
  const type = row.status < 400 ? "application/json" : "application/problem+json";
  return { status: row.status, body: await decryptSecret(purpose, row.body ?? ""), type };
}

async function storeResponse(tokenId: string, key: string, response: Response): Promise<void> {
  const body = await encryptSecret(purpose, await response.clone().text());
  await pool().query(
    sql`UPDATE api_request SET status = ${response.status}, body = ${body} WHERE token_id = ${tokenId} AND key = ${key}`,
  );
}

async function releaseKey(tokenId: string, key: string): Promise<void> {
  await pool().query(sql`DELETE FROM api_request WHERE token_id = ${tokenId} AND key = ${key}`);
}
