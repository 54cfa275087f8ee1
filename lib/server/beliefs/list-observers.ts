import type { Observer } from "@/lib/domain/beliefs/prepare/observer.ts";
import type { BeliefResults } from "./load-beliefs.ts";

/** Everyone with a score, people first. */
export function listObservers({ people, models }: Pick<BeliefResults, "people" | "models">): Observer[] {
  return [
    ...(people ? [{ key: "people", name: "People", side: "people" as const, profile: null, score: people.score }] : []),
    ...models.flatMap(({ runId, observer, profile, score }) =>
      score ? [{ key: runId, name: observer, side: "models" as const, profile, score }] : [],
    ),
  ];
}
