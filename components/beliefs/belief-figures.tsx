import type { ReactNode } from "react";
import { ResultNote } from "@/components/ui/result-note.tsx";
import type { ParticipantStudy } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { BeliefControls, type ExtraChoice } from "./belief-controls.tsx";
import { BeliefFrame, type BeliefTab } from "./belief-frame.tsx";
import { BeliefNotes } from "./belief-notes.tsx";
import { NoFigures } from "./no-figures.tsx";
import type { BeliefPeopleView } from "./people-view.ts";

/** A page of results: title, filters, notices, and the tables and charts if there are scores. */
export function BeliefFigures({
  results: { benchmark, models, people, peopleState, studies },
  query,
  current,
  extra,
  hasCells,
  isEmpty,
  recompute,
  children,
}: {
  results: {
    benchmark: { id: string; name: string; description: string; isDemo: boolean; canWrite: boolean };
    models: readonly { observer: string; isDemo: boolean; score: { alsoTrue: number } | null }[];
    people: BeliefPeopleView | null;
    peopleState: ResultState<unknown> | null;
    studies: readonly ParticipantStudy[];
  };
  query: BeliefQuery;
  current: BeliefTab;
  extra?: readonly ExtraChoice[];
  hasCells?: boolean;
  /** Whether there are no scores yet; the page then shows no charts. */
  isEmpty: boolean;
  recompute: FormAction<null>;
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
      {peopleState && <ResultNote state={peopleState} what="people’s score" recompute={recompute} />}
      {isEmpty ? <NoFigures base={base} isWaiting={models.length > 0} /> : children}
    </BeliefFrame>
  );
}
