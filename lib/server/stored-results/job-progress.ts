import * as z from "zod";
import { json } from "../platform/database/rows.ts";

export const waitingForWorker = "Waiting for a worker";

/** A stored result with the job that computes it; fields are null if there is no result or no job. */
export const resultStateRow = z.strictObject({
  document: json().nullable(),
  dataHash: z.string().nullable(),
  computedAt: z.date().nullable(),
  state: z.string().nullable(),
  progress: json<{ share?: number; doing?: string }>().nullable(),
  lastError: z.string().nullable(),
});

/** The progress of the job, or the error with which it ended. */
export function jobProgress(job: Pick<z.infer<typeof resultStateRow>, "state" | "progress" | "lastError">) {
  if (job.state === null || job.state === "done") return { working: null, failed: null };
  if (job.state === "dead") return { working: null, failed: job.lastError ?? "" };
  const { share = 0, doing = waitingForWorker } = job.progress ?? {};
  return { working: { share, doing }, failed: null };
}
