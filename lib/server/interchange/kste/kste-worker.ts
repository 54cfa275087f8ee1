import { serveThread } from "../../platform/threads/serve-thread.ts";
import type { KsteOptions, KstePart, KsteTotals } from "./kste-part.ts";
import { SourceRefused } from "./limits.ts";
import { readKsteSource } from "./source.ts";

/** Number of rows per report. The receiving process handles a report in some milliseconds. */
const rowsPerReport = 50;

/** Reads an uploaded file in a thread and reports its items and findings in parts. */
export const script = serveThread<{ path: string; options: KsteOptions }, never, KstePart, KsteTotals>(
  async ({ path, options }, { report }) => {
    try {
      const { items, findings, rowOf, rawOf, rows, refused, ignored } = await readKsteSource(path, options);
      for (let at = 0; at < items.length; at += rowsPerReport) {
        const batch = items.slice(at, at + rowsPerReport);
        await report({
          items: batch.map((item) => ({ item, row: rowOf.get(item.id) ?? 0, raw: rawOf.get(item.id) ?? null })),
          findings: [],
        });
      }
      for (let at = 0; at < findings.length; at += rowsPerReport * 10)
        await report({ items: [], findings: findings.slice(at, at + rowsPerReport * 10) });
      return { rows, refused, ignored, refusal: null };
    } catch (error) {
      // An error class cannot be passed between threads.
      if (error instanceof SourceRefused) return { rows: 0, refused: 0, ignored: [], refusal: error.message };
      throw error;
    }
  },
);
