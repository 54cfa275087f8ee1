import { figureSize } from "@/lib/domain/epistemic/explain/layout.ts";
import { worldName } from "@/lib/domain/epistemic/explain/step-view.ts";
import type { World } from "@/lib/domain/epistemic/explain/worlds.ts";
import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { PersonDrawing } from "./person-figure.tsx";

/** A world within a line of text: its number, and the fact about each person. */
export function WorldChip({ world, setup, onPin }: { world: World; setup: Setup; onPin: (world: number) => void }) {
  return (
    <button
      type="button"
      onClick={() => onPin(world.number)}
      className="inline-flex items-center gap-1.5 rounded-sm border border-edge bg-surface px-1.5 py-0.5 align-middle text-sm font-semibold transition-colors hover:border-ink hover:bg-sunken pointer-coarse:min-h-8"
    >
      {worldName(world.number)}
      <span className="sr-only"> ({world.description})</span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${world.facts.length * figureSize.width} 26`}
        className="world-figure keep-colour h-4.5"
      >
        {world.facts.map((fact, person) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: persons are identified by their index.
          <g key={person} transform={`translate(${person * figureSize.width} 0)`}>
            <PersonDrawing setup={setup} fact={fact} />
          </g>
        ))}
      </svg>
    </button>
  );
}
