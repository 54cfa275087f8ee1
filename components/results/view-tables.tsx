import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { IntervalFigure } from "@/components/charts/interval-figure.tsx";
import { LineFigure } from "@/components/charts/line-figure.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { RenderInChunks, RenderInOwnTask } from "@/components/ui/render-in-chunks.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate, describeLimits } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf, formatP } from "@/lib/domain/format/figures.ts";
import type { StatusSentence } from "@/lib/domain/results/plan/result-status.ts";
import type { EstimateCell, View, ViewCell, ViewFigure, ViewTable } from "@/lib/domain/results/views/view.ts";
import { findingSentences, sentencesFile, type ViewStatus } from "@/lib/domain/results/views/view-files.ts";
import { Small } from "./comparison/comparison-table.tsx";
import { PageLinks } from "./page-links.tsx";

/** Maximum number of rows of a table per page. */
const rowsPerPage = 40;
/** Maximum numbers of charts of a view per page, and of rows of a chart per page. */
const figuresPerPage = 12;
const figureRowsPerPage = 40;

/** A view of an analysis: the assumptions of its method, and its figures and tables with downloads. */
export function ViewTables({
  view,
  status,
  page,
  fileHref,
  pageHref,
  dataHash = null,
}: {
  view: View;
  /** The status of its results, as in its files; null for a view without results. */
  status: ViewStatus;
  /** The page of long tables, from 1. */
  page: number;
  /** The address of a file with one part of the view ("groups.csv"). */
  fileHref: (file: string) => string;
  pageHref: (page: number) => string;
  /** Links to the data of this view, which are shown with the sentences; null if the data cannot be downloaded here. */
  dataHash?: string | null;
}) {
  const findings = findingSentences(view, status);
  const tables = view.tables.filter(({ rows }) => rows.length > 0);
  const sentences = [...view.conclusions, ...view.sentences];
  return (
    <div className="grid grid-cols-1 gap-8">
      {view.refused === null && sentences.length === 0 && tables.length === 0 && view.figures.length === 0 && (
        <Callout tone="info" title="Nothing to show yet">
          This analysis needs answers of people or models that are counted in it; with these data, all of its tables are
          empty.
        </Callout>
      )}
      {view.refused !== null && (
        <Callout tone="warn" title="This analysis is not possible with these data">
          {view.refused}
        </Callout>
      )}
      {view.checks.length > 0 && (
        <section aria-label="Assumptions of the method">
          <h3 className="mb-2 font-semibold">Assumptions of the method</h3>
          <ul className="grid max-w-[48rem] gap-1 text-sm">
            {view.checks.map(({ says, holds, found }) => (
              <li key={says}>
                <span className={holds ? "font-medium" : "font-medium text-warn"}>
                  {holds === null ? "Not tested" : holds ? "Met" : "Not met"}:
                </span>{" "}
                {says}. <span className="text-ink-soft">Found: {found}.</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sentences.length > 0 && (
        <div className="grid max-w-[48rem] gap-2">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {findings.length > 0 && (
        <FindingSentences findings={findings} dataHash={dataHash} href={fileHref(sentencesFile)} />
      )}
      {selectFigures(view.figures, page).map((figure) => (
        <RenderInOwnTask key={figure.name}>
          <PagedFigure figure={figure} page={page} fileHref={fileHref} pageHref={pageHref} />
        </RenderInOwnTask>
      ))}
      {view.figures.length > figuresPerPage && (
        <PageLinks
          label="Pages of the figures"
          {...getPage(view.figures.length, figuresPerPage, page)}
          unit="figures"
          hrefOf={pageHref}
        />
      )}
      {tables.map((table) => (
        <div key={table.name} className="grid grid-cols-1 gap-2">
          <NumberTable table={table} page={page} />
          {table.rows.length > rowsPerPage && (
            <PageLinks
              label={`Pages of: ${table.caption}`}
              {...getPage(table.rows.length, rowsPerPage, page)}
              unit="rows"
              hrefOf={pageHref}
            />
          )}
          <TableDownloads name={table.name} fileHref={fileHref} />
        </div>
      ))}
    </div>
  );
}

const maxFindings = 40;

/** One sentence per test for use in a paper. The hash in it identifies the data. */
function FindingSentences({
  findings,
  dataHash,
  href,
}: {
  findings: readonly StatusSentence[];
  dataHash: string | null;
  href: string;
}) {
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
        One sentence for each of {formatNumberOf(findings.length, "test")}
      </summary>
      <ul className="mt-3 grid max-w-[48rem] gap-2">
        {findings.slice(0, maxFindings).map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
      {dataHash !== null && (
        <p className="mt-3 text-ink-soft">
          {findings.length > maxFindings && `The first ${maxFindings} are shown. `}
          <a className="underline" href={href} download={sentencesFile}>
            All sentences as a file
          </a>{" "}
          with the hash of their data, now {dataHash.slice(0, 12)}: a sentence with another hash is stale.
        </p>
      )}
    </details>
  );
}

/** Computes the range of rows on one page of a list. Page numbers beyond the last page mean the last page. */
function getPage(total: number, perPage: number, requestedPage: number) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const page = Math.min(requestedPage, pages);
  const shown: [number, number] = [(page - 1) * perPage + 1, Math.min(page * perPage, total)];
  return { page, pages, shown, total };
}

function selectFigures(figures: readonly ViewFigure[], page: number): readonly ViewFigure[] {
  const [first, last] = getPage(figures.length, figuresPerPage, page).shown;
  return figures.slice(first - 1, last);
}

/** A chart with one page of its rows. The downloads contain all rows. */
function PagedFigure({
  figure,
  page,
  fileHref,
  pageHref,
}: {
  figure: ViewFigure;
  page: number;
  fileHref: (file: string) => string;
  pageHref: (page: number) => string;
}) {
  const rows = [...new Set(figure.marks.map(({ row }) => row))];
  const currentPage = getPage(rows.length, figureRowsPerPage, page);
  if (figure.across !== undefined)
    return (
      <figure className="grid grid-cols-1 gap-2" data-drawn-as={figure.name}>
        <LineFigure figure={figure} across={figure.across} />
        <FigureDownloads
          name={figure.name}
          svgHref={fileHref(`${figure.name}.svg`)}
          specificationHref={fileHref(`${figure.name}.vl.json`)}
        />
      </figure>
    );
  const visibleRows = new Set(rows.slice(currentPage.shown[0] - 1, currentPage.shown[1]));
  return (
    <figure className="grid grid-cols-1 gap-2" data-drawn-as={figure.name}>
      <IntervalFigure figure={{ ...figure, marks: figure.marks.filter(({ row }) => visibleRows.has(row)) }} />
      {currentPage.pages > 1 && (
        <PageLinks label={`Pages of: ${figure.title}`} {...currentPage} unit="rows of the figure" hrefOf={pageHref} />
      )}
      <FigureDownloads
        name={figure.name}
        svgHref={fileHref(`${figure.name}.svg`)}
        specificationHref={fileHref(`${figure.name}.vl.json`)}
      />
    </figure>
  );
}

/** A table of a view with one page of its rows. */
export function NumberTable({ table, page }: { table: ViewTable; page: number }) {
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
              p {formatP(cell.worst.p)} with {formatCount(cell.worst.missing)} missing answers against it
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
