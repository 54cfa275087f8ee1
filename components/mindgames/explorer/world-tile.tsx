import type { WorldLayout } from "@/lib/domain/epistemic/explain/layout.ts";
import { figureSize, tileHead } from "@/lib/domain/epistemic/explain/layout.ts";
import type { WorldView } from "@/lib/domain/epistemic/explain/step-view.ts";
import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { PersonDrawing } from "./person-figure.tsx";

/** A world as a tile, centred at 0, 0: its number, the fact about each person, and its status. */
export function WorldSheet({
  view,
  facts,
  setup,
  labels,
  tile,
}: {
  view: WorldView;
  facts: readonly boolean[];
  setup: Setup;
  labels: readonly string[];
  tile: WorldLayout["tile"];
}) {
  const left = -tile.width / 2;
  const top = -tile.height / 2;
  const rows = Math.ceil(facts.length / tile.columns);
  const padding = (tile.width - tile.columns * figureSize.width) / 2;
  return (
    <>
      <rect className="world-sheet" x={left} y={top} width={tile.width} height={tile.height} rx="7" />
      <g className="world-content">
        <text x={left + 7} y={top + 13} fontSize="10.5" fontWeight="600">
          {view.number + 1}
        </text>
        {facts.map((fact, person) => {
          const row = Math.floor(person / tile.columns);
          // An incomplete last row is centred.
          const inRow = row === rows - 1 ? facts.length - row * tile.columns : tile.columns;
          const x =
            left +
            padding +
            ((tile.columns - inRow) * figureSize.width) / 2 +
            (person % tile.columns) * figureSize.width;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: persons are identified by their index.
            <g key={person} transform={`translate(${x} ${top + tileHead - 3 + row * figureSize.height})`}>
              <PersonDrawing setup={setup} fact={fact} />
              <text x={figureSize.width / 2} y="35.5" fontSize="9.5" textAnchor="middle">
                {labels[person]}
              </text>
            </g>
          );
        })}
      </g>
      <StatusIcon view={view} x={-left - 6} y={top + 13} />
      <line className="world-strike" pathLength="1" x1={left + 5} y1={-top - 5} x2={-left - 5} y2={top + 5} />
    </>
  );
}

/** In the corner of a tile: when the world was ruled out, or whether the hypothesis is true in it. */
function StatusIcon({ view, x, y }: { view: WorldView; x: number; y: number }) {
  if (view.verdict !== null) {
    return view.verdict ? (
      <path
        d={`M${x - 9} ${y - 4}l3 3.2 6 -7`}
        fill="none"
        stroke="var(--good)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    ) : (
      <path
        d={`M${x - 8} ${y - 7.5}l7 7m0 -7l-7 7`}
        fill="none"
        stroke="var(--bad)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    );
  }
  if (view.ruledOutAt === null) return null;
  return (
    <text x={x} y={y} fontSize="9" textAnchor="end" style={{ fill: "var(--ink-soft)" }}>
      out {view.ruledOutAt}
    </text>
  );
}
