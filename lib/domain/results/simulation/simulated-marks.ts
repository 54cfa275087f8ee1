import { displayLabels } from "../../items/kinds/ikd/display.ts";
import type { Random } from "../../random.ts";
import { localisationFamily } from "../analysis/localisation-family.ts";
import type { ScoredErrorAnswer } from "../model/error-evaluation.ts";
import type { SeriesAnswer } from "../model/study-results.ts";
import type { ConfirmatoryTest } from "../plan/confirmatory-family.ts";
import { type ErrorSubject, localisationTables } from "../views/models/error-differences.ts";
import type { DrawnStudy } from "./draw-study.ts";
import type { PreparedSimulation } from "./simulated-study.ts";

// Simulation of plans about marked words.

/**
 * The planned tests of marked words on one simulated study. A reader who finds the error of a story marks exactly the
 * words of the key, with the probability `localisation` of the profile; otherwise the reader marks none of them. An
 * overlap of 0 or 1 gives the largest variance for a given mean.
 */
export function testMarks(prepared: PreparedSimulation, drawn: DrawnStudy, random: Random): ConfirmatoryTest[] {
  const { profile, models } = prepared;
  const people = drawn.slots.flatMap((groupSlots, group) =>
    groupSlots.flatMap((placements, slot) =>
      placements.map(({ cell, answer }) =>
        toScoredAnswer(
          prepared,
          cell,
          `${group}/${slot}`,
          drawOverlap(prepared, cell, answer, profile.localisation, random),
        ),
      ),
    ),
  );
  const cellIndices = new Map(prepared.cells.map(({ item, condition }, cell) => [`${item.id}/${condition.id}`, cell]));
  const entryOfSeries = new Map(
    models.map((model) => [model.series.id, { model, answers: [] as ScoredErrorAnswer[] }]),
  );
  for (const answer of drawn.answers) {
    const cell = cellIndices.get(`${answer.itemId}/${answer.conditionId}`);
    const seriesEntry = entryOfSeries.get(answer.seriesId);
    if (cell === undefined || !seriesEntry) continue;
    const rate = seriesEntry.model.localisation ?? profile.localisation;
    for (const given of listSingleAnswers(answer))
      seriesEntry.answers.push(
        toScoredAnswer(prepared, cell, null, given === null ? 0 : drawOverlap(prepared, cell, given, rate, random)),
      );
  }
  return testFamily(
    prepared,
    people,
    [...entryOfSeries.values()].map(({ answers }) => answers),
  );
}

/** The tests on the expected overlap of each cell: their estimates are the true differences. */
export function testExpectedMarks(prepared: PreparedSimulation): ConfirmatoryTest[] {
  const { profile, models, cells } = prepared;
  const people = cells.map(({ share }, cell) =>
    toScoredAnswer(prepared, cell, "expected", share * profile.localisation),
  );
  // An unparsed answer marks no words, independent of how it counts in shares of correct answers.
  const answersOfModels = models.map((model) => {
    return cells.flatMap((_, cell) => {
      const expectedShare = model.expected[cell];
      const rate = model.localisation ?? profile.localisation;
      return expectedShare == null ? [] : [toScoredAnswer(prepared, cell, null, expectedShare * model.marking * rate)];
    });
  });
  return testFamily(prepared, people, answersOfModels);
}

function testFamily(
  { design, models }: PreparedSimulation,
  people: ScoredErrorAnswer[],
  ofModels: readonly ScoredErrorAnswer[][],
): ConfirmatoryTest[] {
  const subjects: ErrorSubject[] = [
    { label: "People", side: "person", answers: people, unparsed: 0 },
    ...models.map(({ name }, index): ErrorSubject => {
      return { label: name, side: "model", answers: ofModels[index]!, unparsed: 0 };
    }),
  ];
  const labels: Readonly<Record<string, string>> = displayLabels;
  const tables = localisationTables(subjects, (ablation) => labels[ablation] ?? ablation);
  return localisationFamily({ tables }, design.plan, []);
}

/** Single answers of a model in a cell; null for an unparsed one. */
function listSingleAnswers({ given, unparsed }: SeriesAnswer): (string | null)[] {
  return [
    ...given.flatMap(({ answerKey, count }) => new Array<string>(count).fill(answerKey)),
    ...new Array<null>(unparsed).fill(null),
  ];
}

function drawOverlap(
  { cells }: PreparedSimulation,
  cell: number,
  answer: string,
  rate: number,
  random: Random,
): number {
  const isRight = cells[cell]!.item.rightAnswers.includes(answer);
  return Number(isRight && random.next() < rate);
}

function toScoredAnswer(
  { cells }: PreparedSimulation,
  cell: number,
  sessionId: string | null,
  localisation: number,
): ScoredErrorAnswer {
  const { item, condition } = cells[cell]!;
  const { ablation = "plain" } = condition.levels;
  return {
    sessionId,
    itemId: item.id,
    cluster: item.cluster ?? { kind: "story", id: item.storyId },
    genre: "",
    ablation: ablation === "none" ? "plain" : ablation,
    hasError: item.rightAnswers.includes("error"),
    isRight: localisation > 0,
    localisation,
    words: null,
  };
}
