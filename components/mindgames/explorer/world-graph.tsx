import { Fragment, useMemo } from "react";
import type { Explanation } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import type { LayoutShape } from "@/lib/domain/epistemic/explain/layout.ts";
import { layoutWorlds } from "@/lib/domain/epistemic/explain/layout.ts";
import { linkPath } from "@/lib/domain/epistemic/explain/link-path.ts";
import type { WorldLink } from "@/lib/domain/epistemic/explain/links.ts";
import { factLabels } from "@/lib/domain/epistemic/explain/observations.ts";
import type { StepView } from "@/lib/domain/epistemic/explain/step-view.ts";
import { worldText } from "@/lib/domain/epistemic/explain/world-text.ts";
import { personStyle } from "./person-style.ts";
import { WorldSheet } from "./world-tile.tsx";

/** What a reason speaks of: the world it is about and those that the person considers possible there. */
export interface Highlight {
  world: number;
  considered: readonly number[];
  person: number | null;
}

/** With more lines than this they step back until a world is chosen. */
const mostEqualLines = 150;

/**
 * The worlds of a problem as a graph. Every line of every step is in the picture from the beginning and only shown or
 * hidden, so that a step is a change and not another picture.
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
}: {
  shape: LayoutShape;
  explanation: Explanation;
  labels: readonly string[];
  views: readonly StepView[];
  step: number;
  hiddenPersons: ReadonlySet<number>;
  /** The world that is looked at: its lines stand out. */
  focusedWorld: number | null;
  pinnedWorld: number | null;
  /** The one world that the Tab key reaches; the arrow keys lead to the others. */
  tabWorld: number;
  highlight: Highlight | null;
  onHoverWorld: (world: number | null) => void;
  onFocusWorld: (world: number | null) => void;
  onPinWorld: (world: number) => void;
  className?: string;
}) {
  const { setup, names, worlds } = explanation;
  const layout = useMemo(() => layoutWorlds(names.length, shape), [names.length, shape]);
  const lines = useMemo(
    () => linesOf(views).map((line) => ({ ...line, ...linkPath(layout, line.from, line.to, line.lane, line.lanes) })),
    [layout, views],
  );
  const view = views[step]!;
  const showsLabels = names.length <= 3;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a drawing.
    <svg
      role="group"
      aria-label="Worlds, with lines between worlds that a person cannot distinguish"
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      data-focused={focusedWorld === null ? undefined : ""}
      data-dense={lines.length > mostEqualLines ? "" : undefined}
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
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of lines cannot have the focus. */}
      <g aria-hidden="true">
        {lines.map(({ from, to, person, d, label }) => {
          const { colour, dash, cap } = personStyle(person);
          const state = hiddenPersons.has(person) ? "off" : stateOf(view, from, to, person);
          const near = focusedWorld !== null && (from === focusedWorld || to === focusedWorld) ? "" : undefined;
          return (
            <Fragment key={`${from} ${to} ${person}`}>
              <path
                className="world-link"
                data-state={state}
                data-near={near}
                d={d}
                stroke={colour}
                strokeDasharray={dash}
                strokeLinecap={cap}
              />
              {(showsLabels || near === "") && (
                <g
                  className="world-link-label"
                  data-state={state === "leaving" ? "off" : state}
                  data-near={near}
                  transform={`translate(${label.x} ${label.y})`}
                >
                  <circle r="7.6" fill="var(--surface)" stroke={colour} strokeWidth="1.3" />
                  <text y="3.2" fontSize={labels[person]!.length > 1 ? 7.5 : 9} fontWeight="600" textAnchor="middle">
                    {labels[person]}
                  </text>
                </g>
              )}
            </Fragment>
          );
        })}
        {highlight !== null && highlight.person !== null && (
          <Star layout={layout} highlight={{ ...highlight, person: highlight.person }} />
        )}
      </g>
      {view.worlds.map((world) => {
        const { x, y } = layout.places[world.number]!;
        const { facts } = worlds[world.number]!;
        const isShown = highlight?.world === world.number || highlight?.considered.includes(world.number);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing.
          <g
            key={world.number}
            role="button"
            tabIndex={world.number === tabWorld ? 0 : -1}
            aria-pressed={pinnedWorld === world.number}
            aria-label={worldText(explanation, view, step, world.number)}
            data-world={world.number}
            data-state={world.state}
            data-verdict={world.verdict ?? undefined}
            className="world-tile"
            transform={`translate(${x} ${y})`}
            onFocus={() => onFocusWorld(world.number)}
            onBlur={() => onFocusWorld(null)}
            // A pointer that lies still while the picture moves under it looks at nothing.
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
            <WorldSheet view={world} facts={facts} setup={setup} labels={labels} tile={layout.tile} />
          </g>
        );
      })}
    </svg>
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

/** From the world of a reason to each world that the person considers possible there. */
function Star({
  layout,
  highlight: { world, considered, person },
}: {
  layout: ReturnType<typeof layoutWorlds>;
  highlight: { world: number; considered: readonly number[]; person: number };
}) {
  const { colour, dash, cap } = personStyle(person);
  return considered
    .filter((other) => other !== world)
    .map((other) => (
      <path
        key={other}
        d={linkPath(layout, world, other).d}
        fill="none"
        stroke={colour}
        strokeWidth="5"
        strokeOpacity="0.55"
        strokeDasharray={dash}
        strokeLinecap={cap}
      />
    ));
}

interface Line extends Omit<WorldLink, "persons"> {
  person: number;
  /** The place among all persons who ever have this line, so that a line stays where it is from step to step. */
  lane: number;
  lanes: number;
}

function linesOf(views: readonly StepView[]): Line[] {
  const persons = new Map<string, { from: number; to: number; persons: Set<number> }>();
  for (const { from, to, persons: own } of views.flatMap(({ links, leavingLinks }) => [...links, ...leavingLinks])) {
    const key = `${from} ${to}`;
    const line = persons.get(key) ?? { from, to, persons: new Set() };
    for (const person of own) line.persons.add(person);
    persons.set(key, line);
  }
  return [...persons.values()].flatMap(({ from, to, persons: own }) =>
    [...own].sort().map((person, lane) => ({ from, to, person, lane, lanes: own.size })),
  );
}

function stateOf(view: StepView, from: number, to: number, person: number): "on" | "leaving" | "off" {
  const has = (links: readonly WorldLink[]) =>
    links.some((link) => link.from === from && link.to === to && link.persons.includes(person));
  if (has(view.links)) return "on";
  return has(view.leavingLinks) ? "leaving" : "off";
}
