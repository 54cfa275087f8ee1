import { formatCsvHeader, formatCsvRecord } from "@/lib/domain/interchange/export-table.ts";
import { ledgerTable, toLedgerRecord } from "@/lib/domain/interchange/ledger-table.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { openSnapshot } from "../platform/database/with-snapshot.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { takeTransferPermit } from "../platform/http/transfer-permit.ts";
import { requireLedgerStudy } from "./ledger-study.ts";
import { allLedgerLines, type LedgerFilter } from "./read-ledger.ts";

const pieceLength = 32 * 1024;

/** A study's ledger as CSV, streamed. It identifies people, so the download is recorded in the audit log. */
export async function downloadLedger(
  actor: Actor,
  address: string,
  show: LedgerFilter["show"],
): Promise<{ fileName: string; csv: ReadableStream<Uint8Array> }> {
  const ledger = await requireLedgerStudy(actor, address);
  const { study } = ledger;
  await withTx((client) =>
    recordAudit(client, {
      actorId: actor.userId,
      projectId: study.projectId,
      action: "study.download-ledger",
      subjectType: "study",
      subjectId: study.id,
    }),
  );
  const releasePermit = takeTransferPermit();
  const encoder = new TextEncoder();
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      const snapshot = await openSnapshot();
      try {
        let text = formatCsvHeader(ledgerTable, { forSpreadsheet: false });
        for await (const line of allLedgerLines(snapshot.client, ledger, show)) {
          text += formatCsvRecord(ledgerTable, toLedgerRecord(line), { forSpreadsheet: false });
          if (text.length < pieceLength) continue;
          yield encoder.encode(text);
          text = "";
        }
        yield encoder.encode(text);
      } finally {
        await snapshot.close();
      }
    } finally {
      releasePermit();
    }
  }
  return { fileName: `${study.slug}-ledger.csv`, csv: toStream(pieces(), releasePermit) };
}

/**
 * The generator's chunks as a stream. A consumer that stops reading ends the generator, even before the first chunk.
 */
function toStream(pieces: AsyncGenerator<Uint8Array>, onCancel: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      onCancel();
      await pieces.return(undefined);
    },
  });
}
