import * as z from "zod";
import type { Schema } from "@/lib/domain/schema.ts";
import { type SendingState, sendFile } from "./send-file.ts";

/** The result of an upload: the server's response, or the reason why there is no usable response. */
export type UploadOutcome<Answer> = { ok: true; answer: Answer } | { ok: false; problem: string };

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Uploads a file in one request, which the server reads as a stream, and parses the response with `schema`. Returns the
 * server's message if the server refuses the file. After a broken connection or an invalid response, the same file can
 * safely be sent again.
 */
export async function upload<Answer>(
  address: string,
  body: Blob,
  schema: Schema<Answer>,
  onProgress: (state: SendingState) => void = () => undefined,
): Promise<UploadOutcome<Answer>> {
  try {
    const { status, text } = await sendFile(address, body, onProgress);
    const answer: unknown = JSON.parse(text);
    if (status >= 200 && status < 300) return { ok: true, answer: schema.parse(answer) };
    return { ok: false, problem: refusalSchema.parse(answer).error.message };
  } catch {
    return { ok: false, problem: "The upload was incomplete. Nothing was stored; please try again." };
  }
}
