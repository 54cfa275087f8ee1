import type { Random } from "../../random.ts";
import type { AnswerCount, ResultItem, SeriesAnswer, StudyResults } from "../model/study-results.ts";
import { noUnmatched } from "../model/study-results.ts";
import { leavingChance } from "./generative-profile.ts";
import { logistic, normalNumber } from "./marginal-logistic.ts";
import type { PreparedSimulation } from "./simulated-study.ts";

/** The answers of one simulated study, in the order in which its slots are given out. */
export interface DrawnStudy {
  /** By group: for each slot in its order, the cells of its placements and whether each was answered correctly. */
  slots: { cell: number; answer: string }[][][];
  answers: SeriesAnswer[];
  left: number;
}

/** A person who leaves is replaced at most this often, so that a share near 1 ends. */
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
  const cellOf = design.items.map(({ id }) => firstCell.get(id) ?? -1);
  let left = 0;
  const slots = strata.map(({ slots: ofGroup }, group) =>
    ofGroup.map((placements) => {
      const places = placements.flatMap(({ item, condition }) => {
        const first = cellOf[item] ?? -1;
        return first < 0 || condition < 0 || condition >= conditions.length ? [] : [first + condition];
      });
      const leaving = Math.max(0, ...places.map((cell) => cells[cell]!.dropOut));
      let ability = profile.personSd * normalNumber(random);
      for (let times = 0; times < maxReplacements; times += 1) {
        if (leaving === 0 || random.next() >= leavingChance(profile, leaving, ability)) break;
        left += 1;
        ability = profile.personSd * normalNumber(random);
      }
      return places.map((cell) => {
        const { logits, item } = cells[cell]!;
        const isRight = random.next() < logistic(logits[group]! + difficulty[cell]! + ability);
        return { cell, answer: drawnAnswer(item, isRight, random) };
      });
    }),
  );
  const answers = models.flatMap((model) => {
    const own = new Map<string, number>();
    return cells.flatMap(({ item, condition, cluster }, cell): SeriesAnswer[] => {
      const logit = model.logits[cell];
      if (logit == null) return [];
      if (!own.has(cluster)) own.set(cluster, model.storySd * normalNumber(random));
      const chance = logistic(logit + difficulty[cell]! + own.get(cluster)!);
      const given = new Map<string, number>();
      let unparsed = 0;
      for (let repeat = 0; repeat < model.repeats; repeat += 1) {
        if (random.next() < model.unparsed) {
          unparsed += 1;
          continue;
        }
        const answer = drawnAnswer(item, random.next() < chance, random);
        given.set(answer, (given.get(answer) ?? 0) + 1);
      }
      return [seriesAnswer(model.series.id, item.id, condition.id, { given, unparsed })];
    });
  });
  return { slots, answers, left };
}

/** The results of the first share of each group's slots. */
export function resultsUpTo(
  { design, cells, models }: PreparedSimulation,
  drawn: DrawnStudy,
  share: number,
): StudyResults {
  const counted = cells.map(() => new Map<string, number>());
  for (const ofGroup of drawn.slots)
    for (const placements of ofGroup.slice(0, Math.round(share * ofGroup.length)))
      for (const { cell, answer } of placements) counted[cell]!.set(answer, (counted[cell]!.get(answer) ?? 0) + 1);
  const counts = counted.flatMap((answers, cell): AnswerCount[] => {
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
  const sorted = [...given].sort(([, left], [, right]) => right - left);
  const [first, second] = sorted;
  return {
    seriesId,
    itemId,
    conditionId,
    answerKey: first && first[1] !== second?.[1] ? first[0] : null,
    repeats: sorted.reduce((sum, [, count]) => sum + count, 0),
    given: sorted.map(([answerKey, count]) => ({ answerKey, count })),
    unparsed,
    parity: "verified",
  };
}

/** A correct answer, or one of the wrong options. */
export function drawnAnswer({ options, rightAnswers }: ResultItem, isRight: boolean, random: Random): string {
  const meant = options.filter(({ value }) => rightAnswers.includes(value) === isRight);
  return (meant.length > 1 ? meant[random.below(meant.length)] : (meant[0] ?? options[0]))!.value;
}
