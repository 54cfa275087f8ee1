import { Fragment, useMemo } from "react";
import type { Explanation } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import type { LayoutShape, WorldLayout } from "@/lib/domain/epistemic/explain/layout.ts";
import { layoutWorlds } from "@/lib/domain/epistemic/explain/layout.ts";
import { drawLinkPath } from "@/lib/domain/epistemic/explain/link-path.ts";
import { factLabels } from "@/lib/domain/epistemic/explain/observations.ts";
import type { StepView, WorldView } from "@/lib/domain/epistemic/explain/step-view.ts";
import { describeWorldAtStep } from "@/lib/domain/epistemic/explain/world-text.ts";
import { LinkLayer, linkLines, type WorldHighlight } from "./link-layer.tsx";
import { personStyle } from "./person-style.ts";
import { WorldSheet } from "./world-tile.tsx";

/** If the graph has more lines than this, all of them are faint until a world is selected. */
const maxFullLines = 150;

interface WorldGraphProps {
  shape: LayoutShape;
  explanation: Explanation;
  labels: readonly string[];
  views: readonly StepView[];
  step: number;
  hiddenPersons: ReadonlySet<number>;
  /** The selected world, whose lines are emphasised. */
  focusedWorld: number | null;
  pinnedWorld: number | null;
  /** The world that Tab focuses. Arrow keys move the focus to the other worlds. */
  tabWorld: number;
  highlight: WorldHighlight | null;
  onHoverWorld: (world: number | null) => void;
  onFocusWorld: (world: number | null) => void;
  onPinWorld: (world: number) => void;
  className?: string;
}

/**
 * The worlds of a problem as a graph. The drawing contains the lines of all steps, and each step shows or hides lines.
 * A new step therefore changes the drawing instead of replacing it.
 */
export function WorldGraph({
  shape,
  explanation,
  labels,
  views,
  step,
  hiddenPersons,
  focusedWorld,
  pinnedWorld,
  tabWorld,
  highlight,
  onHoverWorld,
  onFocusWorld,
  onPinWorld,
  className,
}: WorldGraphProps) {
  const { setup, names } = explanation;
  const layout = useMemo(() => layoutWorlds(names.length, shape), [names.length, shape]);
  const lines = useMemo(
    () =>
      linkLines(views).map((line) => ({ ...line, ...drawLinkPath(layout, line.from, line.to, line.lane, line.lanes) })),
    [layout, views],
  );
  const view = views[step]!;
  const showsLabels = names.length <= 3;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG cannot contain a fieldset.
    <svg
      role="group"
      aria-label="Worlds, with lines between worlds that a person cannot distinguish"
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      data-focused={focusedWorld === null ? undefined : ""}
      data-dense={lines.length > maxFullLines ? "" : undefined}
      className={`world-graph keep-colour ${className ?? ""}`}
      style={{ maxWidth: `${layout.width * (names.length > 3 ? 1.15 : 1.5)}px` }}
    >
      {layout.panels.length > 1 &&
        layout.panels.map((panel) => (
          <Fragment key={`${panel.x} ${panel.y}`}>
            <rect
              x={panel.x + 1}
              y={panel.y + 1}
              width={panel.width - 2}
              height={panel.height - 2}
              rx="10"
              fill="none"
              stroke="var(--rule)"
            />
            <text x={panel.x + 12} y={panel.y + 20} fontSize="12" style={{ fill: "var(--ink-soft)" }}>
              {panel.facts
                .map(({ person, fact }) => `${names[person]}: ${factLabels[setup][fact ? "true" : "false"]}`)
                .join(", ")}
            </text>
          </Fragment>
        ))}
      <LinkLayer {...{ lines, hiddenPersons, view, focusedWorld, showsLabels, labels, highlight, layout }} />
      {view.worlds.map((world) => (
        <WorldButton
          key={world.number}
          {...{ world, tabWorld, pinnedWorld, explanation, view, step, layout, highlight, labels }}
          {...{ onFocusWorld, onHoverWorld, onPinWorld }}
        />
      ))}
    </svg>
  );
}

/** One world of the graph, which can be focused and pinned. */
function WorldButton({
  world,
  tabWorld,
  pinnedWorld,
  explanation,
  view,
  step,
  onFocusWorld,
  onHoverWorld,
  onPinWorld,
  layout,
  highlight,
  labels,
}: { world: WorldView; view: StepView; layout: WorldLayout } & Pick<
  WorldGraphProps,
  | "explanation"
  | "labels"
  | "step"
  | "tabWorld"
  | "pinnedWorld"
  | "highlight"
  | "onHoverWorld"
  | "onFocusWorld"
  | "onPinWorld"
>) {
  const { x, y } = layout.places[world.number]!;
  const { facts } = explanation.worlds[world.number]!;
  const isShown = highlight?.world === world.number || highlight?.considered.includes(world.number);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot be part of a drawing.
    <g
      role="button"
      tabIndex={world.number === tabWorld ? 0 : -1}
      aria-pressed={pinnedWorld === world.number}
      aria-label={describeWorldAtStep(explanation, view, step, world.number)}
      data-world={world.number}
      data-state={world.state}
      data-verdict={world.verdict ?? undefined}
      className="world-tile"
      transform={`translate(${x} ${y})`}
      onFocus={() => onFocusWorld(world.number)}
      onBlur={() => onFocusWorld(null)}
      // Only a movement of the pointer selects a world, not a movement of the diagram under the pointer.
      onMouseMove={() => onHoverWorld(world.number)}
      onMouseLeave={() => onHoverWorld(null)}
      onClick={() => onPinWorld(world.number)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onPinWorld(world.number);
      }}
    >
      <Frame className="world-ring" tile={layout.tile} by={4} />
      <Frame
        className="world-halo"
        tile={layout.tile}
        by={4}
        isShown={isShown ?? false}
        colour={highlight?.person == null ? "var(--ink)" : personStyle(highlight.person).colour}
      />
      <WorldSheet view={world} facts={facts} setup={explanation.setup} labels={labels} tile={layout.tile} />
    </g>
  );
}

function Frame({
  className,
  tile,
  by,
  isShown,
  colour,
}: {
  className: string;
  tile: { width: number; height: number };
  by: number;
  isShown?: boolean;
  colour?: string;
}) {
  return (
    <rect
      className={className}
      x={-tile.width / 2 - by}
      y={-tile.height / 2 - by}
      width={tile.width + 2 * by}
      height={tile.height + 2 * by}
      rx="10"
      data-shown={isShown ? "" : undefined}
      style={colour ? { stroke: colour } : undefined}
    />
  );
}
