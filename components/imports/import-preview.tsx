import { Callout } from "@/components/ui/callout.tsx";
import { ParityBadge } from "@/components/ui/parity-badge.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ItemPreviewRow, PreviewRow } from "@/lib/domain/interchange/import-report.ts";

/** Preview of an import, before anything is stored. */
export function ImportPreview({
  taken,
  rejected,
  format,
  remarks,
  matched,
  keysCorrected = 0,
  preview = [],
}: {
  taken: number;
  rejected: number;
  format?: string | undefined;
  remarks?: readonly string[] | undefined;
  matched?: PreviewMatches | undefined;
  keysCorrected?: number | undefined;
  preview?: readonly PreviewRow[] | readonly ItemPreviewRow[] | undefined;
}) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Callout tone={rejected > 0 ? "warn" : "info"} title="Preview: nothing is stored yet">
        {format && `The file was read as ${format}. `}
        {formatNumberOf(taken, "row")} would be imported, {formatCount(rejected)} rejected.
        {matched &&
          ` Items found: ${formatCount(matched.id)} by id, ${formatCount(matched.fingerprint)} by content fingerprint, ${formatCount(matched.text)} by text.`}
        {keysCorrected > 0 &&
          ` ${formatNumberOf(keysCorrected, "key")} would be corrected; results state the key version.`}
        {remarks?.map((remark) => ` Note that ${remark}.`)}
      </Callout>
      {isOfItems(preview)
        ? preview.length > 0 && <ItemPreviewTable rows={preview} />
        : preview.length > 0 && <PreviewTable rows={preview} />}
    </div>
  );
}

export interface PreviewMatches {
  id: number;
  fingerprint: number;
  text: number;
}

function isOfItems(rows: readonly PreviewRow[] | readonly ItemPreviewRow[]): rows is readonly ItemPreviewRow[] {
  return rows[0] !== undefined && "kind" in rows[0];
}

const ways = { id: "id", fingerprint: "fingerprint", text: "text" } as const;

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
          <Th>Shown the same text as people</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line}>
            <Td isNumber>{formatCount(row.line)}</Td>
            <Td>{row.name}</Td>
            <Td>{row.item}</Td>
            <Td>{ways[row.by]}</Td>
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

function ItemPreviewTable({ rows }: { rows: readonly ItemPreviewRow[] }) {
  return (
    <Table caption={`The first ${formatNumberOf(rows.length, "item")} as they would be stored`} maxHeight="28rem">
      <thead>
        <tr>
          <Th isNumber>Line</Th>
          <Th>Item</Th>
          <Th>Kind</Th>
          <Th>Story</Th>
          <Th>Question</Th>
          <Th>Options</Th>
          <Th>Key</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line}>
            <Td isNumber>{formatCount(row.line)}</Td>
            <Td className="break-words">{row.id}</Td>
            <Td>{row.kind}</Td>
            <Td className="min-w-56">{row.story}</Td>
            <Td className="min-w-48">{row.text}</Td>
            <Td className="min-w-40">{row.options.join(" | ")}</Td>
            <Td>{row.gold}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
