import { groupBy } from "../../group-by.ts";
import { type ConsistencyKey, markedWords, scoreConsistency } from "../../items/kinds/ikd/score-consistency.ts";
import { openEnded } from "../../items/kinds/knp/two-choice.ts";
import { scoreErrorOutput } from "../../models/localisation/score-error-output.ts";
import { parseWords, type WordedText } from "../../words/words.ts";
import { type AnswerWithItem, type MeasuredValue, meanOf, missingValue, scoreCorrectness } from "../measure.ts";
import type { ReplicatedItem, ReplicatedSubject } from "../observation.ts";

/** Answers of one subject, scored once for all tables. */
export interface ScoredAnswers {
  /** Scores of stories by display condition. */
  stories: ReadonlyMap<string, readonly StoryScore[]>;
  /** Answers to questions with two options by display condition. */
  choices: ReadonlyMap<string, readonly AnswerWithItem[]>;
  /** Judged answers without options; those that a judge could not match are excluded, as in the paper. */
  open: readonly AnswerWithItem[];
  /** Answers without options that were not judged, or that a judge placed under neither option. */
  unmatched: readonly AnswerWithItem[];
}

interface StoryScore {
  item: ReplicatedItem;
  hasError: boolean;
  isRight: boolean;
  /** Null for an original, and for a reply without a localisation. */
  overlap: number | null;
}

/** Scores the answers of one subject. */
export function scoreAnswers(answers: readonly AnswerWithItem[]): ScoredAnswers {
  const displayOf = ({ answer: { condition } }: AnswerWithItem) =>
    condition.ablation === undefined || condition.ablation === "none" ? "plain" : condition.ablation;
  const answersOfKind = (kind: string) => answers.filter(({ item }) => item.kind === kind);
  const isOpen = ({ answer }: AnswerWithItem) => answer.condition.prompt === openEnded;
  const choices = answersOfKind("two-choice");
  const open = choices.filter(isOpen);
  const words = new Map<string, WordedText>();
  const stories = answersOfKind("consistency").flatMap((storyAnswer) => {
    const score = scoreStory(storyAnswer, words);
    return score ? [{ display: displayOf(storyAnswer), score }] : [];
  });
  return {
    stories: new Map(
      [...groupBy(stories, ({ display }) => display)].map(([display, some]) => [
        display,
        some.map(({ score }) => score),
      ]),
    ),
    choices: groupBy(
      choices.filter((one) => !isOpen(one)),
      displayOf,
    ),
    open: open.filter(({ answer }) => answer.key !== null),
    unmatched: open.filter(({ answer }) => answer.key === null),
  };
}

/**
 * Null for an item without a key.
 * @param parsedStories cache of the parsed stories by item
 */
function scoreStory({ answer, item }: AnswerWithItem, parsedStories: Map<string, WordedText>): StoryScore | null {
  const gold = (item.gold ?? {}) as Partial<ConsistencyKey>;
  if (!isComplete(gold)) return null;
  const story = parsedStories.get(item.id) ?? parseWords(item.story.text);
  parsedStories.set(item.id, story);
  const hasError = !gold.consistent;
  const overlap = overlapOf(answer, story, gold);
  return { item, hasError, isRight: answer.key === (hasError ? "error" : "consistent"), overlap };
}

function isComplete(gold: Partial<ConsistencyKey>): gold is ConsistencyKey {
  return gold.consistent !== undefined && gold.spans !== undefined;
}

/**
 * The localisation of an answer to an erroneous story. Null for a consistent story, and for a reply without a
 * localisation.
 */
function overlapOf({ output, key, spans, person }: AnswerWithItem["answer"], story: WordedText, gold: ConsistencyKey) {
  if (gold.consistent) return null;
  if (output !== null) return scoreErrorOutput(output, story.text, markedWords(story, gold.spans)).overlap;
  // People always mark words, unless they find no error. A model without a text may not have been asked to mark words.
  if (person === null && spans.length === 0) return null;
  return scoreConsistency(story, { choice: key === "error" ? "error" : "consistent", spans }, gold).localisation;
}

export const noStories = "no answers to IKD stories";
export const noChoices = "no answers to KNP questions";
const noLocalisation = "no reply quotes words as its logical error";

/** A column of Table 2 about stories: posCls, negCls, fullCls, negLoc or fullLoc. */
export function measureStories(scores: readonly StoryScore[] | undefined, column: string): MeasuredValue {
  const all = scores ?? [];
  const scoreVerdicts = (some: readonly StoryScore[]) =>
    some.map(({ item, isRight }) => ({ value: isRight ? 1 : 0, cluster: item.cluster }));
  const originals = all.filter(({ hasError }) => !hasError);
  const erroneous = all.filter(({ hasError }) => hasError);
  const overlaps = erroneous.flatMap(({ overlap, item }) =>
    overlap === null ? [] : [{ value: overlap, cluster: item.cluster }],
  );
  switch (column) {
    case "posCls":
      return meanOf(scoreVerdicts(originals), noStories);
    case "negCls":
      return meanOf(scoreVerdicts(erroneous), noStories);
    case "fullCls":
      return meanOf(scoreVerdicts(all), noStories);
    case "negLoc":
      return meanOf(overlaps, erroneous.length === 0 ? noStories : noLocalisation);
    default:
      // An original scores 1 if called consistent, otherwise 0 (Full Loc = (Pos Cls + Neg Loc) / 2).
      return overlaps.length === 0
        ? missingValue(erroneous.length === 0 ? noStories : noLocalisation)
        : meanOf([...scoreVerdicts(originals), ...overlaps], noStories);
  }
}

/** The share of correct answers to questions with two options. */
export function measureChoices(answers: readonly AnswerWithItem[] | undefined): MeasuredValue {
  return meanOf(scoreCorrectness(answers ?? []), noChoices);
}

/** The scored answers of a subject. */
export type ScoresOf = (subject: ReplicatedSubject) => ScoredAnswers;

/** A column of Table 2. */
export function measureTask({ stories, choices }: ScoredAnswers, column: string): MeasuredValue {
  return column === "knp" ? measureChoices(choices.get("plain")) : measureStories(stories.get("plain"), column);
}
