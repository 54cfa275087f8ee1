import { foldLabels } from "@/lib/domain/annotation/figures/fold-labels.ts";
import { foldAnswers } from "@/lib/domain/annotation/schema-items/fold-answers.ts";
import { foldPeople } from "@/lib/domain/beliefs/participants/fold-people.ts";
import { foldTuning } from "@/lib/domain/beliefs/prepare/fold-tuning.ts";
import { foldPeopleModel } from "@/lib/domain/beliefs/scoring/compare-people.ts";
import { foldRunScores } from "@/lib/domain/beliefs/scoring/fold-run-scores.ts";
import { foldArtefacts } from "@/lib/domain/epistemic/artefacts/artefact-report.ts";
import { foldRaters } from "@/lib/domain/epistemic/evaluation/fold-raters.ts";
import type { Fold } from "@/lib/domain/fold.ts";
import { foldJudgements } from "@/lib/domain/models/judging/fold-judgements.ts";
import { foldErrors } from "@/lib/domain/results/model/fold-errors.ts";
import { foldLanguages } from "@/lib/domain/results/model/fold-languages.ts";
import { foldRun } from "@/lib/domain/results/model/fold-run.ts";
import { foldRunPairs } from "@/lib/domain/results/model/fold-run-pairs.ts";
import { foldFlags } from "@/lib/domain/survey/cleaning/fold-flags.ts";
import { foldPilot } from "@/lib/domain/survey/live/prepare-pilot.ts";
import { foldLedger } from "@/lib/domain/survey/recruiters/fold-ledger.ts";
import { foldItemFilter, foldItems } from "@/lib/domain/survey/studies/fold-items.ts";

/** All folds of single answers for pages, by name, because only a name can be passed to a thread. */
export const folds = {
  artefacts: foldArtefacts,
  errors: foldErrors,
  flags: foldFlags,
  "item-filter": foldItemFilter,
  items: foldItems,
  judgements: foldJudgements,
  labels: foldLabels,
  languages: foldLanguages,
  ledger: foldLedger,
  people: foldPeople,
  pilot: foldPilot,
  answers: foldAnswers,
  "belief-scores": foldRunScores,
  "people-model": foldPeopleModel,
  tuning: foldTuning,
  raters: foldRaters,
  run: foldRun,
  "run-pairs": foldRunPairs,
};

export type FoldName = keyof typeof folds;
export type SetupOf<Name extends FoldName> = Parameters<(typeof folds)[Name]>[0];
export type RowOf<Name extends FoldName> =
  ReturnType<(typeof folds)[Name]> extends Fold<infer Row, unknown> ? Row : never;
export type DocumentOf<Name extends FoldName> =
  ReturnType<(typeof folds)[Name]> extends Fold<infer _Row, infer Document> ? Document : never;

/** Starts the fold with this name. Rows and document are untyped here; callers cast them. */
export function startFold(name: FoldName, setup: unknown): Fold<unknown, unknown> {
  return (folds[name] as (setup: unknown) => Fold<unknown, unknown>)(setup);
}
