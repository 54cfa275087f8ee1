import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import { clusterOf } from "./share.ts";
import type { ItemCluster, ResultItem, StudyResults } from "./study-results.ts";

type ClusterKinds = AnalysisPlan["clusters"];

/**
 * Adds its cluster to each item, as the design requires and the plan allows: the story, or the source group if one
 * contains several stories (an original, its erroneous versions and its questions). Stories inside groups need no
 * separate clusters. If a story is in several groups, all connected groups are one cluster. Two-way clustering then
 * uses people and these clusters.
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
  const createGroupClusters = (ids: readonly string[]) => ids.map((id): ItemCluster => ({ kind: "group", id }));
  if (!kinds.includes("story")) return createGroupClusters(groups);
  const connectedIds = connectItems(
    items.map(({ storyId }) => storyId),
    groups,
  );
  const hasOneStoryPerCluster = new Set(connectedIds).size === new Set(items.map(({ storyId }) => storyId)).size;
  return hasOneStoryPerCluster ? stories : createGroupClusters(connectedIds);
}

/** Assigns an ID to each item; items that are connected by a chain of common stories and groups get the same ID. */
function connectItems(stories: readonly string[], groups: readonly string[]): string[] {
  const parent = new Map<string, string>();
  const root = (name: string): string => {
    const parentName = parent.get(name) ?? name;
    return parentName === name ? name : root(parentName);
  };
  stories.forEach((story, index) => {
    const [one, other] = [root(`story ${story}`), root(`group ${groups[index]!}`)];
    if (one !== other) parent.set(one, other);
  });
  return stories.map((story) => root(`story ${story}`));
}
