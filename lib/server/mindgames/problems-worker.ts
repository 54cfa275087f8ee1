import { createReadStream } from "node:fs";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { type ImportPart, type ImportTotals, reportLines } from "../imports/import-parts.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";
import { checkProblemLines, type ProblemCheckSummary, type ProblemSettings } from "./problem-lines.ts";

interface Input {
  path: string;
  settings: ProblemSettings;
}

/** Checks an uploaded file of MindGames rows in a thread and reports the resulting items. */
export const script = serveThread<Input, never, ImportPart<null, ItemRow>, ImportTotals & ProblemCheckSummary>(
  async ({ path, settings }, { report }) => {
    await report({ is: "opened", opened: null });
    const source = makeImportSource("", createReadStream(path));
    const { lines, summary } = checkProblemLines(source.lines, settings);
    await reportLines(lines, (text) => ({ read: readItemRow(text), length: text.length }), [], report);
    return { sha256: source.sha256(), refusal: null, ...summary() };
  },
);
