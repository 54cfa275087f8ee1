import type { TuningComparison } from "../../../beliefs/prepare/base-against-instruct.ts";
import type { RateFigure } from "../../../beliefs/prepare/rate-figure.ts";
import type { BeliefScore } from "../../../beliefs/scoring/model-score.ts";
import { dimensions } from "../../../beliefs/typology.ts";
import {
  count,
  descriptiveNumber,
  estimate,
  mark,
  refusedView,
  shownView,
  test,
  textCell,
  type View,
} from "../view.ts";
import { rateCell } from "./belief-cells.ts";

const openHead = {
  id: "open-questions",
  title: "Context following in free text",
  lead: "How often a model’s answer names the asserted object instead of the true one, for facts that the model knows when it is asked without an expression.",
};

/** Each model's context following in free text; models whose answers are still being counted are omitted. */
export function openQuestionsView(models: readonly { name: string; score: BeliefScore | null }[]): View {
  const scoredModels = models.flatMap(({ name, score }) => (score ? [{ name, score }] : []));
  if (scoredModels.length === 0) return refusedView(openHead, "No model’s answers have been counted yet.");
  return shownView(openHead, {
    tables: [
      {
        name: "open-questions",
        caption:
          "Context following in free-text answers; n is the number of answers that name only one of the two objects",
        columns: [
          "Model",
          "Expressions of known facts",
          "Share of all",
          "Neither or both",
          "All expressions",
          ...dimensions.map(({ label }) => label),
        ],
        rows: scoredModels.map(({ name, score }) => [
          textCell(name),
          count(score.known),
          descriptiveNumber(score.knownShare, score.known + score.notKnown + score.priorMissing, "share"),
          count(score.outcomes.other),
          rateCell(score.overall),
          ...dimensions.map(({ id }) => rateCell(score.byDimension.get(id))),
        ]),
      },
    ],
  });
}

const tuningHead = {
  id: "tuning",
  title: "Base model and tuned model",
  lead: "A positive difference means that the base model has the higher rate on the expressions that both models decided.",
};

/** One pair of models by dimension, with the paired difference and its test. */
export function tuningView({ base, instruct, rows }: TuningComparison): View {
  if (rows.length === 0) return refusedView(tuningHead, "One of the two models knows too few facts.");
  return shownView(tuningHead, {
    tables: [
      {
        name: "tuning",
        caption: `${base} against ${instruct}, by dimension (Holm correction, ${rows.length} tests)`,
        columns: [
          "Expressions",
          "Base",
          "Instruct",
          "Base minus instruct, on expressions decided by both",
          "Test",
          "Decided by the base model only",
          "Decided by the instruct model only",
        ],
        rows: rows.map(({ label, base: one, instruct: other, paired, adjusted }) => [
          textCell(label),
          figureCell(one),
          figureCell(other),
          paired
            ? estimate({ ...paired, value: paired.difference, n: paired.matched }, "points")
            : estimate(
                { value: null, low: null, high: null, n: 0, reason: "No expression was decided by both." },
                "points",
              ),
          test(paired?.p ?? null, paired?.matched ?? 0, null, adjusted),
          count(paired?.onlyFirst ?? 0),
          count(paired?.onlySecond ?? 0),
        ]),
      },
    ],
    figures: [
      {
        name: "tuning",
        title: `Context-following rates of ${base} and ${instruct}`,
        unit: "share",
        marks: rows.flatMap(({ label, base: one, instruct: other }) => [
          mark(`${label} · base`, "model", { ...one, value: one.rate }),
          mark(`${label} · instruct`, "model", { ...other, value: other.rate }),
        ]),
        lines: [],
      },
    ],
  });
}

function figureCell({ rate, low, high, n }: RateFigure) {
  const reason = low === null ? "Too few facts for an interval." : null;
  return estimate({ value: rate, low, high, n, reason: n === 0 ? "No questions were asked." : reason });
}
