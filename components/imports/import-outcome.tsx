import { Callout } from "@/components/ui/callout.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatRejectedValues, groupRejections } from "@/lib/domain/interchange/group-rejections.ts";
import type { Rejection } from "@/lib/domain/interchange/import-report.ts";
import { columnOfField } from "@/lib/domain/interchange/rejected-value.ts";
import { findItemRemedy } from "@/lib/domain/interchange/remedy.ts";

export interface ImportOutcomeReport {
  rows: number;
  inserted: number;
  unchanged: number;
  rejected: number;
  rejections: Rejection[];
  repeated?: number[] | undefined;
  balance?: { ok: boolean; errors: { message: string }[] } | null | undefined;
  parity?: { verified: number; mismatch: number; unverified: number } | undefined;
  withoutAnswer?: number | undefined;
}

/** The result of every row of a file: new, unchanged, or rejected with line, field and reason. */
export function ImportOutcome({
  report,
  isOfItems = false,
  columns,
}: {
  report: ImportOutcomeReport;
  isOfItems?: boolean;
  /** For items from a table: the column of each part of an item. */
  columns?: Readonly<Record<string, string>> | undefined;
}) {
  const { balance, parity } = report;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Callout tone={report.rejected > 0 || balance?.ok === false ? "warn" : "good"}>
        {formatNumberOf(report.rows, "row")} read
        {report.rejected > 0
          ? `; ${formatCount(report.rejected)} rejected, the others imported.`
          : ", all of them imported."}
      </Callout>
      <Stats>
        <Stat label="New" value={formatCount(report.inserted)} />
        <Stat label="Unchanged" value={formatCount(report.unchanged)} />
        <Stat label="Rejected" value={formatCount(report.rejected)} />
        {parity && (
          <Stat
            side="models"
            label="Same text as people"
            value={formatCount(parity.verified)}
            n={`${formatCount(parity.mismatch)} different, ${formatCount(parity.unverified)} unverified`}
            note={report.withoutAnswer ? `${formatNumberOf(report.withoutAnswer, "row")} without an answer` : undefined}
          />
        )}
      </Stats>
      {balance && <BalanceCallout balance={balance} />}
      {report.repeated && <RepeatedLines lines={report.repeated} />}
      {report.rejections.length > 0 && (
        <Rejections rejections={report.rejections} total={report.rejected} isOfItems={isOfItems} columns={columns} />
      )}
    </div>
  );
}

/** States whether a benchmark with the MoToMQA design is balanced, and which statements are missing. */
export function BalanceCallout({ balance }: { balance: { ok: boolean; errors: { message: string }[] } }) {
  if (balance.ok)
    return (
      <Callout tone="good">
        The benchmark is balanced: one true and one false statement for each order and level of every story.
      </Callout>
    );
  return (
    <Callout tone="warn" title="The benchmark is not balanced">
      <ul className="list-disc pl-5">
        {balance.errors.slice(0, 12).map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
        {balance.errors.length > 12 && <li>and {formatCount(balance.errors.length - 12)} more</li>}
      </ul>
    </Callout>
  );
}

/** The lines that repeat an earlier line of the file. Renders nothing if no line is repeated. */
export function RepeatedLines({ lines }: { lines: readonly number[] }) {
  if (lines.length === 0) return null;
  return (
    <p>
      {lines.length === 1 ? "One line repeats" : `${formatCount(lines.length)} lines repeat`} an earlier one and{" "}
      {lines.length === 1 ? "counts" : "count"} as unchanged: {formatLineNumbers(lines)}.
    </p>
  );
}

/** Rejected lines with field, value and reason, grouped by reason. */
export function Rejections({
  rejections,
  total,
  isOfItems = false,
  columns,
}: {
  rejections: readonly Rejection[];
  total: number;
  /** Whether the rows are items; advice for rejected items is then shown. */
  isOfItems?: boolean;
  /** For items from a table: the column of each part of an item. */
  columns?: Readonly<Record<string, string>> | undefined;
}) {
  const groups = groupRejections(rejections);
  const hasValues = groups.some(({ values }) => values.length > 0);
  const shownGroups = groups.slice(0, 200);
  const unlisted = total - shownGroups.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <div className="grid grid-cols-1 gap-2">
      <Table caption={columns ? "Rejected rows, counted without the header" : "Rejected lines"} maxHeight="24rem">
        <thead>
          <tr>
            <Th>{columns ? "Rows" : "Lines"}</Th>
            <Th isNumber>Number</Th>
            <Th>Field</Th>
            {hasValues && <Th>Value</Th>}
            <Th>Why</Th>
            {isOfItems && <Th>Advice</Th>}
          </tr>
        </thead>
        <tbody>
          {shownGroups.map(({ lines, field, message, values }) => (
            <tr key={`${field}/${message}`}>
              <Td>{formatLineNumbers(lines)}</Td>
              <Td isNumber>{formatCount(lines.length)}</Td>
              <Td>
                {(isOfItems && partNames[field]) || field || <span className="text-ink-soft">whole line</span>}
                {columns && columnOfField(field, columns) !== "" && (
                  <span className="block text-ink-soft text-xs">column “{columnOfField(field, columns)}”</span>
                )}
              </Td>
              {hasValues && <Td className="min-w-32">{formatRejectedValues(values, columns ? "row" : "line")}</Td>}
              <Td className="min-w-52">{message}</Td>
              {isOfItems && <Td className="min-w-52">{findItemRemedy(field, message)}</Td>}
            </tr>
          ))}
        </tbody>
      </Table>
      {unlisted > 0 && <p className="text-sm text-ink-soft">And {formatCount(unlisted)} more lines.</p>}
    </div>
  );
}

/** The parts of an item, with the same names as in the column mapping. */
const partNames: Readonly<Record<string, string>> = {
  id: "ID",
  kind: "Kind",
  text: "Question or statement",
  gold: "Key",
  options: "Options",
  schema: "Kind",
  "fields.question": "Question or statement",
  "fields.story": "Story",
  "story.id": "Story ID",
  "story.text": "Story",
  "story.title": "Story title",
  "story.genre": "Genre of the story",
};

function formatLineNumbers(lines: readonly number[]): string {
  const shownNumbers = lines.slice(0, 12).map((line) => formatCount(line));
  return `${shownNumbers.join(", ")}${lines.length > 12 ? ", …" : ""}`;
}
