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
 * @param items number of chosen items; the design may draw some of them
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
    strata: listStrata(design),
    factors: listFactors(design),
    rules: [
      ...composition.rules,
      ...(composition.reading ? [{ reading: composition.reading }] : []),
      ...(composition.checks ?? []).map(({ key: check, from, to }) => ({ check, from, to })),
    ],
  });
  return parsed.success ? parsed.data : null;
}

/** The groups with their shares. Without quotas, the only group has the name that the imported file uses for it. */
function listStrata(design: StudyDesign): LayoutDesign["strata"] {
  const importedKeys = design.composition?.named?.strata ?? [];
  const isEverybody = design.strata.length === 1 && design.strata[0]?.key === singleGroupKey;
  if (isEverybody && importedKeys.length === 1) return importedKeys.map((name) => ({ key: name, share: 1 }));
  return sortByNames(design.strata, importedKeys, (stratum) => stratum.key).map((stratum) => ({
    key: stratum.key,
    share: sessionShare(design, stratum.key),
  }));
}

function listFactors(design: StudyDesign): LayoutDesign["factors"] {
  const importedFactors = design.composition?.named?.factors;
  const levelsOf = new Map(importedFactors?.map((factor) => [factor.name, factor.levels]));
  const usedFactors = design.factors.filter(
    ({ name, levels }) => !importedFactors || levelsOf.has(name) || levels.length !== 1,
  );
  return sortByNames(usedFactors, [...levelsOf.keys()], (factor) => factor.name).map(({ name, levels }) => ({
    name,
    levels: sortByNames(levels, levelsOf.get(name) ?? [], (level) => level),
    varies: design.composition?.varies[name] ?? "between",
  }));
}

/** Sorts values by the given names; values that are not named come last, in their own order. */
function sortByNames<Value>(
  values: readonly Value[],
  names: readonly string[],
  nameOf: (value: Value) => string,
): Value[] {
  const indexOfName = new Map(names.map((name, index) => [name, index]));
  const rankOf = (value: Value) => indexOfName.get(nameOf(value)) ?? names.length;
  return [...values].sort((left, right) => rankOf(left) - rankOf(right));
}

/** The number of sessions of the full study; a fraction if the requested answers do not give an integer. */
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
 * The nearest numbers of sessions, below and above the study's number, for which every margin is equal; null if no such
 * number was found on that side.
 */
export function nearestSessions(design: StudyDesign, items: number): { below: number | null; above: number | null } {
  const currentSessions = Math.max(1, Math.round(countSessions(design, items)));
  const currentComposition = { ...plainComposition, ...design.composition, sessions: currentSessions };
  const file = layoutDesignOf({ ...design, composition: currentComposition }, items);
  const counts = file && countsOf(file, items);
  return file && counts ? nearestExactSessions(file.strata, counts, currentSessions) : { below: null, above: null };
}

/** The numbers of a design, counted in readings if the design has readings; null if these numbers are not integers. */
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
 * Converts a design file to the form values of a study. Groups are matched by their keys. The resulting study has the
 * same sessions as the file itself, regardless of the order of names in the file.
 */
export function toFormValues(file: LayoutDesign): Pick<Design, "seed" | "itemsPerSession"> & {
  composition: StudyComposition;
} {
  const equalShare = 1 / file.strata.length;
  const isEqual = file.strata.every(({ share }) => Math.abs(share - equalShare) < 1e-9);
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

/** The margins of the full study, known before the sessions are generated because every layout satisfies them. */
export function predictMargins(design: StudyDesign, items: number): MarginalCount[] {
  const composition = design.composition ?? plainComposition;
  const usedItems = composition.draw ?? items;
  const conditions = conditionCounts(design);
  const sessions = countSessions(design, items);
  const answers = design.strata.map(({ key: name }) => sessions * sessionShare(design, name) * design.itemsPerSession);
  const meansInStrata = answers.map((count) => count / usedItems);
  const perItem = (sessions * design.itemsPerSession) / usedItems;
  return [
    createMargin("stratum x item", meansInStrata),
    createMargin(
      "item x condition",
      conditions.map((count) => perItem / count),
    ),
    createMargin(
      "stratum x item x condition",
      meansInStrata.flatMap((mean) => conditions.map((count) => mean / count)),
    ),
    createMargin("sessions", [sessions]),
  ];
}

/** The number of sessions of each group, by its key, for a study with this total. */
export function sessionsByStratum(
  design: Pick<StudyDesign, "strata" | "composition">,
  sessions: number,
): ReadonlyMap<string, number> {
  const strata = design.strata.map(({ key: name }) => ({ key: name, share: sessionShare(design, name) }));
  const wholeCounts = shareSessions(strata, sessions);
  return new Map(strata.map(({ key: name, share }, at) => [name, wholeCounts?.[at] ?? share * sessions]));
}

/** A group's share of the sessions. */
export function sessionShare(design: Pick<StudyDesign, "strata" | "composition">, name: string): number {
  return design.composition?.shares?.[name] ?? (design.composition?.shares ? 0 : 1 / design.strata.length);
}

function createMargin(name: MarginalCount["name"], means: readonly number[]): MarginalCount {
  const roundedMeans = means.map((mean) => (Math.abs(mean - Math.round(mean)) < 1e-6 ? Math.round(mean) : mean));
  const low = Math.min(...roundedMeans.map(Math.floor));
  const high = Math.max(...roundedMeans.map(Math.ceil));
  return { name, low, high, isExact: roundedMeans.every(Number.isInteger) };
}
