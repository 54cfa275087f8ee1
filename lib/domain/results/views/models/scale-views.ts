import { describePopulation } from "../../../statistics/clustered/clustered-estimate.ts";
import type { ResultCell } from "../../model/cells.ts";
import type { ModelSeries } from "../../model/study-results.ts";
import { alternativePolicy, policyLabels, scoredTally, unparsedWording } from "../../model/unparsed-policy.ts";
import { groupByDepth } from "../../preparation/prepare-depth.ts";
import { type CellMaterial, type Subject, subjectShare } from "../cell-material.ts";
import { testTogether } from "../family-tests.ts";
import { count, estimate, mark, refusedView, shownView, textCell, type View } from "../view.ts";
import { seriesOf, worstCase } from "../worst-case.ts";
import { scoreDifference } from "./effect-views.ts";

const scaleHead = {
  id: "scale",
  title: "Size, examples and item groups",
  lead: "Every model with its family, size and number of examples (shots), overall and for each group of items: the figures of a paper about scaling, such as MindGames by size, setup and shots.",
};

/** Models by family, size and shots, over the selected groups of items (setup if items have one). */
export function scaleView({ results, cells, subjects, details, by }: CellMaterial): View {
  const attribute = by ?? (results.items.some(({ attributes }) => attributes.setup != null) ? "setup" : null);
  const groups = groupByDepth(results.items, attribute).flatMap(({ labels, groupOf }) =>
    labels.map((label) => ({ label, cells: cells.filter(({ item }) => groupOf(item) === label) })),
  );
  const models = subjects
    .flatMap((subject) => (subject.series ? [{ subject, ...factsOf(subject.series, details) }] : []))
    .sort(
      (left, right) =>
        left.family.localeCompare(right.family, "en") ||
        (left.size ?? 0) - (right.size ?? 0) ||
        left.shots.localeCompare(right.shots, "en", { numeric: true }),
    );
  if (models.length === 0) return refusedView(scaleHead, "No model has answered these items.");
  return shownView(scaleHead, {
    sentences: [
      "Family and size are those recorded for a model or, where none are recorded, read from its name. The number of shots is the value of “shots” in the prompt condition of its run.",
    ],
    tables: [
      {
        name: "scale",
        caption: "Accuracy by family, size and shots",
        columns: ["Model", "Family", "Size", "Shots", "Overall", ...groups.map(({ label }) => label)],
        rows: models.map(({ subject, family, size, shots }) => [
          textCell(subject.label),
          textCell(family || "not stated"),
          textCell(size === null ? "not stated" : `${size} billion`),
          textCell(shots || "not stated"),
          estimate(subjectShare(subject, cells)),
          ...groups.map((group) => estimate(subjectShare(subject, group.cells))),
        ]),
      },
    ],
    figures: [{ label: "All items", cells }, ...groups].map((group, index) => ({
      name: `scale-${index + 1}`,
      title: group.label,
      unit: "share" as const,
      marks: models.map(({ subject }) => mark(subject.label, "model", subjectShare(subject, group.cells))),
      lines: [],
    })),
  });
}

function factsOf({ id, rest }: ModelSeries, details: CellMaterial["details"]) {
  const { family = null, sizeBillions: size = null } = details.get(id) ?? {};
  return { family: family ?? "", size, shots: /(?:^|;)shots=([^;]*)/.exec(rest)?.[1] ?? "" };
}

const openHead = {
  id: "open-ended",
  title: "Choices and open answers",
  lead: "Whether accuracy depends on the form of a question: the same questions with and without options. Open-ended answers are imported under the level “prompt=open-ended” (also “format=open-ended”), as the option that a judge matched them to.",
};

/** Matches both names of the condition; Parallax writes `prompt`. */
const openLevel = /(?:^|;)(?:prompt|format)=open-ended(?:;|$)/;

/**
 * Each model's binary choice and its open-ended answers. Answers that match neither option (a judge's NA) are
 * unparsed: they count according to the plan, and the value under the alternative policy is also shown.
 */
export function openEndedView({ cells, subjects, withMismatches, unparsed }: CellMaterial): View {
  const models = subjects.filter(({ series }) => series !== null);
  const rows = models.flatMap((open) => {
    if (!openLevel.test(open.series!.rest)) return [];
    const choiceSubject = models.find(
      ({ series }) => series!.modelId === open.series!.modelId && !openLevel.test(series!.rest),
    );
    return choiceSubject
      ? [{ plain: choiceSubject, open, ...compareForms(cells, choiceSubject, open, { withMismatches, unparsed }) }]
      : [];
  });
  if (rows.length === 0)
    return refusedView(openHead, "No model has answers both with options and under “prompt=open-ended”.");
  const { cells: tests, findings } = testTogether(
    rows.map(({ plain, difference, worst }) => ({
      says: `${plain.label}, choosing minus answering openly`,
      difference,
      worst,
      unit: "cells",
    })),
  );
  return shownView(openHead, {
    sentences: [
      `Open-ended answers that match neither option ${unparsedWording(unparsed)}; another column shows the alternative policy (Yang et al. 2026, Table 4, filters them). The difference is over cells with both a binary choice and an open-ended answer. A positive difference means that the model is more accurate with options. ${describePopulation(rows[0]!.difference, "cells")}`,
    ],
    findings,
    tables: [
      {
        name: "open-ended",
        caption: `Binary choice and open-ended answers; Holm over ${rows.length}`,
        columns: [
          "Model",
          "Binary choice",
          "Open-ended",
          `Open-ended, unmatched: ${policyLabels[alternativePolicy(unparsed)]}`,
          "Neither",
          "Choice minus open",
          "Test",
        ],
        rows: rows.map(({ plain, choice, openEnded, other, neither, difference }, index) => [
          textCell(plain.label),
          estimate(choice),
          estimate(openEnded),
          estimate(other),
          count(neither),
          estimate(difference, "points"),
          tests[index]!,
        ]),
      },
    ],
  });
}

/**
 * The share of right answers, with unparsed answers counted as wrong or excluded; null without a key or a counted
 * answer.
 */
function openEndedScore(
  { models, item }: ResultCell,
  { series }: Subject,
  { withMismatches, unparsed }: Pick<CellMaterial, "withMismatches" | "unparsed">,
): number | null {
  const answer = models.get(series!.id);
  if (item.rightAnswers.length === 0 || !answer || answer.isRepeated) return null;
  if (answer.parity === "mismatch" && !withMismatches) return null;
  const tally = { right: answer.right, wrong: answer.repeats - answer.right, unparsed: answer.unparsed };
  const { right, n } = scoredTally(tally, unparsed);
  return n === 0 ? null : right / n;
}

function compareForms(
  cells: readonly ResultCell[],
  plain: Subject,
  open: Subject,
  rules: Pick<CellMaterial, "withMismatches" | "unparsed">,
) {
  const scoreOpenEnded = (cell: ResultCell) => openEndedScore(cell, open, rules);
  const otherRules = { ...rules, unparsed: alternativePolicy(rules.unparsed) };
  const difference = scoreDifference(cells, plain.score, scoreOpenEnded);
  const sideOf = (_: ResultCell, id: string) => (id === plain.series?.id ? "first" : "second");
  const fill = { withMismatches: rules.withMismatches, sideOf };
  return {
    choice: subjectShare(plain, cells),
    openEnded: subjectShare({ score: scoreOpenEnded }, cells),
    other: subjectShare({ score: (cell) => openEndedScore(cell, open, otherRules) }, cells),
    neither: cells.reduce((sum, { models }) => sum + (models.get(open.series!.id)?.unparsed ?? 0), 0),
    difference,
    worst: worstCase(difference, cells, [...seriesOf(plain), ...seriesOf(open)], fill, (filledCells) =>
      scoreDifference(filledCells, plain.score, scoreOpenEnded),
    ),
  };
}
