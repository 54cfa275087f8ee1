import { groupBy } from "../../group-by.ts";
import { wordsOf } from "../../words/words.ts";
import type { ErroneousStory, KsteItem, OriginalStory } from "../items/kste-item.ts";
import { mixesQuotes } from "../lint/lint-item.ts";
import { TrigramIndex } from "../lint/trigram-index.ts";
import {
  type BaselineClassifier,
  type FeaturePair,
  type FeatureTally,
  featureBaseline,
  featureTallies,
  summariseGuesses,
} from "./feature-baseline.ts";
import { itemArtefacts } from "./item-artefacts.ts";
import { type LengthBalance, lengthBalance } from "./length-balance.ts";

/** An item with the group of items made from the same source. */
export interface AuditedItem {
  item: KsteItem;
  group: string;
}

/** What surface features reveal about pairs of texts. If every share is one half, they reveal nothing. */
export interface FeatureAudit {
  baseline: BaselineClassifier;
  /** The predictive values, strongest first; only values that occur in at least five texts. */
  revealingValues: FeatureTally[];
}

/** What surface features reveal about a set, checked before publication. */
export interface SetAudit {
  ikd: {
    /** Pairs of an erroneous story (the target) and its original; an original can be in several pairs. */
    pairs: number;
    /** Stories without a counterpart. */
    unpaired: number;
    /** Always calls the longer story (in words) erroneous. */
    longer: BaselineClassifier;
    balance: LengthBalance;
    quotes: FeatureAudit;
    firstWords: FeatureAudit;
  };
  knp: {
    /** The target option is the right one. */
    questions: number;
    /** Always chooses the shorter option, in words and in characters. */
    shorterWords: BaselineClassifier;
    shorterCharacters: BaselineClassifier;
    /** Always chooses the option that shares fewer content words with the knowledge. */
    farther: BaselineClassifier;
    quotes: FeatureAudit;
    firstWords: FeatureAudit;
  };
  /** Number of pairs of stories of the same kind, but of different sources, that share most of their word trigrams. */
  nearDuplicatePairs: number;
  /** The most similar of these pairs, in descending order. */
  nearDuplicates: { left: string; right: string; overlap: number }[];
  /** Stories with both straight and curly quotation marks. */
  mixedQuotes: string[];
}

/** Minimum share of the shorter story's trigrams that near-duplicates have in common. */
export const nearDuplicateFrom = 0.5;

/** Maximum number of listed near-duplicates; a set of variants of one story has thousands. */
const maxDuplicates = 200;

/** A value is listed only if at least this number of texts have it. */
const MIN_TEXTS_OF_VALUE = 5;

/** Measures the surface features of a set. Takes some seconds for a few thousand stories. */
export function auditSet(items: readonly AuditedItem[]): SetAudit {
  const pairs = pairsOf(items);
  const stories = items.filter(({ item }) => item.kind !== "knp").length;
  const questions = items.flatMap(({ item }) => (item.kind === "knp" ? [item] : []));
  const surfaces = questions.map(itemArtefacts);
  const nearDuplicatePairs = nearDuplicates(items);
  const auditStoryPairs = (feature: (text: string) => string) =>
    auditPairs(
      pairs.map(({ original, erroneous }) => ({ wanted: feature(erroneous.story), other: feature(original.story) })),
    );
  const auditOptionPairs = (feature: (text: string) => string) =>
    auditPairs(
      questions.map((question) => ({
        wanted: feature(question.answerWithoutKnowledge),
        other: feature(question.answerWithKnowledge),
      })),
    );
  return {
    ikd: {
      pairs: pairs.length,
      unpaired: stories - new Set(pairs.flatMap(({ original, erroneous }) => [original.id, erroneous.id])).size,
      longer: summariseGuesses(
        pairs.map(({ original, erroneous }) => isMore(countTextWords(erroneous.story), countTextWords(original.story))),
      ),
      balance: lengthBalance(
        pairs.map(({ original, erroneous }) => ({ original: original.story, erroneous: erroneous.story })),
      ),
      quotes: auditStoryPairs(quoteStyle),
      firstWords: auditStoryPairs(firstWord),
    },
    knp: {
      questions: questions.length,
      shorterWords: summariseGuesses(
        surfaces.map(({ correct, distractor }) => isMore(distractor.words, correct.words)),
      ),
      shorterCharacters: summariseGuesses(surfaces.map((surface) => surface.shorterIsRight)),
      farther: summariseGuesses(surfaces.map((surface) => surface.fartherIsRight)),
      quotes: auditOptionPairs(quoteStyle),
      firstWords: auditOptionPairs(firstWord),
    },
    nearDuplicatePairs: nearDuplicatePairs.length,
    nearDuplicates: nearDuplicatePairs.slice(0, maxDuplicates),
    mixedQuotes: items.filter(({ item }) => mixesQuotes(item.story)).map(({ item }) => item.id),
  };
}

/** Which quotation marks a text uses: apostrophes count, because a model writes both in the same style. */
export function quoteStyle(text: string): "none" | "straight" | "curly" | "mixed" {
  const [straight, curly] = [/["']/u.test(text), /[“”‘’]/u.test(text)];
  if (straight && curly) return "mixed";
  return straight ? "straight" : curly ? "curly" : "none";
}

function auditPairs(pairs: readonly FeaturePair[]): FeatureAudit {
  const biasOf = ({ texts, wanted }: FeatureTally) => Math.abs(wanted / texts - 0.5);
  const revealingValues = featureTallies(pairs)
    .filter(({ texts }) => texts >= MIN_TEXTS_OF_VALUE)
    .sort((left, right) => biasOf(right) - biasOf(left) || right.texts - left.texts)
    .slice(0, 10);
  return { baseline: featureBaseline(pairs), revealingValues };
}

/** Each erroneous story with the original of its group. */
function pairsOf(items: readonly AuditedItem[]): { original: OriginalStory; erroneous: ErroneousStory }[] {
  const originals = groupBy(
    items.flatMap(({ item, group }) => (item.kind === "original" ? [{ item, group }] : [])),
    ({ group }) => group,
  );
  return items.flatMap(({ item, group }) => {
    const original = originals.get(group)?.[0]?.item;
    return item.kind === "error" && original ? [{ original, erroneous: item }] : [];
  });
}

function nearDuplicates(items: readonly AuditedItem[]): SetAudit["nearDuplicates"] {
  const duplicates = (["original", "error", "knp"] as const).flatMap((kind) => {
    const itemsOfKind = items.filter(({ item }) => item.kind === kind);
    const entriesById = new Map(
      itemsOfKind.map(({ item, group }, itemIndex) => [item.id, { place: itemIndex, group }]),
    );
    const index = new TrigramIndex(itemsOfKind.map(({ item }) => ({ id: item.id, text: item.story })));
    return itemsOfKind.flatMap(({ item, group }, itemIndex) =>
      index
        .similarTo(item.story, nearDuplicateFrom)
        .filter(({ id }) => (entriesById.get(id)?.place ?? -1) > itemIndex && entriesById.get(id)?.group !== group)
        .map(({ id, overlap }) => ({ left: item.id, right: id, overlap })),
    );
  });
  return duplicates.sort((left, right) => right.overlap - left.overlap);
}

function countTextWords(text: string): number {
  return wordsOf(text).length;
}

function firstWord(text: string): string {
  return wordsOf(text)[0]?.text ?? "";
}

function isMore(left: number, right: number): boolean | null {
  return left === right ? null : left > right;
}
