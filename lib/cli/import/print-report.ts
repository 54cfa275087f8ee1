import { formatRejectedValues, groupRejections } from "../../domain/interchange/group-rejections.ts";
import type { ImportReport, ItemImportReport, PredictionImportReport } from "../../domain/interchange/import-report.ts";
import { type CommandIo, writeLine } from "../io.ts";

/** Prints the report on standard output, and problems (rejected lines, failed balance checks) on standard error. */
export async function printItemReport(
  report: ItemImportReport,
  file: string,
  asJson: boolean,
  io: CommandIo,
  { format, isDryRun }: { format: string; isDryRun: boolean } = { format: "parallax", isDryRun: false },
): Promise<void> {
  await printLines(report, file, io);
  for (const { message } of report.balance?.errors ?? []) await writeLine(io.stderr, `balance: ${message}`);
  for (const { message } of report.balance?.warnings ?? [])
    await writeLine(io.stderr, `balance, attention: ${message}`);
  if (asJson) {
    const { benchmarkName, benchmarkId, balance, keysCorrected } = report;
    const summary = { format, ...(isDryRun ? { dryRun: true } : {}), benchmark: benchmarkName, benchmarkId };
    await writeLine(io.stdout, JSON.stringify({ ...summary, ...selectCounts(report), keysCorrected, balance }));
    return;
  }
  if (format !== "parallax") await writeLine(io.stdout, `Read as ${format}.`);
  const destination = isDryRun ? "; a dry run, nothing was stored" : `, into the benchmark "${report.benchmarkName}"`;
  await writeLine(io.stdout, `${formatCounts(report)}${destination}.`);
  if (report.keysCorrected > 0) await writeLine(io.stdout, `Keys corrected: ${report.keysCorrected}.`);
  if (report.balance?.ok) await writeLine(io.stdout, "The benchmark is balanced.");
}

/**
 * Prints the report of a prediction import, including the numbers of unparsed answers and of answers with verified
 * parity.
 */
export async function printPredictionReport(
  report: PredictionImportReport,
  file: string,
  asJson: boolean,
  io: CommandIo,
  { format, isDryRun }: { format: string; isDryRun: boolean } = { format: "parallax", isDryRun: false },
): Promise<void> {
  await printLines(report, file, io);
  if (asJson) {
    const { models, withoutAnswer, parity, matched } = report;
    const summary = { format, matched, ...(isDryRun ? { dryRun: true } : {}) };
    await writeLine(io.stdout, JSON.stringify({ ...summary, ...selectCounts(report), models, withoutAnswer, parity }));
    return;
  }
  const { id, fingerprint, text } = report.matched;
  await writeLine(io.stdout, `Read as ${format}: ${id} matched by id, ${fingerprint} by fingerprint, ${text} by text.`);
  await writeLine(io.stdout, `${formatCounts(report)}${isDryRun ? "; a dry run, nothing was stored" : ""}.`);
  if (report.models.length > 0) {
    const { verified, mismatch, unverified } = report.parity;
    await writeLine(io.stdout, `Models: ${report.models.join(", ")}.`);
    await writeLine(
      io.stdout,
      `Shown the same text as people: ${verified} verified, ${mismatch} different, ${unverified} unverified. Without an answer: ${report.withoutAnswer}.`,
    );
  }
}

/** Prints repeated and rejected lines on standard error. */
async function printLines(report: ImportReport, file: string, io: CommandIo): Promise<void> {
  for (const line of report.repeated)
    await writeLine(io.stderr, `${file}:${line}: the line repeats an earlier one and counts as unchanged`);
  for (const { lines, field, message, values } of groupRejections(report.rejections)) {
    const [first, ...more] = lines;
    const otherLines =
      more.length === 0
        ? ""
        : ` (and ${more.length} more: ${more.slice(0, 8).join(", ")}${more.length > 8 ? ", ..." : ""})`;
    const named = values.length === 0 ? "" : `: ${formatRejectedValues(values, "line")}`;
    await writeLine(io.stderr, `${file}:${first}: ${field ? `${field} ` : "the line "}${message}${named}${otherLines}`);
  }
  const unlisted = report.rejected - report.rejections.length;
  if (unlisted > 0) await writeLine(io.stderr, `${file}: and ${unlisted} more lines were rejected`);
}

function selectCounts({ rows, inserted, unchanged, rejected, rejections, repeated }: ImportReport) {
  return { rows, inserted, unchanged, rejected, rejections, repeated };
}

function formatCounts({ rows, inserted, unchanged, rejected }: ImportReport): string {
  return `${rows} rows: ${inserted} inserted, ${unchanged} unchanged, ${rejected} rejected`;
}
