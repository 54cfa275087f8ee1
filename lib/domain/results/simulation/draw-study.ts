import type { Random } from "../../random.ts";
import type { AnswerCount, ResultItem, SeriesAnswer, StudyResults } from "../model/study-results.ts";
import { noUnmatched } from "../model/study-results.ts";
import { computeDropOutProbability } from "./generative-profile.ts";
import { logistic, normalNumber } from "./marginal-logistic.ts";
import type { PreparedSimulation } from "./simulated-study.ts";

/** The answers of one simulated study, in the order in which its slots are assigned. */
export interface DrawnStudy {
  /** For each group and each slot in its order: the cells of its placements, and the answer in each cell. */
  slots: { cell: number; answer: string }[][][];
  answers: SeriesAnswer[];
  left: number;
}

/** Maximum number of replacements of a person who drops out, so that a simulation with a drop-out share near 1 ends. */
const maxReplacements = 200;

/** Draws stories, items, people and models of one study. */
export function drawStudy({ design, profile, cells, models }: PreparedSimulation, random: Random): DrawnStudy {
  const { strata, conditions } = design;
  const storyEffects = new Map<string, number>();
  const itemEffects = new Map<string, number>();
  const difficulty = cells.map(({ item, cluster }) => {
    if (!storyEffects.has(cluster)) storyEffects.set(cluster, profile.storySd * normalNumber(random));
    if (!itemEffects.has(item.id)) itemEffects.set(item.id, profile.itemSd * normalNumber(random));
    return storyEffects.get(cluster)! + itemEffects.get(item.id)!;
  });
  const firstCell = new Map<string, number>();
  for (const [index, { item }] of cells.entries()) if (!firstCell.has(item.id)) firstCell.set(item.id, index);
  const firstCellOfItem = design.items.map(({ id }) => firstCell.get(id) ?? -1);
  let dropOuts = 0;
  const slots = strata.map(({ slots: groupSlots }, group) =>
    groupSlots.map((placements) => {
      const cellIndices = placements.flatMap(({ item, condition }) => {
        const first = firstCellOfItem[item] ?? -1;
        return first < 0 || condition < 0 || condition >= conditions.length ? [] : [first + condition];
      });
      const dropOutShare = Math.max(0, ...cellIndices.map((cell) => cells[cell]!.dropOut));
      let ability = profile.personSd * normalNumber(random);
      for (let times = 0; times < maxReplacements; times += 1) {
        if (dropOutShare === 0 || random.next() >= computeDropOutProbability(profile, dropOutShare, ability)) break;
        dropOuts += 1;
        ability = profile.personSd * normalNumber(random);
      }
      return cellIndices.map((cell) => {
        const { logits, item } = cells[cell]!;
        const isRight = random.next() < logistic(logits[group]! + difficulty[cell]! + ability);
        return { cell, answer: drawAnswer(item, isRight, random) };
      });
    }),
  );
  const answers = models.flatMap((model) => {
    const modelStoryEffects = new Map<string, number>();
    return cells.flatMap(({ item, condition, cluster }, cell): SeriesAnswer[] => {
      const logit = model.logits[cell];
      if (logit == null) return [];
      if (!modelStoryEffects.has(cluster)) modelStoryEffects.set(cluster, model.storySd * normalNumber(random));
      const probability = logistic(logit + difficulty[cell]! + modelStoryEffects.get(cluster)!);
      const countByAnswer = new Map<string, number>();
      let unparsedCount = 0;
      for (let repeat = 0; repeat < model.repeats; repeat += 1) {
        if (random.next() < model.unparsed) {
          unparsedCount += 1;
          continue;
        }
        const answer = drawAnswer(item, random.next() < probability, random);
        countByAnswer.set(answer, (countByAnswer.get(answer) ?? 0) + 1);
      }
      return [seriesAnswer(model.series.id, item.id, condition.id, { given: countByAnswer, unparsed: unparsedCount })];
    });
  });
  return { slots, answers, left: dropOuts };
}

/** The results of the first slots of each group; `share` is the share of the slots to include. */
export function resultsUpTo(
  { design, cells, models }: PreparedSimulation,
  drawn: DrawnStudy,
  share: number,
): StudyResults {
  const countsByCell = cells.map(() => new Map<string, number>());
  for (const ofGroup of drawn.slots)
    for (const placements of ofGroup.slice(0, Math.round(share * ofGroup.length)))
      for (const { cell, answer } of placements)
        countsByCell[cell]!.set(answer, (countsByCell[cell]!.get(answer) ?? 0) + 1);
  const counts = countsByCell.flatMap((answers, cell): AnswerCount[] => {
    const { item, condition } = cells[cell]!;
    return [...answers].map(([answerKey, count]) => ({ itemId: item.id, conditionId: condition.id, answerKey, count }));
  });
  return {
    conditions: [...design.conditions],
    items: design.items.filter(({ id }) => cells.some(({ item }) => item.id === id)),
    counts,
    series: models.map(({ series }) => series),
    answers: [...drawn.answers],
    unmatched: noUnmatched,
  };
}

/** An answer of a model in a cell, from the answers of its repeats. */
export function seriesAnswer(
  seriesId: string,
  itemId: string,
  conditionId: string,
  { given, unparsed }: { given: ReadonlyMap<string, number>; unparsed: number },
): SeriesAnswer {
  const sortedAnswers = [...given].sort(([, left], [, right]) => right - left);
  const [first, second] = sortedAnswers;
  return {
    seriesId,
    itemId,
    conditionId,
    answerKey: first && first[1] !== second?.[1] ? first[0] : null,
    repeats: sortedAnswers.reduce((sum, [, count]) => sum + count, 0),
    given: sortedAnswers.map(([answerKey, count]) => ({ answerKey, count })),
    unparsed,
    parity: "verified",
  };
}

/** A random answer of a simulated person or model: a correct option, or one of the wrong options. */
export function drawAnswer({ options, rightAnswers }: ResultItem, isRight: boolean, random: Random): string {
  const candidates = options.filter(({ value }) => rightAnswers.includes(value) === isRight);
  return (candidates.length > 1 ? candidates[random.below(candidates.length)] : (candidates[0] ?? options[0]))!.value;
}
