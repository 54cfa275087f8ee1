import { Fragment } from "react";
import type { layoutWorlds, WorldLayout } from "@/lib/domain/epistemic/explain/layout.ts";
import { drawLinkPath } from "@/lib/domain/epistemic/explain/link-path.ts";
import type { WorldLink } from "@/lib/domain/epistemic/explain/links.ts";
import type { StepView } from "@/lib/domain/epistemic/explain/step-view.ts";
import { personStyle } from "./person-style.ts";

/**
 * The worlds to highlight for an explanation: the world that it is about, and the worlds that the person considers
 * possible there.
 */
export interface WorldHighlight {
  world: number;
  considered: readonly number[];
  person: number | null;
}

/** The lines between worlds that a person cannot distinguish. */
export function LinkLayer({
  lines,
  hiddenPersons,
  view,
  focusedWorld,
  showsLabels,
  labels,
  highlight,
  layout,
}: {
  lines: readonly (Line & ReturnType<typeof drawLinkPath>)[];
  hiddenPersons: ReadonlySet<number>;
  view: StepView;
  focusedWorld: number | null;
  showsLabels: boolean;
  labels: readonly string[];
  highlight: WorldHighlight | null;
  layout: WorldLayout;
}) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of lines cannot have the focus.
    <g aria-hidden="true">
      {lines.map(({ from, to, person, d, label }) => {
        const { colour, dash, cap } = personStyle(person);
        const state = hiddenPersons.has(person) ? "off" : findLinkState(view, from, to, person);
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
        <ConsideredWorldLines layout={layout} highlight={{ ...highlight, person: highlight.person }} />
      )}
    </g>
  );
}

/** Lines from the world of an explanation to each world that the person considers possible there. */
function ConsideredWorldLines({
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
        d={drawLinkPath(layout, world, other).d}
        fill="none"
        stroke={colour}
        strokeWidth="5"
        strokeOpacity="0.55"
        strokeDasharray={dash}
        strokeLinecap={cap}
      />
    ));
}

function findLinkState(view: StepView, from: number, to: number, person: number): "on" | "leaving" | "off" {
  const has = (links: readonly WorldLink[]) =>
    links.some((link) => link.from === from && link.to === to && link.persons.includes(person));
  if (has(view.links)) return "on";
  return has(view.leavingLinks) ? "leaving" : "off";
}

interface Line extends Omit<WorldLink, "persons"> {
  person: number;
  /**
   * The index of this line among the lines between the same worlds. It keeps the line in the same position in all
   * steps.
   */
  lane: number;
  lanes: number;
}

/** The lines of all steps. */
export function linkLines(views: readonly StepView[]): Line[] {
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
