import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import {
  nameOfTable,
  noPeopleYet,
  type PaperCell,
  type PaperTable,
  statusOfRow,
  type ValueUnit,
} from "@/lib/domain/replicate/paper-table.ts";
import { fileNameOf, numberText } from "@/lib/domain/replicate/table-files.ts";
import { type ResultStatus, statusLabel } from "@/lib/domain/results/plan/result-status.ts";

/**
 * A replication in the layout of the paper. Each cell shows the replicated value with its interval above the printed
 * value, and each row its status.
 */
export function ReplicationTables({
  tables,
  people,
  files,
  search = "",
}: {
  tables: readonly PaperTable[];
  /** The status of people’s answers. */
  people: ResultStatus;
  /** The start of the files' addresses; null if there are no files. */
  files: string | null;
  /** The query string of the files' addresses with "?"; may be empty. */
  search?: string;
}) {
  return tables.map((table) => (
    <ReplicationTable
      key={table.table}
      table={table}
      people={people}
      fileHref={files === null ? null : (name) => `${files}/${name}${search}`}
    />
  ));
}

function ReplicationTable({
  table,
  people,
  fileHref,
}: {
  table: PaperTable;
  people: ResultStatus;
  fileHref: ((name: string) => string) | null;
}) {
  const { title, head, columns, unit } = table;
  // Without computed values, the figure would have empty axes.
  const figure = table.rows.some(({ cells }) => cells.some(({ ours }) => ours !== null)) ? table.figure : null;
  const name = fileNameOf(table);
  const rows = table.rows.filter(({ cells }) => cells.some(({ ours, printed }) => ours !== null || printed !== null));
  const caption = `${nameOfTable(table.table)}. ${title}`;
  return (
    <Section title={nameOfTable(table.table)} lead={title}>
      <div className="grid gap-4">
        {figure && fileHref && (
          // biome-ignore lint/performance/noImgElement: the drawing is an SVG of this page.
          <img
            src={fileHref(`${name}.svg`)}
            alt={caption}
            className="max-w-full rounded-md border border-rule bg-surface"
          />
        )}
        {rows.length === 0 ? (
          <p className="text-ink-soft">No values yet.</p>
        ) : (
          <Table caption={caption} isCaptionHidden maxHeight="40rem" takenAs={name}>
            <thead>
              <tr>
                <Th>{head}</Th>
                {columns.map(({ name: column, label }) => (
                  <Th key={column} isNumber>
                    {label}
                  </Th>
                ))}
                <Th>Status</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.row}>
                  <Th scope="row">{row.row}</Th>
                  {row.cells.map((cell, index) => (
                    <Td key={columns[index]?.name} isNumber>
                      <ReplicatedValue cell={cell} unit={unit} />
                    </Td>
                  ))}
                  <Td className="text-ink-soft">{statusLabel(statusOfRow(row, people))}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {fileHref && (
          <p className="no-print text-sm">
            {["csv", "md", "tex", ...(figure ? ["svg"] : [])].map((ending, index) => (
              <span key={ending}>
                {index > 0 && " · "}
                <Link href={fileHref(`${name}.${ending}`)}>{ending === "md" ? "Markdown" : ending.toUpperCase()}</Link>
              </span>
            ))}
          </p>
        )}
      </div>
    </Section>
  );
}

/** A replicated value with its interval and n, and the printed value below it. */
function ReplicatedValue({ cell, unit }: { cell: PaperCell; unit: ValueUnit }) {
  const { ours, interval, printed, n, why } = cell;
  const number = (value: number) => numberText(value, unit);
  return (
    <span title={ours === null ? (why ?? undefined) : undefined} className="block whitespace-nowrap">
      {ours === null ? (
        <span className="text-ink-soft">{why === noPeopleYet && printed !== null ? noPeopleYet : "–"}</span>
      ) : (
        <>
          <strong>{number(ours)}</strong>
          <span className="block text-xs text-ink-soft">
            {interval ? `${number(interval[0])} to ${number(interval[1])}` : "no interval"}, n = {formatCount(n)}
          </span>
        </>
      )}
      {printed !== null && (
        <span className="block text-xs text-ink-soft">
          printed {typeof printed === "number" ? number(printed) : printed}
        </span>
      )}
    </span>
  );
}
