import { wordsOf } from "@/lib/domain/words/words.ts";
import type { WorkspaceChecks } from "./workspace-checks.ts";
import { fieldText, type WorkspaceState } from "./workspace-state.ts";

/** Minimum number of changed words before the event for a hint in the workspace. */
const minStrayWords = 3;

/** Maximum length ratio of the two options. */
const unevenRatio = 1.5;

/** Short findings of the workspace about the measurable rules, by rule; empty if there are none. */
export function findRuleViolations(checks: WorkspaceChecks, state: WorkspaceState): Record<string, string> {
  const violations: Record<string, string> = {};
  const knowledge = checks.check.anchors.find((report) => report.anchor.role === "knowledge");
  if (knowledge?.state !== "ok" && knowledge !== undefined)
    violations["knowledge-in-story"] = "The mark of the knowledge is broken.";
  if (checks.hints.length > 0)
    violations["no-hint"] =
      checks.hints.length === 1
        ? "One sentence still reveals the answer."
        : `${checks.hints.length} sentences still reveal the answer.`;
  const zones = checks.againstOriginal?.zones;
  if (zones) {
    const changedWords = zones.before.wordsAdded + zones.before.wordsRemoved;
    if (changedWords >= minStrayWords) violations["minimal-edit"] = `${changedWords} words differ before the event.`;
  }
  const lengths = (["answerWithoutKnowledge", "answerWithKnowledge"] as const).map(
    (field) => wordsOf(fieldText(state, field)).length,
  );
  const [shorter = 0, longer = 0] = lengths.toSorted((left, right) => left - right);
  if (shorter > 0 && longer / shorter > unevenRatio)
    violations["options-even"] = `One option has ${longer} words, the other ${shorter}.`;
  return violations;
}
