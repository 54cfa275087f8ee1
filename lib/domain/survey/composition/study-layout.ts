import type { Design, MarginalCount } from "../design.ts";
import { conditionCounts } from "../kinds/design-variants.ts";
import { statementsPerReading } from "./generate-readings.ts";
import { type LayoutDesign, layoutDesignSchema } from "./layout-design.ts";
import { itemOrder } from "./order-items.ts";
import { exactSessions, nearestExactSessions, type SessionCounts, shareSessions } from "./share-sessions.ts";
import { plainComposition, type StudyComposition } from "./study-composition.ts";

/** The only group of a study without quotas. */
export const singleGroupKey = "everybody";

type StudyDesign = Pick<
  Design,
  "seed" | "strata" | "factors" | "variants" | "perStratumItem" | "itemsPerSession" | "composition"
>;

/**
 * A study's design as a design file, for the generator and for `parallax design layout`.
 *
 * @param items the chosen items, of which the design may draw some
 * @returns null if the requested answers do not give an integer number of sessions
 */
export function layoutDesignOf(design: StudyDesign, items: number): LayoutDesign | null {
  const composition = design.composition ?? plainComposition;
  const sessions = countSessions(design, items);
  if (!Number.isInteger(sessions) || sessions < 1) return null;
  const parsed = layoutDesignSchema.safeParse({
    seed: design.seed,
    sessions,
    itemsPerSession: design.itemsPerSession,
    ...(composition.draw === null ? {} : { draw: composition.draw }),
    ...(composition.timeLimitSeconds ? { timeLimitSeconds: composition.timeLimitSeconds } : {}),
    strata: strataInOrder(design),
    factors: factorsInOrder(design),
    rules: [
      ...composition.rules,
      ...(composition.reading ? [{ reading: composition.reading }] : []),
      ...(composition.checks ?? []).map(({ key: check, from, to }) => ({ check, from, to })),
    ],
  });
  return parsed.success ? parsed.data : null;
}

/** The groups with their shares; without quotas, the only group has the name that the file uses for it. */
function strataInOrder(design: StudyDesign): LayoutDesign["strata"] {
  const named = design.composition?.named?.strata ?? [];
  const isEverybody = design.strata.length === 1 && design.strata[0]?.key === singleGroupKey;
  if (isEverybody && named.length === 1) return named.map((name) => ({ key: name, share: 1 }));
  return inOrder(design.strata, named, (stratum) => stratum.key).map((stratum) => ({
    key: stratum.key,
    share: sessionShare(design, stratum.key),
  }));
}

function factorsInOrder(design: StudyDesign): LayoutDesign["factors"] {
  const named = design.composition?.named?.factors;
  const levelsOf = new Map(named?.map((factor) => [factor.name, factor.levels]));
  const stated = design.factors.filter(({ name, levels }) => !named || levelsOf.has(name) || levels.length !== 1);
  return inOrder(stated, [...levelsOf.keys()], (factor) => factor.name).map(({ name, levels }) => ({
    name,
    levels: inOrder(levels, levelsOf.get(name) ?? [], (level) => level),
    varies: design.composition?.varies[name] ?? "between",
  }));
}

/** Values in the order in which they are named; the others follow in their own order. */
function inOrder<Value>(values: readonly Value[], names: readonly string[], nameOf: (value: Value) => string): Value[] {
  const placeOf = new Map(names.map((name, place) => [name, place]));
  const place = (value: Value) => placeOf.get(nameOf(value)) ?? names.length;
  return [...values].sort((left, right) => place(left) - place(right));
}

/** Sessions of the full study; a fraction if the requested answers do not give an integer. */
export function countSessions(design: StudyDesign, items: number): number {
  const { draw, sessions } = design.composition ?? plainComposition;
  return sessions ?? (design.strata.length * (draw ?? items) * design.perStratumItem) / design.itemsPerSession;
}

/** The smallest number of sessions for which every margin of a design is equal; null if there is none. */
export function smallestExactSessions(file: LayoutDesign, items: number): number | null {
  const counts = countsOf(file, items);
  if (!counts) return null;
  const [smallest] = exactSessions(file.strata, counts);
  return smallest ?? null;
}

/**
 * The nearest numbers of sessions, below and above the study's, for which every margin is equal; null if none was found
 * on that side.
 */
export function nearestSessions(design: StudyDesign, items: number): { below: number | null; above: number | null } {
  const wanted = Math.max(1, Math.round(countSessions(design, items)));
  const stated = { ...plainComposition, ...design.composition, sessions: wanted };
  const file = layoutDesignOf({ ...design, composition: stated }, items);
  const counts = file && countsOf(file, items);
  return file && counts ? nearestExactSessions(file.strata, counts, wanted) : { below: null, above: null };
}

/** A design's numbers, counted in readings if it has them; null if these numbers are not integers. */
function countsOf(file: LayoutDesign, items: number): SessionCounts | null {
  const size = statementsPerReading(file.rules) ?? 1;
  const product = (varies: "between" | "within") =>
    file.factors.reduce((count, factor) => (factor.varies === varies ? count * factor.levels.length : count), 1);
  const counts = {
    items: (file.draw ?? items) / size,
    itemsPerSession: file.itemsPerSession / size,
    between: product("between"),
    within: product("within"),
    isLatin: itemOrder(file.rules).order === "latin-square",
  };
  return [counts.items, counts.itemsPerSession].every((count) => Number.isInteger(count) && count >= 1) ? counts : null;
}

/**
 * The form values of a study from a design file. Groups are matched by their keys. The resulting study has the same
 * sessions as the file alone, in whatever order the file names things.
 */
export function compositionOf(file: LayoutDesign): Pick<Design, "seed" | "itemsPerSession"> & {
  composition: StudyComposition;
} {
  const equal = 1 / file.strata.length;
  const isEqual = file.strata.every(({ share }) => Math.abs(share - equal) < 1e-9);
  return {
    seed: file.seed,
    itemsPerSession: file.itemsPerSession,
    composition: {
      varies: Object.fromEntries(file.factors.map(({ name, varies }) => [name, varies])),
      rules: file.rules.flatMap((rule) => ("reading" in rule || "check" in rule ? [] : [rule])),
      draw: file.draw ?? null,
      sessions: file.sessions ?? null,
      shares: isEqual ? null : Object.fromEntries(file.strata.map(({ key: name, share }) => [name, share])),
      named: {
        strata: file.strata.map(({ key: name }) => name),
        factors: file.factors.map(({ name, levels }) => ({ name, levels })),
      },
    },
  };
}

/** What a full study will contain: the margins that every layout satisfies, before it is generated. */
export function predictMargins(design: StudyDesign, items: number): MarginalCount[] {
  const composition = design.composition ?? plainComposition;
  const used = composition.draw ?? items;
  const conditions = conditionCounts(design);
  const sessions = countSessions(design, items);
  const answers = design.strata.map(({ key: name }) => sessions * sessionShare(design, name) * design.itemsPerSession);
  const inStrata = answers.map((count) => count / used);
  const perItem = (sessions * design.itemsPerSession) / used;
  return [
    margin("stratum x item", inStrata),
    margin(
      "item x condition",
      conditions.map((count) => perItem / count),
    ),
    margin(
      "stratum x item x condition",
      inStrata.flatMap((mean) => conditions.map((count) => mean / count)),
    ),
    margin("sessions", [sessions]),
  ];
}

/** The sessions of each group by its key, for a study with this total. */
export function sessionsByStratum(
  design: Pick<StudyDesign, "strata" | "composition">,
  sessions: number,
): ReadonlyMap<string, number> {
  const strata = design.strata.map(({ key: name }) => ({ key: name, share: sessionShare(design, name) }));
  const whole = shareSessions(strata, sessions);
  return new Map(strata.map(({ key: name, share }, at) => [name, whole?.[at] ?? share * sessions]));
}

/** A group's share of the sessions. */
export function sessionShare(design: Pick<StudyDesign, "strata" | "composition">, name: string): number {
  return design.composition?.shares?.[name] ?? (design.composition?.shares ? 0 : 1 / design.strata.length);
}

function margin(name: MarginalCount["name"], means: readonly number[]): MarginalCount {
  const whole = means.map((mean) => (Math.abs(mean - Math.round(mean)) < 1e-6 ? Math.round(mean) : mean));
  const low = Math.min(...whole.map(Math.floor));
  const high = Math.max(...whole.map(Math.ceil));
  return { name, low, high, isExact: whole.every(Number.isInteger) };
}
