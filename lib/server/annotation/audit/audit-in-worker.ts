import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { SetAudit } from "@/lib/domain/stories/artefacts/set-audit.ts";
import { boundedQueue, QueueFullError } from "../../platform/concurrency/bounded-queue.ts";
import { AppError } from "../../platform/errors/app-error.ts";

/** An item as it is stored: its text that stands, the imported item and its document, each as JSON, and its source. */
export interface AuditRow {
  document: string;
  imported: string;
  given: string;
  group: string;
}

/** What the thread is told: some more rows, or that these were all. */
export type AuditAsked = { is: "rows"; rows: AuditRow[] } | { is: "all" };

/** One audit takes a processor for as long as it runs; a few more wait for it. */
const turns = boundedQueue({ running: 1, waiting: 4 });

/**
 * Audits a set in a thread of its own, so that the process that serves annotators and participants keeps its event loop. Texts
 * are handed over as they are stored, a piece at a time, and read there.
 *
 * @param pieces the rows in their order, asked for once it is this audit's turn
 * @throws what reading or computing throws; "busy" where too many wait already
 */
export async function auditInWorker(pieces: () => AsyncIterable<AuditRow[]>): Promise<SetAudit> {
  try {
    return await turns.run(() => audit(pieces()));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new AppError("too-many", "Several audits are being computed. Come back in a minute.");
  }
}

async function audit(pieces: AsyncIterable<AuditRow[]>): Promise<SetAudit> {
  const { auditWorker } = await import("./audit-worker.generated.ts");
  // It needs nothing of ours: no database, no keys.
  const worker = new Worker(auditWorker, { eval: true, env: {}, execArgv: [] });
  const tell = (asked: AuditAsked) => worker.postMessage(asked);
  // `once` rejects with what the thread throws.
  const told = once(worker, "message") as Promise<[SetAudit]>;
  told.catch(() => undefined);
  try {
    for await (const rows of pieces) tell({ is: "rows", rows });
    tell({ is: "all" });
    return (await told)[0];
  } finally {
    await worker.terminate();
  }
}
