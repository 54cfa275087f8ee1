import type { KsteItem } from "../../stories/items/kste-item.ts";
import { storyPieces } from "../../stories/knowledge/story-pieces.ts";
import type { Finding } from "../../stories/lint/finding.ts";
import { lintItem } from "../../stories/lint/lint-item.ts";

/**
 * What is told of an item when it comes in: the linter's findings. Knowledge in several pieces is no single quotation, which
 * the linter says; here each piece is a mark of its own, so that nothing is wrong where the story holds every one of them.
 */
export function importFindings(item: KsteItem, original: string | null): Finding[] {
  const findings = lintItem(item, original);
  if (!findings.some(isAboutKnowledge) || storyPieces(item).some(({ start }) => start === null)) return findings;
  return findings.filter((finding) => !isAboutKnowledge(finding));
}

function isAboutKnowledge({ problem }: Finding): boolean {
  return problem === "knowledge-not-in-story";
}
