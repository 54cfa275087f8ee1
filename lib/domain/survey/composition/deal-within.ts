import type { Random } from "../../random.ts";
import type { ComposedSession } from "./composition.ts";
import { type Edge, splitEdges } from "./split-edges.ts";

/**
 * Assigns the within-condition of every placement: for each session, the index of its condition at each of its items.
 *
 * Factor by factor the levels are assigned so that a session has the levels of each factor equally often, within one,
 * and each item has them equally often under each between-condition, within one.
 *
 * @param levels number of levels of each within-factor; the first factor varies slowest
 */
export function dealWithin(
  sessions: readonly ComposedSession[],
  levels: readonly number[],
  random: Random,
): number[][] {
  const places = sessions.flatMap((session, index) =>
    session.items.map((item) => ({ session: index, item, between: session.between })),
  );
  let conditions = new Int32Array(places.length);
  for (const count of levels) {
    if (count === 1) continue;
    const dealt = conditions;
    const edges = places.map(
      (place, index): Edge => ({
        left: [place.session, dealt[index] ?? 0],
        right: [place.item, place.between, dealt[index] ?? 0],
      }),
    );
    const level = splitEdges(edges, count, random);
    conditions = dealt.map((condition, index) => condition * count + (level[index] ?? 0));
  }
  let next = 0;
  return sessions.map((session) => session.items.map(() => conditions[next++] ?? 0));
}
