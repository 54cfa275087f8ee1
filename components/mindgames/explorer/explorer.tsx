"use client";

import { formatCount } from "@/lib/domain/format/figures.ts";
import "./explorer.css";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Dispatch, SetStateAction } from "react";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { Explanation } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import { explainProblem, maxExplainedPersons } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import { findKeyEffect } from "@/lib/domain/epistemic/explain/key-move.ts";
import { createShortLabels } from "@/lib/domain/epistemic/explain/short-labels.ts";
import type { StepView } from "@/lib/domain/epistemic/explain/step-view.ts";
import { createStepViews } from "@/lib/domain/epistemic/explain/step-view.ts";
import type { Problem } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { ExplanationTables } from "./explanation-tables.tsx";
import { Kbd } from "./kbd.tsx";
import type { WorldHighlight } from "./link-layer.tsx";
import { PersonLegend } from "./person-legend.tsx";
import { StepReasons } from "./step-reasons.tsx";
import { Timeline } from "./timeline.tsx";
import { WorldGraph } from "./world-graph.tsx";
import { WorldPanel } from "./world-panel.tsx";

/**
 * Explains one problem by its worlds: a graph of the worlds, the announcements that rule out some of them, and why the
 * hypothesis is true or false. The left and right keys move between announcements, the up and down keys between worlds.
 * A digit selects the world that differs only in the fact about that person. The tables below contain the same data.
 */
export function Explorer({
  problem,
  step,
  onStep,
  hrefOf,
}: {
  problem: Problem;
  step: number;
  onStep: (step: number) => void;
  /** The address of this page at a step. */
  hrefOf: (step: number) => string;
}) {
  const result = useMemo(() => explainProblem(problem), [problem]);
  if (!result.ok) {
    return (
      <Callout title="Too many worlds for a diagram">
        {problem.names.length} persons make {formatCount(2 ** problem.names.length)} worlds. Pictures are drawn for up
        to {maxExplainedPersons} persons.
      </Callout>
    );
  }
  return <ExplainedProblem {...{ problem, step, onStep, hrefOf }} explanation={result.explanation} />;
}

type ExplanationOf = Extract<ReturnType<typeof explainProblem>, { ok: true }>["explanation"];

function ExplainedProblem({
  problem,
  explanation,
  step: wantedStep,
  onStep,
  hrefOf,
}: {
  problem: Problem;
  explanation: ExplanationOf;
  step: number;
  onStep: (step: number) => void;
  hrefOf: (step: number) => string;
}) {
  const views = useMemo(() => createStepViews(explanation), [explanation]);
  const labels = useMemo(() => createShortLabels(explanation.names), [explanation.names]);
  const [hiddenPersons, setHiddenPersons] = useState<ReadonlySet<number>>(new Set());
  const [hovered, setHovered] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const [lastFocused, setLastFocused] = useState<number | null>(null);
  const [highlight, setHighlight] = useState<WorldHighlight | null>(null);
  const stage = useRef<HTMLDivElement>(null);

  const step = Math.min(Math.max(0, wantedStep), views.length - 1);
  const view = views[step]!;
  const worlds = explanation.worlds.length;
  const orNullIfMissing = (world: number | null) => (world !== null && world < worlds ? world : null);
  const activeWorld = orNullIfMissing(hovered) ?? orNullIfMissing(focused) ?? orNullIfMissing(pinned);
  const tabWorld = orNullIfMissing(lastFocused) ?? view.worlds.find(({ state }) => state === "possible")?.number ?? 0;
  const goTo = (next: number) => {
    setHighlight(null);
    onStep(Math.min(Math.max(0, next), views.length - 1));
  };
  const togglePin = (world: number) => setPinned((before) => (before === world ? null : world));
  const focusWorld = (world: number) => {
    const tiles = stage.current?.querySelectorAll<SVGGElement>(`[data-world="${world}"]`) ?? [];
    // The graph is rendered twice, in a wide and a narrow layout; only one of them is visible.
    [...tiles].find((tile) => tile.getClientRects().length > 0)?.focus();
  };

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement) return;
    const move = findKeyEffect(event.key, {
      step,
      steps: views.length,
      world: orNullIfMissing(focused),
      persons: explanation.names.length,
    });
    if (!move) return;
    event.preventDefault();
    if (move.to === "step") goTo(move.step);
    else if (move.to === "world") focusWorld(move.world);
    else setPinned(null);
  }

  const graph = (shape: "wide" | "narrow", className: string) => (
    <WorldGraph
      {...{ shape, className, explanation, labels, views, step, hiddenPersons, highlight, tabWorld }}
      focusedWorld={highlight === null ? activeWorld : null}
      pinnedWorld={orNullIfMissing(pinned)}
      onHoverWorld={setHovered}
      onFocusWorld={(world) => {
        setFocused(world);
        if (world === null) return;
        setLastFocused(world);
        setHovered(null);
      }}
      onPinWorld={togglePin}
    />
  );

  return (
    <div className="grid gap-10">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the links and tiles inside. */}
      <div
        ref={stage}
        onKeyDown={onKeyDown}
        className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]"
      >
        <StepFigure {...{ view, step, goTo, views, graph, problem, labels, hiddenPersons, setHiddenPersons }} />
        <StepPanel {...{ explanation, views, step, hrefOf, goTo, labels, view, near: activeWorld }} />
      </div>
      <StepReasons {...{ view, worlds, step, explanation, setHighlight, setPinned, stage }} />
      <section aria-labelledby="explorer-words">
        <h2 id="explorer-words" className="mb-3 text-xl">
          The same as tables
        </h2>
        <ExplanationTables explanation={explanation} />
      </section>
    </div>
  );
}

/** The graph at one step, with a caption and the legend of persons. */
function StepFigure({
  view,
  step,
  goTo,
  views,
  graph,
  problem,
  labels,
  hiddenPersons,
  setHiddenPersons,
}: {
  view: StepView;
  step: number;
  goTo: (next: number) => void;
  views: StepView[];
  graph: (shape: "wide" | "narrow", className: string) => ReactNode;
  problem: Problem;
  labels: string[];
  hiddenPersons: ReadonlySet<number>;
  setHiddenPersons: Dispatch<SetStateAction<ReadonlySet<number>>>;
}) {
  return (
    <figure className="@container keep-together min-w-0 rounded-lg border border-rule bg-surface p-4 shadow-sm sm:p-6">
      <figcaption className="mb-5 grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-sm font-medium text-ink-soft">{view.title}</p>
          <div className="no-print flex gap-2">
            <Button size="small" aria-disabled={step === 0} onClick={() => goTo(step - 1)}>
              <ChevronLeft aria-hidden="true" />
              Back
            </Button>
            <Button
              size="small"
              look="primary"
              aria-disabled={step === views.length - 1}
              onClick={() => goTo(step + 1)}
            >
              Next
              <ChevronRight aria-hidden="true" />
            </Button>
          </div>
        </div>
        <div role="status" className="grid min-h-[5.5rem] content-start gap-1">
          <span className="sr-only">{view.title}.</span>
          {view.said && <p className="font-serif text-xl leading-snug">{view.said}</p>}
          <p className="max-w-measure text-ink-soft">{view.summary}</p>
        </div>
      </figcaption>
      {graph("wide", "hidden @lg:block")}
      {graph("narrow", "@lg:hidden")}
      <div className="mt-5 border-t border-rule pt-4">
        <PersonLegend
          problem={problem}
          labels={labels}
          hiddenPersons={hiddenPersons}
          onToggle={(person) =>
            setHiddenPersons((before) => {
              const next = new Set(before);
              if (!next.delete(person)) next.add(person);
              return next;
            })
          }
        />
      </div>
    </figure>
  );
}

/** The announcements, and the selected world. */
function StepPanel({
  explanation,
  views,
  step,
  hrefOf,
  goTo,
  labels,
  view,
  near,
}: {
  explanation: Explanation;
  views: StepView[];
  step: number;
  hrefOf: (step: number) => string;
  goTo: (next: number) => void;
  labels: string[];
  view: StepView;
  near: number | null;
}) {
  return (
    <div className="grid min-w-0 gap-6">
      <Timeline {...{ explanation, views, step, hrefOf }} onStep={goTo} />
      <section aria-label="Selected world" className="rounded-lg border border-rule bg-surface p-4">
        <WorldPanel {...{ explanation, labels, view, step }} world={near} />
      </section>
      <p className="no-print text-sm text-ink-soft pointer-coarse:hidden">
        Keys: <Kbd>←</Kbd> <Kbd>→</Kbd> announcements, <Kbd>↑</Kbd> <Kbd>↓</Kbd> worlds, <Kbd>Enter</Kbd> keeps a world,{" "}
        <Kbd>1</Kbd> to <Kbd>{String(explanation.names.length)}</Kbd> changes one person’s fact.
      </p>
    </div>
  );
}
