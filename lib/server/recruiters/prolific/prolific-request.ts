import * as z from "zod";
import type { Schema } from "@/lib/domain/schema.ts";
import { environment } from "../../platform/environment.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { guardedFetch } from "../../platform/network/guarded-fetch.ts";

/** Prolific's own description of a problem: a text, or texts by field. */
const problemSchema = z.object({ error: z.object({ detail: z.unknown() }) });

const requestMs = 60_000;

/** Prolific gave no answer: the request may or may not have been carried out. */
export class NoAnswerError extends AppError {}

/**
 * Sends one request to Prolific's API with a researcher's token, which is used for this request and never stored: such a
 * token does not expire and has all rights of the account.
 *
 * @throws AppError at the field `token` for 401 and 403; with Prolific's explanation for other refusals; `NoAnswerError`
 * if Prolific cannot be reached or gives no answer
 */
export async function prolificRequest<Answer>(
  token: string,
  path: string,
  body: unknown,
  answer: Schema<Answer>,
): Promise<Answer> {
  const response = await guardedFetch(`${environment().prolificApiUrl}${path}`, "any", {
    method: "POST",
    headers: { authorization: `Token ${token.trim()}`, accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestMs),
  }).catch(() => {
    throw new NoAnswerError("unavailable", "Prolific could not be reached.");
  });
  const text = await response.text().catch(() => {
    throw new NoAnswerError("unavailable", "Prolific’s response was incomplete.");
  });
  if (response.status === 401 || response.status === 403)
    throw new AppError("invalid", `Prolific refused the token (status ${response.status}).`, "token");
  if (response.status >= 500) throw new NoAnswerError("unavailable", `Prolific failed (status ${response.status}).`);
  if (!response.ok) throw new AppError("conflict", `Prolific refused the request${explanation(text)}.`);
  const parsed = answer.safeParse(text === "" ? null : parseJson(text));
  if (!parsed.success) throw new NoAnswerError("unavailable", "Prolific answered in an unknown format.");
  return parsed.data;
}

/** At most 300 characters, because the text is Prolific's. */
function explanation(text: string): string {
  const detail = problemSchema.safeParse(parseJson(text)).data?.error.detail;
  if (detail === undefined) return "";
  return `: ${(typeof detail === "string" ? detail : JSON.stringify(detail)).slice(0, 300)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
