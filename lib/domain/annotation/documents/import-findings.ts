import type { KsteItem } from "../../stories/items/kste-item.ts";
import { locateStoryPieces } from "../../stories/knowledge/story-pieces.ts";
import type { LintFinding } from "../../stories/lint/finding.ts";
import { lintItem } from "../../stories/lint/lint-item.ts";

/**
 * The linter findings stored with an item at import. The linter reports knowledge that consists of several pieces,
 * because it is not a single quotation. Here each piece is a separate mark, so there is no finding if the story
 * contains all pieces.
 */
export function lintImportedItem(item: KsteItem, original: string | null): LintFinding[] {
  const findings = lintItem(item, original);
  if (!findings.some(isAboutKnowledge) || locateStoryPieces(item).some(({ start }) => start === null)) return findings;
  return findings.filter((finding) => !isAboutKnowledge(finding));
}

function isAboutKnowledge({ problem }: LintFinding): boolean {
  return problem === "knowledge-not-in-story";
}
