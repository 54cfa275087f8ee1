import type { ReactNode } from "react";
import type { ParticipantStudy } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { BeliefControls, type ExtraChoice } from "./belief-controls.tsx";
import { BeliefFrame, type BeliefTab } from "./belief-frame.tsx";
import { BeliefNotes } from "./belief-notes.tsx";
import { NoFigures } from "./no-figures.tsx";
import type { BeliefPeopleView } from "./people-view.ts";

/** A page of figures: what it shows and may be asked to show, what must be known first, and the figures, if any. */
export function BeliefFigures({
  results: { benchmark, models, people, studies },
  query,
  current,
  extra,
  hasCells,
  isEmpty,
  children,
}: {
  results: {
    benchmark: { id: string; name: string; description: string; isDemo: boolean; canWrite: boolean };
    models: readonly { observer: string; isDemo: boolean; score: { alsoTrue: number } | null }[];
    people: BeliefPeopleView | null;
    studies: readonly ParticipantStudy[];
  };
  query: BeliefQuery;
  current: BeliefTab;
  extra?: readonly ExtraChoice[];
  hasCells?: boolean;
  /** Whether nobody has a score yet, so that there is nothing to draw. */
  isEmpty: boolean;
  children: ReactNode;
}) {
  const base = `/research/beliefs/${benchmark.id}`;
  return (
    <BeliefFrame benchmark={benchmark} current={current} query={query}>
      <BeliefControls
        action={`${base}${current}`}
        query={query}
        studies={studies}
        chosenStudy={people?.study.id ?? null}
        extra={extra}
        hasCells={hasCells}
      />
      <BeliefNotes models={models} people={people} />
      {isEmpty ? <NoFigures base={base} isWaiting={models.length > 0} /> : children}
    </BeliefFrame>
  );
}
