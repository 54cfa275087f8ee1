import * as z from "zod";
import type { Fold } from "../../fold.ts";
import { type Display, displayLabels } from "../../items/kinds/ikd/display.ts";
import {
  type ConsistencyKey,
  type ConsistencyScore,
  markedWords,
  scoreConsistency,
  summariseConsistency,
} from "../../items/kinds/ikd/score-consistency.ts";
import { scoreErrorOutput } from "../../models/localisation/score-error-output.ts";
import { parseWords, type WordedText } from "../../words/words.ts";
import { defaultAnalysisPlan } from "../plan/analysis-plan.ts";
import { type ErrorRules, errorView } from "../views/models/error-views.ts";
import { chooseClusters } from "./choose-clusters.ts";
import { type ErrorEvaluation, evaluationRows, type ScoredErrorAnswer } from "./error-evaluation.ts";
import type { ItemCluster } from "./study-results.ts";

const span = z.tuple([z.number(), z.number()]);
const answerSchema = z.object({ choice: z.enum(["consistent", "error"]), spans: z.array(span).default([]) });
const goldSchema = z.object({ consistent: z.boolean(), spans: z.array(span) });

/**
 * Whether an answer of a person was given after the time limit; such an answer is unparsed, like a reply without a
 * readable answer.
 */
const hasTimedOut = (answer: unknown) => typeof answer === "object" && answer !== null && "timedOut" in answer;

/** A story as shown to a reader, and the newest key for its words. */
export interface ErrorText {
  storyId: string;
  story: string;
  genre: string;
  attributes: Readonly<Record<string, unknown>>;
  /** Null without a key. */
  gold: unknown;
  keyVersion: number;
}

/** One answer. `shown` is the text that was read: the item itself, or its translation. */
export type ErrorRow = { item: string; shown: string; ablation: string; answer: unknown } & (
  | { session: string; isExcluded: boolean }
  /**
   * A series of a model: the answers of a run under one condition, for any display. `output` is the text from which the
   * answer was read, if there is one.
   */
  | { series: string; label: string; output: string | null }
);

interface AnswerSeries {
  label: string;
  answers: (Omit<ScoredErrorAnswer, "cluster"> & { storyId: string })[];
  unparsed: number;
}

/** The data of a study that are needed to score its answers. */
export interface ErrorSetup {
  /** Every item and every displayed translation, by ID. */
  texts: Readonly<Record<string, ErrorText>>;
  /** How tied majorities of people and unparsed answers of models count. */
  rules: ErrorRules;
}

/** The evaluation of a study of story errors from people's and models' answers, each model's in its own order. */
export function foldErrors({ texts, rules }: ErrorSetup): Fold<ErrorRow, Omit<ErrorEvaluation, "counted">> {
  const parsedTexts = new Map<string, { story: WordedText; gold: z.infer<typeof goldSchema> }>();
  const people: AnswerSeries = { label: "People", answers: [], unparsed: 0 };
  const scores: ConsistencyScore[] = [];
  const models = new Map<string, AnswerSeries>();
  const answeredItems = new Set<string>();
  const keyVersions = new Set<number>();
  let excludedCount = 0;

  const textOf = (shown: string) => {
    const cached = parsedTexts.get(shown);
    if (cached) return cached;
    const text = texts[shown]!;
    const parsedText = { story: parseWords(text.story), gold: goldSchema.parse(text.gold) };
    parsedTexts.set(shown, parsedText);
    return parsedText;
  };
  const addTo = (series: AnswerSeries, sessionId: string | null, row: ErrorRow, scored: ScoredRow) => {
    if (scored.isUnparsed) series.unparsed += 1;
    if (scored.isUnparsed && sessionId === null && rules.unparsed !== "wrong") return;
    const { isRight, localisation } = scored;
    series.answers.push({
      sessionId,
      itemId: row.item,
      storyId: texts[row.item]!.storyId,
      genre: texts[row.shown]!.genre,
      ablation: row.ablation,
      hasError: !textOf(row.shown).gold.consistent,
      isRight,
      localisation,
      words: scored.words,
    });
  };

  return {
    add(rows) {
      for (const row of rows) {
        // Without a key an answer is neither correct nor wrong.
        if (texts[row.shown]?.gold == null || !texts[row.item]) continue;
        const { story, gold } = textOf(row.shown);
        if ("session" in row) {
          answeredItems.add(row.item);
          if (row.isExcluded) {
            excludedCount += 1;
            continue;
          }
          keyVersions.add(texts[row.shown]!.keyVersion);
          if (hasTimedOut(row.answer)) {
            addTo(people, row.session, row, scoreReply(story, { answer: null, output: null }, gold));
            continue;
          }
          const score = scoreConsistency(story, answerSchema.parse(row.answer), gold);
          scores.push(score);
          addTo(people, row.session, row, {
            ...score,
            localisation: localisationOf(score),
            isUnparsed: false,
            words: null,
          });
          continue;
        }
        const series = models.get(row.series) ?? { label: row.label, answers: [], unparsed: 0 };
        models.set(row.series, series);
        addTo(series, null, row, scoreReply(story, row, gold));
      }
    },
    finish() {
      const clusterOf = clustersOf([...answeredItems], texts);
      const addClusters = ({ answers }: AnswerSeries): ScoredErrorAnswer[] =>
        answers.map(({ storyId, ...answer }) => ({ ...answer, cluster: clusterOf(answer.itemId, storyId) }));
      const peopleAnswers = addClusters(people);
      const subjects = [
        ...(peopleAnswers.length > 0
          ? [{ label: "People", side: "person" as const, answers: peopleAnswers, unparsed: people.unparsed }]
          : []),
        ...[...models.values()].map((series) => ({
          label: series.label,
          side: "model" as const,
          answers: addClusters(series),
          unparsed: series.unparsed,
        })),
      ];
      return {
        rows: evaluationRows(peopleAnswers),
        view: errorView(subjects, (ablation) => displayLabels[ablation as Display] ?? ablation, rules),
        table: summariseConsistency(scores, "multiset"),
        excluded: excludedCount,
        keyVersions: [...keyVersions].sort((left, right) => left - right),
      };
    },
  };
}

interface ScoredRow {
  isRight: boolean;
  localisation: number | null;
  isUnparsed: boolean;
  words: { quoted: number; found: number } | null;
}

/**
 * Localisation by the texts of the words. People and models are scored by this measure because it also works for the
 * quotations of models.
 */
function localisationOf({ hasError, isRight, multiset }: ConsistencyScore): number {
  return hasError ? (multiset ?? 0) : Number(isRight);
}

/**
 * Scores a model's answer from its stored verdict, and from the words of its text if it wrote one. The localisation of
 * an answer without a text is that of its marked words. A model that reports an error without marks was not asked for
 * the position.
 */
function scoreReply(
  story: WordedText,
  row: { answer: unknown; output: string | null },
  gold: ConsistencyKey,
): ScoredRow {
  const answer = answerSchema.safeParse(row.answer).data;
  const isRight = answer !== undefined && (answer.choice === "consistent") === gold.consistent;
  const base = { isRight, isUnparsed: answer === undefined };
  if (row.output !== null) {
    const keyWords = gold.consistent ? null : markedWords(story, gold.spans);
    const { overlap, quoted, found } = scoreErrorOutput(row.output, story.text, keyWords);
    const localisation = gold.consistent
      ? Number(isRight)
      : answer?.choice === "consistent" && overlap !== null
        ? 0
        : overlap;
    return { ...base, localisation, words: { quoted, found } };
  }
  if (answer === undefined) return { ...base, localisation: 0, words: null };
  if (!gold.consistent && answer.choice === "error" && answer.spans.length === 0)
    return { ...base, localisation: null, words: null };
  return { ...base, localisation: localisationOf(scoreConsistency(story, answer, gold)), words: null };
}

/** The cluster of each item: its story, or the source group of an original and its erroneous versions. */
function clustersOf(
  itemIds: readonly string[],
  texts: Readonly<Record<string, ErrorText>>,
): (item: string, storyId: string) => ItemCluster {
  const items = itemIds.map((id) => {
    const { storyId, attributes } = texts[id]!;
    const { group } = attributes;
    return { id, storyId, attributes: { group: group === undefined || group === null ? null : String(group) } };
  });
  const clusters = chooseClusters(items, defaultAnalysisPlan().clusters);
  const clusterOfItem = new Map(items.map(({ id }, index) => [id, clusters[index]!]));
  return (item, storyId) => clusterOfItem.get(item) ?? { kind: "story", id: storyId };
}
