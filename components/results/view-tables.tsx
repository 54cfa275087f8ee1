import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { IntervalFigure } from "@/components/charts/interval-figure.tsx";
import { LineFigure } from "@/components/charts/line-figure.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { RenderInOwnTask } from "@/components/ui/render-in-chunks.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { limitViewToStatus } from "@/lib/domain/results/interim/without-conclusions.ts";
import type { ResultStatus, StatusSentence } from "@/lib/domain/results/plan/result-status.ts";
import { statusOfOthers } from "@/lib/domain/results/plan/test-status.ts";
import { figureStatusNote, labelStatuses } from "@/lib/domain/results/views/figure-status.ts";
import type { View, ViewFigure } from "@/lib/domain/results/views/view.ts";
import {
  conclusionSentences,
  findingSentences,
  sentencesFile,
  type ViewStatus,
} from "@/lib/domain/results/views/view-files.ts";
import { getPage, NumberTable, rowsPerPage } from "./number-table.tsx";
import { PageLinks } from "./page-links.tsx";

/** Maximum numbers of charts of a view per page, and of rows of a chart per page. */
const figuresPerPage = 12;
const figureRowsPerPage = 40;

/**
 * A view of an analysis, limited to its status: the assumptions of its method, and its figures and tables with
 * downloads.
 */
export function ViewTables({
  view: given,
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
  const view = limitViewToStatus(given, status);
  const findings = findingSentences(view, status);
  const tables = view.tables.filter(({ rows }) => rows.length > 0);
  const sentences = [...conclusionSentences(view, status), ...view.sentences];
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
          <PagedFigure
            figure={figure}
            status={statusOfOthers(status)}
            page={page}
            fileHref={fileHref}
            pageHref={pageHref}
          />
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
          <NumberTable table={table} status={status} page={page} />
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

function selectFigures(figures: readonly ViewFigure[], page: number): readonly ViewFigure[] {
  const [first, last] = getPage(figures.length, figuresPerPage, page).shown;
  return figures.slice(first - 1, last);
}

/** A chart with its status and one page of its rows. The downloads contain all rows. */
function PagedFigure({
  figure: given,
  status,
  page,
  fileHref,
  pageHref,
}: {
  figure: ViewFigure;
  status: ResultStatus | null;
  page: number;
  fileHref: (file: string) => string;
  pageHref: (page: number) => string;
}) {
  const figure = labelStatuses(given);
  const note = status && <figcaption className="text-sm text-ink-soft">{figureStatusNote(given, status)}</figcaption>;
  const rows = [...new Set(figure.marks.map(({ row }) => row))];
  const currentPage = getPage(rows.length, figureRowsPerPage, page);
  if (figure.across !== undefined)
    return (
      <figure className="grid grid-cols-1 gap-2" data-drawn-as={figure.name}>
        <LineFigure figure={figure} across={figure.across} />
        {note}
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
      {note}
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
