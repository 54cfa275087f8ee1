import { groupBy } from "../../group-by.ts";
import { type CheckedLimits, checkLimits, disagreementOf } from "../../statistics/agreement/agreement-coverage.ts";
import { alphaInterval, percentAgreementInterval } from "../../statistics/agreement/agreement-intervals.ts";
import { type KappaOfPair, kappaOfPair } from "../../statistics/agreement/kappa-goodness-of-fit.ts";
import { type KrippendorffAlpha, krippendorffAlpha } from "../../statistics/agreement/krippendorff-alpha.ts";
import { percentAgreement } from "../../statistics/agreement/percent-agreement.ts";
import type { WordSpan } from "../../statistics/agreement/word-overlap.ts";
import type { Category } from "../../statistics/basics/category.ts";
import { percentilesOf } from "../../statistics/basics/percentiles.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { computeSpanAgreement, ratingMatrix } from "../../stories/effort/span-agreement.ts";
import type { KsteKind } from "../../stories/items/kste-item.ts";
import { type AnnotationVerdict, annotationVerdicts, type ReviewDecision } from "../requests.ts";

/** The attributes of an item by which rows are grouped. */
interface Grouping {
  kind: KsteKind;
  genre: string;
  knowledgeType: string | null;
}

/** A submitted copy of an item whose copies were all submitted, summarised over all verdicts on the copy. */
export interface FinishedCopy extends Grouping {
  itemId: string;
  groupKey: string;
  copy: number;
  /** The person who gave the first verdict. */
  rater: string;
  /** The verdict used for agreement. A later verdict may follow a return, whose comment states what to change. */
  firstVerdict: AnnotationVerdict;
  /** The latest verdict. */
  verdict: AnnotationVerdict;
  /**
   * What any submission changed in the copy: a text (edited by its annotator, or cut together with the same clause in a
   * sibling story), or only the position of marks; null for nothing. A change that was later undone still counts.
   */
  change: "text" | "marks" | null;
  /** Whether the verdict was "irreparable" but a review kept the item. */
  isOverruled: boolean;
  /** Whether the author had read models' answers before the first verdict; excluded from agreement if so. */
  isUnblinded: boolean;
  /** Active time until the last verdict, summed over all people who gave one. */
  activeMs: number;
  /**
   * Errors marked with the first verdict, as word positions, with a key of the text to which they refer; null if the
   * kind has no errors.
   */
  errors: { text: string; spans: readonly WordSpan[] } | null;
}

/** The first review of an item. It counts even if later events revise it. */
export interface FirstReview extends Grouping {
  itemId: string;
  /**
   * What had been changed in the item when it was reviewed: a text (including a cut from a story of the same source),
   * or marks only.
   */
  change: "text" | "marks" | null;
  decision: ReviewDecision;
  /** Whether the item was drawn at random because no one had changed it. */
  isSample: boolean;
  /** Whether this review or a later one returned the item; a later acceptance does not change this. */
  wasReturned: boolean;
  /** Whether this review or a later one accepted the item with changes by the reviewer. */
  wasChanged: boolean;
}

/** A share k / n with its 95% Wilson interval; the estimate is null if n = 0. */
export interface CountedShare {
  k: number;
  n: number;
  estimate: number | null;
  low: number;
  high: number;
}

/** Seconds of active time per copy; null if no time was measured. */
export interface TimePerStory {
  n: number;
  mean: number | null;
  median: number | null;
  lowerQuartile: number | null;
  upperQuartile: number | null;
}

export interface NumbersRow {
  label: string;
  items: number;
  /** Number of sources. Items made from one source are not independent. */
  groups: number;
  /** Items with a text change. */
  refined: CountedShare;
  /** Items where only marks were moved. */
  marksOnly: CountedShare;
  /** Items that someone gave up and that review did not keep. */
  irreparable: CountedShare;
  /** Share of reviewed items that were returned at least once. */
  returned: CountedShare;
  /** Among reviewed items with a text changed by an annotator, the share changed or returned in review. */
  changedInReview: CountedShare;
  /** Among reviewed items where annotators only moved marks: the share changed or returned in review. */
  marksChangedInReview: CountedShare;
  /** Among unchanged items drawn for review: the share found defective. */
  untouchedDefects: CountedShare;
  seconds: TimePerStory;
}

/** A 95% interval; null if there is none. */
export interface Limits {
  low: number | null;
  high: number | null;
}

export interface VerdictAgreement extends CheckedLimits {
  verdict: AnnotationVerdict;
  /** How often this verdict was given on the items. */
  given: number;
  alpha: number | null;
}

/** Agreement of first verdicts on items that two or more people finished before they had read model answers. */
export interface Agreement {
  items: number;
  /** Mean over items of the share of agreeing pairs, with a jackknife interval over items. */
  raw: number | null;
  rawLimits: Limits;
  /** First against second copies; null if no item has two. */
  kappa: KappaOfPair | null;
  alpha: KrippendorffAlpha;
  /** The interval of alpha from a jackknife over items. */
  alphaLimits: CheckedLimits;
  /** Krippendorff's alpha of each verdict against all other verdicts. */
  byVerdict: VerdictAgreement[];
  /**
   * Word overlap of the marked errors, over pairs of copies with the same final text. Positions in different texts are
   * not comparable.
   */
  spans: { items: number; pairs: number; meanIou: number | null; notComparable: number };
}

/**
 * Two figures that the paper reports (Yang et al., "Are LLMs Smarter Than Chimpanzees?", A.3): "annotators refined
 * approximately 40% of the auto-generated data", including repairs of marks; "our authors then reviewed all refined
 * data, making additional improvements to 8% of the data". The 8% refers to all data, not to the refined data.
 */
export interface PaperFigures {
  refined: CountedShare;
  improved: CountedShare;
}

export interface CollectionFigures {
  all: NumbersRow;
  paper: PaperFigures;
  byKind: NumbersRow[];
  byGenre: NumbersRow[];
  byKnowledgeType: NumbersRow[];
  agreement: Agreement;
}

/** The numbers that a paper reports about the construction of a data set. */
export function prepareCollectionFigures(
  copies: readonly FinishedCopy[],
  reviews: readonly FirstReview[],
): CollectionFigures {
  const buildRowsBy = (label: (one: Grouping) => string | null) =>
    [...new Set([...copies, ...reviews].map(label))]
      .filter((value) => value !== null)
      .sort()
      .map((value) =>
        buildRow(
          value,
          copies.filter((copy) => label(copy) === value),
          reviews.filter((review) => label(review) === value),
        ),
      );
  return {
    all: buildRow("All", copies, reviews),
    paper: computePaperFigures(copies, reviews),
    byKind: buildRowsBy(({ kind }) => kind),
    byGenre: buildRowsBy(({ genre }) => genre || null),
    byKnowledgeType: buildRowsBy(({ knowledgeType }) => knowledgeType),
    agreement: agreementOf(copies.filter(({ isUnblinded }) => !isUnblinded)),
  };
}

function computePaperFigures(copies: readonly FinishedCopy[], reviews: readonly FirstReview[]): PaperFigures {
  const items = new Set(copies.map(({ itemId }) => itemId));
  const refined = new Set(copies.filter(({ change }) => change !== null).map(({ itemId }) => itemId));
  const improved = reviews.filter(({ itemId, wasChanged }) => wasChanged && items.has(itemId));
  return {
    refined: countedShare(refined.size, items.size),
    improved: countedShare(improved.length, items.size),
  };
}

function buildRow(label: string, copies: readonly FinishedCopy[], reviews: readonly FirstReview[]): NumbersRow {
  const itemsOf = (matches: (copy: FinishedCopy) => boolean) =>
    new Set(copies.filter(matches).map(({ itemId }) => itemId));
  const items = itemsOf(() => true);
  const refined = itemsOf(({ change }) => change === "text");
  const marksOnlyItems = itemsOf(({ change }) => change === "marks");
  const irreparableItems = itemsOf(({ verdict, isOverruled }) => verdict === "irreparable" && !isOverruled);
  const reviewsOf = (what: "text" | "marks") => reviews.filter(({ isSample, change }) => !isSample && change === what);
  return {
    label,
    items: items.size,
    groups: new Set(copies.map(({ groupKey }) => groupKey)).size,
    refined: countedShare(refined.size, items.size),
    marksOnly: countedShare([...marksOnlyItems].filter((id) => !refined.has(id)).length, items.size),
    irreparable: countedShare(irreparableItems.size, items.size),
    returned: countedShare(reviews.filter(({ wasReturned }) => wasReturned).length, reviews.length),
    changedInReview: shareNotAccepted(reviewsOf("text")),
    marksChangedInReview: shareNotAccepted(reviewsOf("marks")),
    untouchedDefects: shareNotAccepted(reviews.filter(({ isSample }) => isSample)),
    seconds: timePerStory(copies.map(({ activeMs }) => activeMs / 1000).sort((left, right) => left - right)),
  };
}

/** The share of these reviews that did not accept the item as submitted. */
function shareNotAccepted(reviews: readonly FirstReview[]): CountedShare {
  return countedShare(reviews.filter(({ decision }) => decision !== "accept").length, reviews.length);
}

function agreementOf(copies: readonly FinishedCopy[]): Agreement {
  const perItem = groupBy(copies, ({ itemId }) => itemId);
  const sharedGroups = [...perItem.values()].filter((group) => group.length > 1);
  const firstVerdicts = sharedGroups
    .flat()
    .map(({ itemId, rater, firstVerdict }) => ({ item: itemId, rater, value: firstVerdict as Category }));
  const { values } = ratingMatrix(firstVerdicts);
  const pairs = sharedGroups.map((group) => group.toSorted((left, right) => left.copy - right.copy));
  return {
    items: sharedGroups.length,
    raw: values.length === 0 ? null : percentAgreement(values).unitMean,
    rawLimits: limitsOf(percentAgreementInterval(values)),
    kappa:
      pairs.length === 0
        ? null
        : kappaOfPair(
            pairs.map(([first]) => first?.firstVerdict ?? null),
            pairs.map(([, second]) => second?.firstVerdict ?? null),
          ),
    alpha: krippendorffAlpha(values),
    alphaLimits: checkLimits(alphaInterval(values), disagreementOf(values)),
    byVerdict: annotationVerdicts.flatMap((verdict): VerdictAgreement[] => {
      const givenCount = values.flat().filter((value) => value === verdict).length;
      if (givenCount === 0) return [];
      const isGiven = values.map((row) => row.map((value) => (value === null ? null : value === verdict)));
      const interval = alphaInterval(isGiven);
      return [{ verdict, given: givenCount, alpha: interval.alpha, ...checkLimits(interval, disagreementOf(isGiven)) }];
    }),
    spans: compareErrorSpans(sharedGroups),
  };
}

function limitsOf({ low, high }: Limits): Limits {
  return { low, high };
}

function compareErrorSpans(shared: readonly FinishedCopy[][]): Agreement["spans"] {
  let notComparable = 0;
  const markedErrors = shared.flatMap((group) => {
    const withErrors = group.filter(({ errors }) => errors !== null);
    if (withErrors.length < 2) return [];
    // Only copies with the most frequent final text are compared; copies with another text are counted.
    const copiesByText = groupBy(withErrors, ({ errors }) => errors?.text ?? "");
    const [mostFrequent = []] = [...copiesByText.values()].sort((left, right) => right.length - left.length);
    notComparable += withErrors.length - mostFrequent.length;
    return [
      {
        id: mostFrequent[0]?.itemId ?? "",
        spans: Object.fromEntries(mostFrequent.map(({ rater, errors }) => [rater, errors?.spans ?? null])),
      },
    ];
  });
  const { items, pairs, meanIou } = computeSpanAgreement(markedErrors);
  return { items, pairs, meanIou, notComparable };
}

/** k of n with its interval. */
export function countedShare(k: number, n: number): CountedShare {
  return { k, n, ...wilsonInterval(k, n) };
}

/** Mean and quartiles (type 7). */
function timePerStory(sorted: readonly number[]): TimePerStory {
  const [lowerQuartile = null, median = null, upperQuartile = null] = percentilesOf(
    sorted,
    [0.25, 0.5, 0.75],
  ).percentiles;
  return {
    n: sorted.length,
    mean: sorted.length === 0 ? null : sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    median,
    lowerQuartile,
    upperQuartile,
  };
}
