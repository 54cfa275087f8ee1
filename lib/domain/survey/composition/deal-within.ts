import type { Random } from "../../random.ts";
import type { ComposedSession } from "./composition.ts";
import { type Edge, splitEdges } from "./split-edges.ts";

/**
 * Assigns the within-condition of every placement: for each session, the index of its condition at each of its items.
 *
 * The levels are assigned factor by factor, so that the numbers of the levels of a factor differ by at most one in each
 * session, and for each item under each between-condition.
 *
 * @param levels number of levels of each within-factor; the first factor varies slowest
 */
export function dealWithin(
  sessions: readonly ComposedSession[],
  levels: readonly number[],
  random: Random,
): number[][] {
  const placements = sessions.flatMap((session, index) =>
    session.items.map((item) => ({ session: index, item, between: session.between })),
  );
  let conditions = new Int32Array(placements.length);
  for (const count of levels) {
    if (count === 1) continue;
    const previous = conditions;
    const edges = placements.map(
      (placement, index): Edge => ({
        left: [placement.session, previous[index] ?? 0],
        right: [placement.item, placement.between, previous[index] ?? 0],
      }),
    );
    const level = splitEdges(edges, count, random);
    conditions = previous.map((condition, index) => condition * count + (level[index] ?? 0));
  }
  let next = 0;
  return sessions.map((session) => session.items.map(() => conditions[next++] ?? 0));
}
