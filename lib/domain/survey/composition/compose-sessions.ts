import type { Random } from "../../random.ts";
import { composePool } from "./compose-pool.ts";
import { type ComposedSession, type Composition, divideSessions } from "./composition.ts";
import { itemCounts } from "./count-items.ts";
import { type Families, type ItemPartition, nestedFamilies } from "./partition.ts";
import { repairSessions, type SearchBudget } from "./repair-sessions.ts";
import { type CountTable, emptyTable } from "./round-table.ts";

/** Number of distributions of answers that are compared; sessions are composed from the best of them. */
const maxDistributions = 8;

/** Number of placements whose composition takes about as long as trying one exchange. */
const placementsPerExchange = 10;

/**
 * Composes all sessions of a study: the items and the between-condition of each. Null if this attempt did not find
 * sessions that satisfy every rule and margin.
 *
 * It computes how often each item occurs in each pool (`itemCounts`), composes the sessions of each pool with exactly
 * these counts (`composePool`), and then exchanges items for constraints that two families of nested classes cannot
 * express.
 *
 * @param boldness probability of accepting exchanges that make the result worse, from 0 to 1
 */
export function composeSessions(
  composition: Composition,
  boldness: number,
  random: Random,
  budget: SearchBudget,
): ComposedSession[] | null {
  const { strata, between, itemsPerSession } = composition;
  const pools = emptyTable(strata.length, between);
  const sessionsByPool = divideSessions(strata, between, random.below(between));
  for (const [cell] of pools.cells.entries()) {
    const column = cell % between;
    pools.cells[cell] = sessionsByPool[(cell - column) / between]?.[column] ?? 0;
  }
  const families = nestedFamilies(composition.partitions, itemsPerSession);
  const counts = findBestCounts(composition, pools, families, random);
  if (!counts) return null;
  const sessions: ComposedSession[] = [];
  for (const [cell, size] of pools.cells.entries()) {
    const column = cell % between;
    const countsOfPool = Int32Array.from(counts, (table) => table.cells[cell] ?? 0);
    for (const items of composePool(size, itemsPerSession, countsOfPool, families, random)) {
      sessions.push({ stratum: (cell - column) / between, between: column, items });
    }
  }
  budget.exchanges -= Math.ceil((sessions.length * itemsPerSession) / placementsPerExchange);
  return repairSessions(composition, sessions, boldness, random, budget) ? sessions : null;
}

/**
 * Finds counts with which the classes of all rules fit, or nearly fit, into every pool. The two families of partitions
 * are tried alternately as the leading family, because the shares of the leading family are exact and those of the
 * other family are approximate.
 */
function findBestCounts(
  composition: Composition,
  pools: CountTable,
  [first, second, rest]: Families,
  random: Random,
): CountTable[] | null {
  let best: { counts: CountTable[]; misfit: number } | null = null;
  for (let tries = 0; tries < maxDistributions && best?.misfit !== 0; tries += 1) {
    const order = tries % 2 === 0 ? [first, second, rest] : [second, first, rest];
    const counts = itemCounts(composition, pools, order.flat(), random);
    if (!counts) continue;
    const misfit = measureMisfit(composition.partitions, pools, counts);
    if (!best || misfit < best.misfit) best = { counts, misfit };
  }
  return best?.counts ?? null;
}

/** The number of answers by which classes exceed or fall short of the bounds in their pools. */
function measureMisfit(partitions: readonly ItemPartition[], pools: CountTable, counts: readonly CountTable[]): number {
  let misfit = 0;
  for (const { classOf, values, low, high } of partitions) {
    const classes = values.map(() => new Float64Array(pools.cells.length));
    for (const [item, table] of counts.entries()) {
      const classCounts = classes[classOf[item] ?? -1];
      if (classCounts)
        for (const [cell, count] of table.cells.entries()) classCounts[cell] = (classCounts[cell] ?? 0) + count;
    }
    for (const [at, own] of classes.entries()) {
      for (const [cell, count] of own.entries()) {
        const sessions = pools.cells[cell] ?? 0;
        misfit += Math.max(0, count - (high[at] ?? 0) * sessions, (low[at] ?? 0) * sessions - count);
      }
    }
  }
  return misfit;
}
