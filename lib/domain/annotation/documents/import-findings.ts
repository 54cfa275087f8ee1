import type { KsteItem } from "../../stories/items/kste-item.ts";
import { locateStoryPieces } from "../../stories/knowledge/story-pieces.ts";
import type { LintFinding } from "../../stories/lint/finding.ts";
import { lintItem } from "../../stories/lint/lint-item.ts";

/**
 * Returns the linter findings that are stored with an item at import. The linter reports knowledge that consists of
 * several pieces because it is not one quotation. This finding is omitted if the story contains all pieces, because
 * each piece becomes a separate mark.
 */
export function lintImportedItem(item: KsteItem, original: string | null): LintFinding[] {
  const findings = lintItem(item, original);
  if (!findings.some(isAboutKnowledge) || locateStoryPieces(item).some(({ start }) => start === null)) return findings;
  return findings.filter((finding) => !isAboutKnowledge(finding));
}

function isAboutKnowledge({ problem }: LintFinding): boolean {
  return problem === "knowledge-not-in-story";
}
