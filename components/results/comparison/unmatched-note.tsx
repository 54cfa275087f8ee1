import { Callout } from "@/components/ui/callout.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { SideComparison } from "@/lib/domain/results/comparison/compare-sides.ts";
import type { Unmatched } from "@/lib/domain/results/model/study-results.ts";

/** Lists the answers that could not be compared, with the reasons. */
export function UnmatchedNote({ models, unmatched }: { models: readonly SideComparison[]; unmatched: Unmatched }) {
  const lines = [
    ...models
      .filter(({ onlyPeopleAnswered }) => onlyPeopleAnswered > 0)
      .map(
        (model) =>
          `${model.label}: ${formatNumberOf(model.onlyPeopleAnswered, "cell")} that people answered and the model did not.`,
      ),
    ...models
      .filter(({ onlyModelAnswered }) => onlyModelAnswered > 0)
      .map(
        (model) =>
          `${model.label}: ${formatNumberOf(model.onlyModelAnswered, "cell")} that the model answered and people did not.`,
      ),
    ...models
      .filter(({ mismatched }) => mismatched > 0)
      .map(
        (model) =>
          `${model.label}: ${formatNumberOf(model.mismatched, "cell")} excluded from the tests because the model was shown a different text than people.`,
      ),
    ...unmatched.conditions.map(
      ({ model, condition, count, factors }) =>
        `${model}: ${formatNumberOf(count, "answer")} under “${condition || "no condition"}”, which matches no condition of this study${factors.length > 0 ? ` (${factors.join(", ")})` : ""}.`,
    ),
    ...(unmatched.otherVersions > 0
      ? [`${formatNumberOf(unmatched.otherVersions, "answer")} to other versions of these items.`]
      : []),
    ...(unmatched.otherItems > 0
      ? [`${formatNumberOf(unmatched.otherItems, "answer")} to items of the benchmark that this study does not ask.`]
      : []),
  ];
  if (lines.length === 0) return null;
  const shown = lines.slice(0, 8);
  return (
    <Callout tone="warn" title="Not compared">
      <ul className="list-disc pl-5">
        {shown.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > shown.length && <li>And {formatCount(lines.length - shown.length)} more of this kind.</li>}
      </ul>
    </Callout>
  );
}
