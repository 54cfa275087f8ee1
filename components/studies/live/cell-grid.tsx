import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { CellGrid, LiveCell } from "@/lib/domain/survey/live/prepare-cells.ts";

/**
 * Maximum number of items that are drawn. With more items, the squares would be unreadable, and only the table is
 * shown.
 */
const maxDrawnItems = 600;

/** Items in one page of the table. */
const itemsPerPage = 50;

/**
 * The number of answers per item and condition. There is a block for each condition, a row for each story, and a square
 * for each item, which is darker the more answers it has. The paged table below has the same numbers.
 *
 * @param page the page of the table, from 1; null if the table is collapsed
 */
export function CellGridFigure({
  grid,
  page,
  pageHref,
}: {
  grid: CellGrid;
  page: number | null;
  pageHref: (page: number) => string;
}) {
  const target = targetText(grid.target);
  const items = grid.blocks[0]?.rows.flatMap((row) => row.cells) ?? [];
  const columns = Math.max(1, ...(grid.blocks[0]?.rows.map((row) => row.cells.length) ?? []));
  const pages = Math.max(1, Math.ceil(items.length / itemsPerPage));
  const currentPage = Math.min(page ?? 1, pages);
  const hasLabels = grid.blocks[0]?.rows.some((row) => row.label !== "") ?? false;
  return (
    <div className="grid grid-cols-1 gap-5">
      {items.length <= maxDrawnItems && (
        <>
          <Legend target={target} />
          <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
            {grid.blocks.map((block) => {
              const cells = block.rows.flatMap((row) => row.cells);
              const full = cells.filter(({ share }) => share === 1).length;
              return (
                <figure
                  key={block.conditionId}
                  className="grid grid-cols-1 min-w-0 content-start gap-2"
                  data-drawn-as="cells"
                >
                  <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm">
                    <span className="font-medium">{block.label}</span>
                    <span className="text-ink-soft tabular-nums">
                      {formatCount(full)} of {formatCount(cells.length)}{" "}
                      {grid.target.low > 0 ? "full" : "with an answer"}
                    </span>
                  </figcaption>
                  <BlockDrawing {...{ block, full, cells, grid, target, hasLabels, columns }} />
                </figure>
              );
            })}
          </div>
        </>
      )}
      <details id="cells" open={page !== null}>
        <summary className="font-medium">Show as table</summary>
        <div className="mt-3 grid grid-cols-1 gap-3">
          <CellTable
            grid={grid}
            items={items.slice((currentPage - 1) * itemsPerPage, currentPage * itemsPerPage)}
            target={target}
          />
          {pages > 1 && (
            <nav aria-label="Pages of the table" className="flex flex-wrap items-center gap-4">
              {currentPage > 1 && <Link href={pageHref(currentPage - 1)}>Previous items</Link>}
              <span>
                Page {currentPage} of {pages}
              </span>
              {currentPage < pages && <Link href={pageHref(currentPage + 1)}>Next items</Link>}
            </nav>
          )}
        </div>
      </details>
    </div>
  );
}

/** Draws the cells of one condition as squares. */
function BlockDrawing({
  block,
  full,
  cells,
  grid,
  target,
  hasLabels,
  columns,
}: {
  block: { conditionId: string; label: string; rows: { label: string; cells: LiveCell[] }[] };
  full: number;
  cells: LiveCell[];
  grid: CellGrid;
  target: string;
  hasLabels: boolean;
  columns: number;
}) {
  return (
    <div
      role="img"
      aria-label={`${block.label}: ${full} of ${cells.length} cells ${fullLabel(grid.target)}; the emptiest has ${findMinFilled(cells)} of ${target} answers. The table below has every number.`}
      className="keep-colour grid gap-1"
    >
      {block.rows.map((row, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a study never change their order
          key={place}
          className={hasLabels ? "grid grid-cols-1 items-center gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]" : undefined}
        >
          {hasLabels && (
            <span className="truncate text-xs text-ink-soft" title={row.label}>
              {row.label}
            </span>
          )}
          <span
            className="grid grid-cols-1 gap-0.5"
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {row.cells.map((cell) => (
              <span
                key={cell.item}
                title={`${cell.label}: ${cell.filled} of ${target}${cell.open ? `, and ${cell.open} outside all groups` : ""}`}
                className="aspect-square max-h-6 rounded-[2px]"
                style={{ background: cellColour(cell.share) }}
              />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}

function CellTable({ grid, items, target }: { grid: CellGrid; items: readonly LiveCell[]; target: string }) {
  const byBlock = grid.blocks.map(
    (block) => new Map(block.rows.flatMap((row) => row.cells).map((cell) => [cell.item, cell])),
  );
  return (
    <Table
      caption={`Answers to each item under each condition, of ${target}; in brackets those outside all groups`}
      maxHeight="32rem"
      takenAs="cells"
    >
      <thead>
        <tr>
          <Th>Item</Th>
          {grid.blocks.map((block) => (
            <Th key={block.conditionId} isNumber>
              {block.label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(({ item, label, text }) => (
          <tr key={item}>
            <Th scope="row">
              <span title={text}>{label}</span>
            </Th>
            {byBlock.map((cells, place) => {
              const cell = cells.get(item);
              return (
                <Td key={grid.blocks[place]?.conditionId} isNumber>
                  {formatCount(cell?.filled ?? 0)}
                  {cell?.open ? ` (${formatCount(cell.open)})` : ""}
                </Td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Legend({ target }: { target: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
      <span>Empty</span>
      <span aria-hidden="true" className="keep-colour inline-flex gap-0.5">
        {[0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => (
          <span key={share} className="size-4 rounded-[2px]" style={{ background: cellColour(share) }} />
        ))}
      </span>
      <span>full, {target} answers</span>
    </p>
  );
}

/** The colour of a square by its share of the planned answers. A full square is clearly darker than all others. */
function cellColour(share: number): string {
  if (share >= 1) return "var(--people-ink)";
  if (share === 0) return "var(--rule)";
  return `color-mix(in oklab, var(--people) ${Math.round(20 + share * 75)}%, var(--rule))`;
}

function findMinFilled(cells: readonly LiveCell[]): number {
  return cells.reduce((smallest, cell) => Math.min(smallest, cell.filled), cells[0]?.filled ?? 0);
}

/**
 * Describes cells with a share of 1. They are not called full if the design has no minimum number of answers per cell.
 */
export function fullLabel({ low }: CellGrid["target"]): string {
  return low > 0 ? "are full" : "have an answer";
}

/** "7", or "0 to 7". */
export function targetText({ low, high }: CellGrid["target"]): string {
  return low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
}
