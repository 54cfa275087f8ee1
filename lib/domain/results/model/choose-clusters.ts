import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import { clusterOf } from "./share.ts";
import type { ItemCluster, ResultItem, StudyResults } from "./study-results.ts";

type ClusterKinds = AnalysisPlan["clusters"];

/**
 * Results whose items have their clusters, as the design requires and the plan allows: the story, or the source group
 * if one contains several stories (an original, its erroneous versions and its questions). Stories inside groups need
 * no separate clusters; if a story is in several groups, all connected groups are one cluster. Two-way clustering then
 * uses people and these.
 */
export function withClusters(results: StudyResults, kinds: ClusterKinds): StudyResults {
  const clusters = chooseClusters(results.items, kinds);
  return { ...results, items: results.items.map((item, index) => ({ ...item, cluster: clusters[index]! })) };
}

/** The cluster of each item, in the items' order. */
export function chooseClusters(
  items: readonly Pick<ResultItem, "storyId" | "attributes">[],
  kinds: ClusterKinds,
): ItemCluster[] {
  const stories = items.map((item) => clusterOf({ storyId: item.storyId }));
  const groups = items.map(({ attributes, storyId }) => String(attributes.group ?? storyId));
  if (!kinds.includes("group") || !items.some(({ attributes }) => attributes.group != null)) return stories;
  const asGroups = (ids: readonly string[]) => ids.map((id): ItemCluster => ({ kind: "group", id }));
  if (!kinds.includes("story")) return asGroups(groups);
  const connected = connectItems(
    items.map(({ storyId }) => storyId),
    groups,
  );
  const hasOneStoryEach = new Set(connected).size === new Set(items.map(({ storyId }) => storyId)).size;
  return hasOneStoryEach ? stories : asGroups(connected);
}

/** For each item an id shared by all items connected by a chain of common stories and groups. */
function connectItems(stories: readonly string[], groups: readonly string[]): string[] {
  const parent = new Map<string, string>();
  const root = (name: string): string => {
    const above = parent.get(name) ?? name;
    return above === name ? name : root(above);
  };
  stories.forEach((story, index) => {
    const [one, other] = [root(`story ${story}`), root(`group ${groups[index]!}`)];
    if (one !== other) parent.set(one, other);
  });
  return stories.map((story) => root(`story ${story}`));
}
