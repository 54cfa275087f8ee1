import type { BeliefItem, ItemRole } from "../../items/kinds/eob/belief-item.ts";
import { type Random, seededRandom, shuffle } from "../../random.ts";
import { type QueryType, queryTypes } from "../queries.ts";
import type { BeliefTuple } from "../tuple.ts";
import { type ArrangedFacts, arrangeFacts, type ExcludedFact, greatestCommonDivisor } from "./arrange-facts.ts";
import type { ExpressionSource, Pair } from "./expression-source.ts";

export interface ParticipantSettings {
  seed: string | number;
  participants: number;
  categories: readonly string[];
  /** Number of facts of which each participant sees a false expression. */
  factsPerParticipant: number;
  /** Number of true assertions for each participant, so that "everything here is false" is not a good guess. */
  fillersPerParticipant: number;
  /**
   * When the prior queries are asked: `first` or `after` the expressions in the same session, or in a `separate`
   * session.
   */
  priorKnowledge: "first" | "after" | "separate";
  /**
   * `together`: both queries directly after the expression. `apart`: the second query in the second half of the block.
   */
  pairing: "together" | "apart";
}

/** The default settings: every category once, and one filler for every third fact. */
export const defaultParticipantSettings = {
  participants: 38,
  factsPerParticipant: 19,
  fillersPerParticipant: 6,
  priorKnowledge: "first",
  pairing: "together",
} as const satisfies Partial<ParticipantSettings>;

/** One item shown to one participant. */
export interface BeliefPlacement {
  item: string;
  block: "prior" | "expressions";
  role: ItemRole;
  fact: string;
  category: string | null;
  queryType: QueryType;
}

/** The items of one participant in one session, in order. */
export interface BeliefSession {
  participant: number;
  sitting: 1 | 2;
  placements: BeliefPlacement[];
}

export interface ParticipantPlan {
  /** Every item that a session uses, once. */
  items: BeliefItem[];
  sessions: BeliefSession[];
  /** Facts in use. */
  targets: number;
  fillers: number;
  leftOut: ExcludedFact[];
  exact: ExactParticipants;
}

/** The numbers of participants for which the margin is exact at every multiple; otherwise its cells differ by one. */
export interface ExactParticipants {
  /** Every category equally often. */
  category: number;
  /** Every fact equally often. */
  fact: number;
  /** Every fact has every category and query order equally often. */
  factByCategoryByOrder: number;
}

export type ParticipantPlanResult =
  | { ok: true; plan: ParticipantPlan }
  | { ok: false; reason: "tooFewFacts" | "noTemplates" | "noTrueTemplate" | "noAuthority"; message: string };

/**
 * Generates a study of the effect of expressions of belief on people.
 *
 * The t-th placement of the study (participant p gets t = p*m .. p*m + m - 1) uses fact t mod N and arm t mod 2K, where
 * an arm is a category and a query order. N is coprime to 2K, so by the Chinese remainder theorem every fact meets
 * every category in both query orders exactly once in N*2K placements. In any prefix, the counts of facts, and of
 * categories within a participant and in the whole study, differ by at most one. A participant's facts are all
 * different. Fillers rotate in the same way on a separate list. The order of pairs within a participant is drawn.
 */
export function planParticipants(
  tuples: readonly BeliefTuple[],
  expressions: ExpressionSource,
  settings: ParticipantSettings,
): ParticipantPlanResult {
  requireSettings(settings);
  const missingCategory = settings.categories.find((category) => !expressions.categories.has(category));
  if (missingCategory)
    return { ok: false, reason: "noTemplates", message: `there is no template for "${missingCategory}"` };
  const { factsPerParticipant: window, fillersPerParticipant: fillerWindow } = settings;
  const arms = 2 * settings.categories.length;
  const arranged = arrangeFacts(tuples, { window, fillerWindow, arms }, seededRandom(`${settings.seed}|facts`));
  const shortage = findShortage(arranged, settings);
  if (shortage) return shortage;

  const categories = shuffle(settings.categories, seededRandom(`${settings.seed}|categories`));
  const items = new Map<string, BeliefItem>();
  const sessions: BeliefSession[] = [];
  for (let participant = 0; participant < settings.participants; participant += 1) {
    const random = seededRandom(`${settings.seed}|participant|${participant}`);
    const pairs: Pair[] = [];
    for (const [role, facts, size] of [
      ["expression", arranged.targets, window],
      ["filler", arranged.fillers, fillerWindow],
    ] as const) {
      for (let t = participant * size; t < (participant + 1) * size; t += 1) {
        const tuple = facts[t % facts.length] as BeliefTuple;
        const { category, order } = findArm(t, categories);
        const pairResult = expressions.pairOf(tuple, category, role, settings.seed);
        if (!pairResult.ok) return pairResult;
        const { prior, shown } = pairResult.pair;
        // The first query in each list is asked first.
        pairs.push({ prior: sortByQueryOrder(prior, order), shown: sortByQueryOrder(shown, order) });
      }
    }
    for (const item of pairs.flatMap((pair) => [...pair.prior, ...pair.shown])) items.set(item.id, item);
    sessions.push(...toSessions(participant, pairs, settings, random));
  }
  return {
    ok: true,
    plan: {
      items: [...items.values()],
      sessions,
      targets: arranged.targets.length,
      fillers: arranged.fillers.length,
      leftOut: arranged.leftOut,
      exact: computeExactParticipants(arranged.targets.length, settings),
    },
  };
}

/**
 * Category and query order of a placement, by its index. With an odd number of categories the two remainders cover all
 * combinations; with an even number the query order is swapped in every round.
 */
function findArm(placement: number, categories: readonly string[]): { category: string; order: readonly QueryType[] } {
  const arm = placement % (2 * categories.length);
  const round = categories.length % 2 === 0 ? Math.floor(arm / categories.length) : 0;
  return {
    category: categories[arm % categories.length]!,
    order: (arm + round) % 2 === 0 ? queryTypes : queryTypes.toReversed(),
  };
}

function sortByQueryOrder(items: readonly BeliefItem[], order: readonly QueryType[]): BeliefItem[] {
  return order.map((queryType) => items.find((item) => item.attributes.query_type === queryType) as BeliefItem);
}

function toSessions(
  participant: number,
  pairs: readonly Pair[],
  settings: ParticipantSettings,
  random: Random,
): BeliefSession[] {
  // The two prior queries of a fact are asked in different halves of their block, so that one query does not reveal the
  // answer to the other.
  const prior = orderInHalves(
    pairs.map((pair) => pair.prior),
    random,
  ).map((item) => createPlacement(item, "prior"));
  const queriesAfterExpression = pairs.map((pair) => pair.shown);
  const expressions = (
    settings.pairing === "apart"
      ? orderInHalves(queriesAfterExpression, random)
      : shuffle(queriesAfterExpression, random).flat()
  ).map((item) => createPlacement(item, "expressions"));
  if (settings.priorKnowledge === "first") return [{ participant, sitting: 1, placements: [...prior, ...expressions] }];
  if (settings.priorKnowledge === "after") return [{ participant, sitting: 1, placements: [...expressions, ...prior] }];
  return [
    { participant, sitting: 1, placements: prior },
    { participant, sitting: 2, placements: expressions },
  ];
}

/** Orders the first items of all pairs randomly, then the second items in another random order. */
function orderInHalves(pairs: readonly (readonly BeliefItem[])[], random: Random): BeliefItem[] {
  const shuffleNth = (index: number) => shuffle(pairs, random).flatMap((pair) => pair[index] ?? []);
  return [...shuffleNth(0), ...shuffleNth(1)];
}

function createPlacement(item: BeliefItem, block: BeliefPlacement["block"]): BeliefPlacement {
  const { role, fact, query_type, category } = item.attributes;
  return { item: item.id, block, role, fact, category, queryType: query_type };
}

function computeExactParticipants(facts: number, settings: ParticipantSettings): ExactParticipants {
  const roundToParticipants = (cells: number) => cells / greatestCommonDivisor(cells, settings.factsPerParticipant);
  return {
    category: roundToParticipants(settings.categories.length),
    fact: roundToParticipants(facts),
    factByCategoryByOrder: roundToParticipants(facts * 2 * settings.categories.length),
  };
}

function findShortage(
  arranged: ArrangedFacts,
  settings: ParticipantSettings,
): Extract<ParticipantPlanResult, { ok: false }> | null {
  for (const [what, facts, needed] of [
    ["facts", arranged.targets, settings.factsPerParticipant],
    ["fillers", arranged.fillers, settings.fillersPerParticipant],
  ] as const) {
    if (facts.length >= needed) continue;
    const message = `each participant needs ${needed} ${what}, but only ${facts.length} can be used together`;
    return { ok: false, reason: "tooFewFacts", message };
  }
  return null;
}

function requireSettings(settings: ParticipantSettings): void {
  const { participants, factsPerParticipant, fillersPerParticipant, categories } = settings;
  const counts = { participants, factsPerParticipant, fillersPerParticipant, categories: categories.length };
  for (const [name, count] of Object.entries(counts)) {
    const minimum = name === "fillersPerParticipant" ? 0 : 1;
    if (!Number.isSafeInteger(count) || count < minimum) {
      throw new RangeError(`${name} must be a whole number of at least ${minimum}, not ${count}`);
    }
  }
  if (new Set(categories).size !== categories.length) throw new RangeError("categories must not repeat");
}
