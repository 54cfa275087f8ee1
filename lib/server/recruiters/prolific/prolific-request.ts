import * as z from "zod";
import type { Schema } from "@/lib/domain/schema.ts";
import { environment } from "../../platform/environment.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { boundedBytes, collectBytes } from "../../platform/files/bounded-bytes.ts";
import { guardedFetch } from "../../platform/network/guarded-fetch.ts";

/** Prolific's own description of a problem: a text, or texts by field. */
const problemSchema = z.object({ error: z.object({ detail: z.unknown() }) });

const requestTimeoutMs = 60_000;

const maxAnswerBytes = 2_000_000;

/** Prolific did not respond, so the request may or may not have been carried out. */
export class NoAnswerError extends AppError {}

/**
 * Sends one request to Prolific's API with a researcher's token, which is used only for this request and never stored,
 * because such a token does not expire and has all rights of the account.
 *
 * @throws AppError at the field `token` for 401 and 403; with Prolific's explanation for other rejections;
 * `NoAnswerError` if Prolific cannot be reached or does not respond
 */
export async function sendProlificRequest<Answer>(
  token: string,
  path: string,
  body: unknown,
  answer: Schema<Answer>,
): Promise<Answer> {
  const secret = token.trim();
  // A token with other characters cannot be sent. Without this check the failure would look as if the request might
  // have been carried out.
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new AppError("invalid", "The token contains characters that do not occur in Prolific tokens.", "token");
  const response = await guardedFetch(`${environment().prolificApiUrl}${path}`, "any", {
    method: "POST",
    headers: { authorization: `Token ${secret}`, accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  }).catch(() => {
    throw new NoAnswerError("unavailable", "Prolific could not be reached.");
  });
  const text = await readText(response).catch(() => {
    throw new NoAnswerError("unavailable", "Prolific’s response was incomplete or too long.");
  });
  if (response.status === 401 || response.status === 403)
    throw new AppError("invalid", `Prolific refused the token (status ${response.status}).`, "token");
  if (response.status >= 500) throw new NoAnswerError("unavailable", `Prolific failed (status ${response.status}).`);
  if (!response.ok) throw new AppError("conflict", `Prolific refused the request${formatExplanation(text, secret)}.`);
  const parsed = answer.safeParse(text === "" ? null : parseJson(text));
  if (!parsed.success) throw new NoAnswerError("unavailable", "Prolific’s response has an unknown format.");
  return parsed.data;
}

async function readText(response: Response): Promise<string> {
  const bytes = await collectBytes(boundedBytes(response.body, maxAnswerBytes, () => new RangeError("too long")));
  return new TextDecoder().decode(bytes);
}

/** At most 300 characters of Prolific's explanation; the token is removed from it. */
function formatExplanation(text: string, secret: string): string {
  const detail = problemSchema.safeParse(parseJson(text)).data?.error.detail;
  if (detail === undefined) return "";
  const detailText = typeof detail === "string" ? detail : JSON.stringify(detail);
  return `: ${detailText.replaceAll(secret, "…").slice(0, 300)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
