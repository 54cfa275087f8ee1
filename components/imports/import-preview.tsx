import { Callout } from "@/components/ui/callout.tsx";
import { ParityBadge } from "@/components/ui/parity-badge.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { PreviewRow } from "@/lib/domain/interchange/import-report.ts";

/** What an import would do, shown before anything is stored. */
export function ImportPreview({
  taken,
  rejected,
  format,
  remarks,
  matched,
  preview = [],
}: {
  taken: number;
  rejected: number;
  format?: string | undefined;
  remarks?: readonly string[] | undefined;
  matched?: PreviewMatches | undefined;
  preview?: readonly PreviewRow[] | undefined;
}) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Callout tone={rejected > 0 ? "warn" : "info"} title="Preview: nothing is stored yet">
        {format && `The file was read as ${format}. `}
        {formatNumberOf(taken, "row")} would be imported, {formatCount(rejected)} rejected.
        {matched &&
          ` Items found: ${formatCount(matched.id)} by id, ${formatCount(matched.fingerprint)} by content fingerprint, ${formatCount(matched.text)} by text.`}
        {remarks?.map((remark) => ` Note that ${remark}.`)}
      </Callout>
      {preview.length > 0 && <PreviewTable rows={preview} />}
    </div>
  );
}

export interface PreviewMatches {
  id: number;
  fingerprint: number;
  text: number;
}

const matchLabels = { id: "id", fingerprint: "fingerprint", text: "text" } as const;

function PreviewTable({ rows }: { rows: readonly PreviewRow[] }) {
  return (
    <Table caption={`The first ${formatNumberOf(rows.length, "row")} as they would be stored`} maxHeight="24rem">
      <thead>
        <tr>
          <Th isNumber>Line</Th>
          <Th>In the file</Th>
          <Th>Item</Th>
          <Th>Found by</Th>
          <Th>Model</Th>
          <Th>Condition</Th>
          <Th>Answer</Th>
          <Th>Same text as people</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line}>
            <Td isNumber>{formatCount(row.line)}</Td>
            <Td>{row.name}</Td>
            <Td>{row.item}</Td>
            <Td>{matchLabels[row.by]}</Td>
            <Td>{row.model}</Td>
            <Td className="text-ink-soft">{row.condition.replaceAll(";", ", ") || "none named"}</Td>
            <Td>
              {row.answer ?? "unparsed"}
              {row.rule && <span className="block text-xs text-ink-soft">rule: {row.rule}</span>}
            </Td>
            <Td>
              <ParityBadge parity={row.parity} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
