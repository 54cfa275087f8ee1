import { StatusNote } from "@/components/charts/status-note.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { BeliefPeopleView } from "./people-view.ts";

/** Notices above the results: the status of people’s results, models that are still being scored, synthetic answers, excluded answers. */
export function BeliefNotes({
  models,
  people,
}: {
  models: readonly { observer: string; isDemo: boolean; score: { alsoTrue: number } | null }[];
  people: BeliefPeopleView | null;
}) {
  const unscoredModels = models.filter(({ score }) => score === null);
  const isSynthetic = models.some(({ isDemo }) => isDemo) || people?.study.isDemo === true;
  const alsoTrue = {
    models: models.reduce((sum, { score }) => sum + (score?.alsoTrue ?? 0), 0),
    people: people?.uncounted.alsoTrue ?? 0,
  };
  const callouts = [
    unscoredModels.length > 0 && (
      <Callout key="waiting" tone="warn" title={`${formatNumberOf(unscoredModels.length, "model")} still being scored`}>
        {unscoredModels
          .slice(0, 5)
          .map(({ observer }) => observer)
          .join(", ")}
        {unscoredModels.length > 5 && ` and ${formatCount(unscoredModels.length - 5)} more`}. Please load this page
        again in a moment.
      </Callout>
    ),
    isSynthetic && (
      <Callout key="synthetic" title="These answers are synthetic">
        They are random demo data. No conclusions can be drawn from them.
      </Callout>
    ),
    people && people.study.stage !== "main" && !people.study.isDemo && (
      <Callout key="stage" title={`People’s answers are from the stage “${people.study.stage}”`}>
        Stages are never mixed.
      </Callout>
    ),
    people && people.uncounted.excluded + people.uncounted.surplus > 0 && (
      <Callout key="excluded" title="Excluded">
        {formatNumberOf(people.uncounted.excluded, "answer")} excluded and{" "}
        {formatNumberOf(people.uncounted.surplus, "answer")} of people who finished after their slot was reassigned.
      </Callout>
    ),
    alsoTrue.models + alsoTrue.people > 0 && (
      <Callout key="also-true" title="Excluded">
        {formatNumberOf(alsoTrue.models, "answer")} of models and {formatNumberOf(alsoTrue.people, "answer")} of people
        are about facts whose alternative is also true.
      </Callout>
    ),
    people && people.uncounted.fromOtherStudies > 0 && (
      <Callout key="elsewhere" title="Knowledge measured in a separate study">
        The knowledge of {formatNumberOf(people.uncounted.fromOtherStudies, "person", "people")} was tested in a
        separate study. People are matched by their recruiter’s ID.
      </Callout>
    ),
  ].filter((callout) => Boolean(callout));
  return (
    <>
      {people && <StatusNote status={people.status} about={`People of “${people.study.name}”`} />}
      {callouts.length > 0 && <div className="mb-8 grid items-start gap-3 lg:grid-cols-2">{callouts}</div>}
    </>
  );
}
