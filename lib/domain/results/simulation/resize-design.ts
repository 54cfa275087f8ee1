import { clusterOf } from "../model/share.ts";
import type { SimulatedDesign } from "./simulated-study.ts";

/** The design with a multiple of its people in each group, in the same order. */
export function withPeople(design: SimulatedDesign, factor: number): SimulatedDesign {
  return {
    ...design,
    strata: design.strata.map(({ key, slots }) => ({
      key,
      slots: Array.from(
        { length: Math.max(1, Math.round(slots.length * factor)) },
        (_, index) => slots[index % slots.length]!,
      ),
    })),
  };
}

/** The design with a multiple of its stories, each with its items and as many answers as planned. */
export function withStories(design: SimulatedDesign, factor: number): SimulatedDesign {
  const clusters = [...new Set(design.items.map((item) => clusterOf(item).id))];
  if (factor < 1) {
    const keptClusters = new Set(clusters.slice(0, Math.max(2, Math.round(clusters.length * factor))));
    const items = design.items.filter((item) => keptClusters.has(clusterOf(item).id));
    const indexOf = new Map(items.map(({ id }, index) => [id, index]));
    return {
      ...design,
      items,
      strata: design.strata.map(({ key, slots }) => ({
        key,
        slots: slots
          .map((placements) =>
            placements.flatMap(({ item, condition }) => {
              const index = indexOf.get(design.items[item]?.id ?? "");
              return index === undefined ? [] : [{ item: index, condition }];
            }),
          )
          .filter(({ length }) => length > 0),
      })),
    };
  }
  const copies = Array.from({ length: Math.round(factor) }, (_, copy) => copy);
  return {
    ...design,
    items: copies.flatMap((copy) =>
      design.items.map((item) => {
        const cluster = clusterOf(item);
        const suffix = copy === 0 ? "" : `/${copy + 1}`;
        return {
          ...item,
          id: `${item.id}${suffix}`,
          storyId: `${item.storyId}${suffix}`,
          cluster: { ...cluster, id: `${cluster.id}${suffix}` },
        };
      }),
    ),
    strata: design.strata.map(({ key, slots }) => ({
      key,
      slots: copies.flatMap((copy) =>
        slots.map((placements) =>
          placements.map(({ item, condition }) => ({ item: item + copy * design.items.length, condition })),
        ),
      ),
    })),
  };
}

/** The number of people of a design. */
export function countPeople({ strata }: SimulatedDesign): number {
  return strata.reduce((sum, { slots }) => sum + slots.length, 0);
}

/** The number of stories, or groups of stories that share a source. */
export function countStories({ items }: SimulatedDesign): number {
  return new Set(items.map((item) => clusterOf(item).id)).size;
}
