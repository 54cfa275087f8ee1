import type { SetAudit } from "@/lib/domain/stories/artefacts/set-audit.ts";
import { createBoundedQueue, QueueFullError } from "../../platform/concurrency/bounded-queue.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { runInThread } from "../../platform/threads/run-in-thread.ts";
import type { AuditWorkerItem } from "./audit-worker.ts";

/** An audit uses one processor; further audits wait in a short queue. */
const queue = createBoundedQueue({ running: 1, waiting: 4 });

/**
 * Audits a set in a thread. Stored JSON texts are sent in parts and parsed there.
 *
 * @param pieces the rows in order; called when the audit starts
 * @throws errors of reading or computing; "too-many" if five audits are running or waiting
 */
export async function auditInWorker(pieces: () => AsyncIterable<AuditWorkerItem[]>): Promise<SetAudit> {
  const { auditWorker } = await import("./audit-worker.generated.ts");
  try {
    return await queue.run(() => runInThread(auditWorker, null, undefined, { pieces: pieces() }));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new AppError("too-many", "Several audits are being computed. Try again in a minute.");
  }
}
