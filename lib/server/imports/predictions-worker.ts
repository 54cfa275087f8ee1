import type { LogFormat } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { readPredictionRow } from "@/lib/domain/interchange/read-prediction-row.ts";
import type { PredictionRow } from "@/lib/domain/models/prediction-row.ts";
import { ItemMatcher, type ItemToMatch } from "../models/item-matcher.ts";
import { MatchCounts } from "../models/match-counts.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";
import { catchRefusal, type ImportPart, type ImportTotals, type ItemMatch, reportLines } from "./import-parts.ts";
import { openPredictionFile, type PredictionFileSettings } from "./open-prediction-file.ts";

interface Input {
  path: string;
  settings: PredictionFileSettings;
}

/** How the file was opened. */
export interface OpenedPredictionFile {
  format: LogFormat;
  remarks: string[];
  about: { harness?: string; notes?: string };
}

/** Collects the reports. */
class ReportedMapping extends MatchCounts {
  readonly matches: ItemMatch[] = [];

  override add(...match: ItemMatch): void {
    this.matches.push(match);
  }
}

/**
 * Opens an uploaded prediction file in a thread and reports its rows, each with the name of its item. The thread
 * receives the items of the benchmark in chunks.
 */
export const script = serveThread<Input, ItemToMatch[], ImportPart<OpenedPredictionFile, PredictionRow>, ImportTotals>(
  ({ path, settings }, { pieces, report }) =>
    catchRefusal(async () => {
      const items: ItemToMatch[] = [];
      for await (const piece of pieces) items.push(...piece);
      const matcher = new ItemMatcher(items);
      const mapping = new ReportedMapping();
      const { format, remarks, source } = await openPredictionFile(path, settings, async () => matcher, mapping);
      const { lines, sha256, mapping: logMapping, fileName: _, ...about } = source;
      await report({ is: "opened", opened: { format, remarks, about } });
      const parseLine = (text: string, line: number) => {
        const row = readPredictionRow(text);
        const itemMatch = row.ok && logMapping === undefined ? matcher.findRow(row.row) : null;
        if (row.ok && itemMatch) {
          mapping.add(line, row.row.item, itemMatch.by);
          row.row.item = itemMatch.item;
        }
        return { read: row, length: text.length };
      };
      await reportLines(lines, parseLine, mapping.matches, report);
      return sha256();
    }),
);
