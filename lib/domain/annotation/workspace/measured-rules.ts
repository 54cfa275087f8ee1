import { wordsOf } from "@/lib/domain/words/words.ts";
import type { WorkspaceChecks } from "./workspace-checks.ts";
import { fieldText, type WorkspaceState } from "./workspace-state.ts";

/** Minimum number of changed words before the event for which the workspace shows a violation. */
const minChangedWordsBeforeEvent = 3;

/** Maximum ratio of the lengths of the two options. */
const maxOptionLengthRatio = 1.5;

/** Short messages about violations of measurable rules, by rule. */
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
    if (changedWords >= minChangedWordsBeforeEvent)
      violations["minimal-edit"] = `${changedWords} words differ before the event.`;
  }
  const lengths = (["answerWithoutKnowledge", "answerWithKnowledge"] as const).map(
    (field) => wordsOf(fieldText(state, field)).length,
  );
  const [shorter = 0, longer = 0] = lengths.toSorted((left, right) => left - right);
  if (shorter > 0 && longer / shorter > maxOptionLengthRatio)
    violations["options-even"] = `One option has ${longer} words, the other ${shorter}.`;
  return violations;
}
