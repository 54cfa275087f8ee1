import clsx from "clsx";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import type { Heatmap, HeatmapCell } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import { formatObserverLines, type Observer } from "@/lib/domain/beliefs/prepare/observer.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { describeRate } from "../describe-rate.ts";
import { CellKeys } from "./cell-keys.tsx";
import { hatching, heatColour } from "./heat-colour.ts";

export const reasonLabels: Readonly<Record<NonNullable<HeatmapCell["reason"]>, string>> = {
  notAsked: "not asked",
  notKnown: "no fact known",
  notDecided: "none decided",
  tooFew: "too few",
};

/** Difference from explicit expressions (as a share) at which a cell has its full colour. */
const fullDifference = 0.5;

/**
 * The heatmap as a table of categories by observers, in which each number is accessible. The colour of a cell repeats
 * its number, and a thin line at the bottom shows its interval. Each cell links to its expressions.
 */
export function HeatmapTable({
  map,
  observers,
  show,
  caption,
  hrefOf,
}: {
  map: Heatmap;
  /** The observers in the order of the map's columns. */
  observers: readonly Observer[];
  show: "rate" | "difference";
  caption: string;
  hrefOf: (observer: string, category: string) => string;
}) {
  return (
    <CellKeys label={caption}>
      <table className="w-full border-separate border-spacing-0 text-left text-sm" data-taken-as="categories">
        <caption className="sr-only">
          {caption}. Every cell opens the expressions behind it; arrow keys go from cell to cell.
        </caption>
        <ObserverHeadings {...{ observers }} />
        {groupByDimension(map).map(({ dimension, label, rows }) => (
          <tbody key={dimension}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={observers.length + 1}
                className="bg-surface pt-4 pb-1 pl-3 text-left text-xs font-semibold tracking-wide text-ink-soft uppercase"
              >
                <span className="sticky left-3">{label}</span>
              </th>
            </tr>
            {rows.map(({ row, cells }) => (
              <tr key={row.category} id={`category-${row.category}`}>
                <th
                  scope="row"
                  className={clsx(
                    "sticky left-0 z-1 bg-surface py-1 pr-2 pl-3 leading-snug font-medium",
                    row.category === "explicit" && "font-semibold",
                  )}
                >
                  {row.label}
                  {row.category === "explicit" && (
                    <span className="block text-xs font-normal text-ink-soft">reference line</span>
                  )}
                </th>
                {cells.map((cell, place) => {
                  const observer = observers[place]!;
                  return (
                    <td
                      key={observer.key}
                      className={clsx(
                        "keep-colour h-px border-r border-b border-surface p-0 text-center",
                        row.category === "explicit" && "border-y-2 border-y-ink",
                      )}
                      style={{ background: cellBackground(cell, observer.side, show) }}
                    >
                      <AppLink
                        href={hrefOf(observer.key, row.category)}
                        prefetch={false}
                        data-cell
                        title={describeCell(cell)}
                        className="relative block h-full min-h-11 px-1 pt-1 pb-2.5 leading-tight no-underline hover:outline-2 hover:-outline-offset-2 hover:outline-ink focus-visible:-outline-offset-2"
                      >
                        <CellContent cell={cell} show={show} />
                        <span className="sr-only">
                          {` ${describeCell(cell)}. Expressions: ${observer.name}, ${row.label}`}
                        </span>
                      </AppLink>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </CellKeys>
  );
}

/** The header of the table: one column for each observer. */
function ObserverHeadings({ observers }: { observers: readonly Observer[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="sticky left-0 z-2 min-w-28 bg-surface py-2 pr-2 pl-3 align-bottom text-ink-soft">
          Category
        </th>
        {observers.map((observer) => (
          <th
            key={observer.key}
            scope="col"
            className={clsx(
              "min-w-16 border-t-3 px-1.5 py-2 text-center align-bottom leading-snug font-semibold",
              observer.side === "people" ? "border-people" : "border-models",
            )}
          >
            {formatObserverLines(observer).map((line, place) => (
              <span key={line} className={clsx("block", place > 0 && "text-xs font-normal text-ink-soft")}>
                {line}{" "}
              </span>
            ))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function CellContent({ cell, show }: { cell: HeatmapCell; show: "rate" | "difference" }) {
  const number = show === "rate" ? cell.rate : cell.aboveReference;
  if (cell.state === "missing" || number === null || cell.rate === null) {
    return (
      <span aria-hidden="true" className="mx-auto mt-2 block w-fit rounded-sm bg-surface px-1 text-xs text-ink-soft">
        n = {formatCount(cell.n)}
      </span>
    );
  }
  return (
    <span aria-hidden="true" className="block text-ink tabular-nums">
      <span className="block text-base font-semibold">
        {show === "rate" ? Math.round(cell.rate * 100) : formatDifference(cell).replace(/\.\d$/, "")}
      </span>
      <span className="block text-xs">n {formatCount(cell.n)}</span>
      {show === "rate" && cell.low !== null && cell.high !== null && (
        <span className="absolute inset-x-1.5 bottom-1 block h-0.5">
          <span
            className="absolute block h-full bg-ink"
            style={{ left: `${cell.low * 100}%`, width: `${(cell.high - cell.low) * 100}%` }}
          />
        </span>
      )}
    </span>
  );
}

/**
 * Formats the difference from the explicit category. It has no interval; the interval of the rate is shown next to it.
 */
function formatDifference({ aboveReference, n }: HeatmapCell): string {
  return describeEstimate({ value: aboveReference, low: null, high: null }, n, { unit: "points" }).value;
}

function describeCell(cell: HeatmapCell): string {
  if (cell.state === "missing" && cell.reason) {
    const decided = cell.reason === "tooFew" ? `: ${describeRate(cell)}` : "";
    return `No number, ${reasonLabels[cell.reason]}${decided}; ${formatCount(cell.pairs)} asked, ${formatCount(cell.known)} known`;
  }
  const comparisonText = cell.aboveReference === null ? "" : `; ${formatDifference(cell)} points from explicit`;
  return `${describeRate(cell)}${comparisonText}`;
}

function cellBackground(cell: HeatmapCell, side: Observer["side"], show: "rate" | "difference"): string {
  if (cell.state === "missing" || cell.rate === null) return hatching;
  if (show === "rate") return heatColour(side, cell.rate);
  if (cell.aboveReference === null) return hatching;
  const share = Math.abs(cell.aboveReference) / fullDifference;
  return heatColour(cell.aboveReference < 0 ? "ink-soft" : side, share);
}

function groupByDimension(map: Heatmap) {
  const groups: {
    dimension: string;
    label: string;
    rows: { row: Heatmap["rows"][number]; cells: HeatmapCell[] }[];
  }[] = [];
  for (const [place, row] of map.rows.entries()) {
    const last = groups.at(-1);
    const entry = { row, cells: map.cells[place] ?? [] };
    if (last?.dimension === row.dimension) last.rows.push(entry);
    else groups.push({ dimension: row.dimension, label: row.dimensionLabel, rows: [entry] });
  }
  return groups;
}

/** The legend of the heatmap's colours, stripes and lines. */
export function HeatmapLegend({ show, least }: { show: "rate" | "difference"; least: number }) {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return (
    <ul className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-ink-soft">
      {(["people", "models"] as const).map((side) => (
        <li key={side} className="flex items-center gap-2">
          <span aria-hidden="true" className="keep-colour flex">
            {steps.map((step) => (
              <span key={step} className="block h-4 w-5" style={{ background: heatColour(side, step) }} />
            ))}
          </span>
          {side === "people" ? "People" : "Models"}, {show === "rate" ? "0 to 100%" : "0 to +50 points or more"}
        </li>
      ))}
      {show === "difference" && (
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="keep-colour flex">
            {steps.map((step) => (
              <span key={step} className="block h-4 w-5" style={{ background: heatColour("ink-soft", step) }} />
            ))}
          </span>
          Below explicit
        </li>
      )}
      <li className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className="keep-colour block h-4 w-8 border border-rule"
          style={{ background: hatching }}
        />
        Missing: {least === 1 ? "no pair decided" : `fewer than ${least} pairs decided`}
      </li>
      {show === "rate" && (
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="block h-0.5 w-8 bg-ink" />
          95% interval, from 0 at the cell’s left to 100 at its right
        </li>
      )}
    </ul>
  );
}
