import { RenderInChunks } from "@/components/ui/render-in-chunks.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate, describeLimits } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatP } from "@/lib/domain/format/figures.ts";
import { tableWithStatus } from "@/lib/domain/results/views/table-with-status.ts";
import type { EstimateCell, ViewCell, ViewTable } from "@/lib/domain/results/views/view.ts";
import type { ViewStatus } from "@/lib/domain/results/views/view-files.ts";
import { Small } from "./comparison/comparison-table.tsx";

/** Maximum number of rows of a table per page. */
export const rowsPerPage = 40;

/** Computes the range of rows on one page of a list. Page numbers beyond the last page mean the last page. */
export function getPage(total: number, perPage: number, requestedPage: number) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const page = Math.min(requestedPage, pages);
  const shown: [number, number] = [(page - 1) * perPage + 1, Math.min(page * perPage, total)];
  return { page, pages, shown, total };
}

/** A table of a view with one page of its rows, limited to its status; tests have it in a column. */
export function NumberTable({ table: given, status, page }: { table: ViewTable; status: ViewStatus; page: number }) {
  const table = tableWithStatus(given, status);
  if (table === null) return null;
  const [first, last] = getPage(table.rows.length, rowsPerPage, page).shown;
  const isNumber = table.columns.map((_, index) => table.rows.some((row) => row[index]?.kind !== "text"));
  return (
    <Table caption={table.caption} takenAs={table.name}>
      <thead>
        <tr>
          {table.columns.map((column, index) => (
            <Th key={column} isNumber={isNumber[index]}>
              {column}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        <RenderInChunks each={8}>
          {table.rows.slice(first - 1, last).map((row, index) => (
            // The rows of a stored table are identified by their index.
            // biome-ignore lint/suspicious/noArrayIndexKey: the table is read-only.
            <Row key={first + index} row={row} columns={table.columns} isNumber={isNumber} />
          ))}
        </RenderInChunks>
      </tbody>
    </Table>
  );
}

function Row({
  row,
  columns,
  isNumber,
}: {
  row: readonly ViewCell[];
  columns: readonly string[];
  isNumber: readonly boolean[];
}) {
  return (
    <tr>
      {row.map((cell, column) => (
        <Cell key={columns[column]} cell={cell} isHead={column === 0} isNumber={isNumber[column] ?? false} />
      ))}
    </tr>
  );
}

function Cell({ cell, isHead, isNumber }: { cell: ViewCell; isHead: boolean; isNumber: boolean }) {
  if (isHead && cell.kind === "text") return <Th scope="row">{cell.text}</Th>;
  switch (cell.kind) {
    case "text":
      return <Td isNumber={isNumber}>{cell.text}</Td>;
    case "count":
      return <Td isNumber>{formatCount(cell.value)}</Td>;
    case "estimate":
      return (
        <Td isNumber>
          <CellEstimate cell={cell} />
        </Td>
      );
    case "test":
      return (
        <Td isNumber>
          {cell.p === null ? "–" : `p ${formatP(cell.p)}`}
          {cell.adjusted !== null && <Small>corrected {formatP(cell.adjusted)}</Small>}
          {cell.simultaneous && <Small>simultaneous {describeLimits(cell.simultaneous)}</Small>}
          {cell.signPatterns !== null && <Small>sign patterns p {formatP(cell.signPatterns)}</Small>}
          {cell.worst && (
            <Small>
              p {formatP(cell.worst.p)} with {formatCount(cell.worst.missing)} missing answers counted against it{" "}
            </Small>
          )}
          <Small>n = {formatCount(cell.n)}</Small>
          {cell.reason && <Note>{cell.reason}</Note>}
        </Td>
      );
  }
}

function Note({ children }: { children: string }) {
  return <span className="ml-auto block max-w-52 text-xs whitespace-normal text-ink-soft">{children}</span>;
}

function CellEstimate({ cell }: { cell: EstimateCell }) {
  const { value, interval, n } = describeEstimate(cell, cell.n, { unit: cell.unit });
  return (
    <>
      {value}
      {cell.low !== null && cell.high !== null && <Small>{interval}</Small>}
      <Small>{n}</Small>
      {cell.reason && <Note>{cell.reason}</Note>}
    </>
  );
}
