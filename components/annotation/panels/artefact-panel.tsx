import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import type { BaselineClassifier } from "@/lib/domain/stories/artefacts/feature-baseline.ts";
import type { ItemArtefacts } from "@/lib/domain/stories/artefacts/item-artefacts.ts";
import type { ArtefactMeasures } from "@/lib/domain/stories/artefacts/set-artefacts.ts";
import { Panel } from "../look/panel.tsx";

/** The guesses of baseline classifiers, which do not read the story, for this item, and their accuracy for the set. */
export function ArtefactPanel({
  item,
  before,
  after,
}: {
  item: ItemArtefacts;
  /**
   * The measures of the set with the original text and with the current text of this item; null while they are loading.
   */
  before: ArtefactMeasures | null;
  after: ArtefactMeasures | null;
}) {
  return (
    <Panel title="Artefacts" id="artefacts">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">Surface statistics of this item’s options</caption>
        <thead className="text-xs text-ink-soft">
          <tr>
            <th className="pb-1 text-left font-normal">Option</th>
            <th className="pb-1 text-right font-normal">Characters</th>
            <th className="pb-1 text-right font-normal">Words</th>
            <th className="pb-1 text-right font-normal">Shared</th>
            <th className="pb-1 text-right font-normal">Begins</th>
          </tr>
        </thead>
        <tbody>
          {(["correct", "distractor"] as const).map((which) => (
            <tr key={which} className="border-t border-rule">
              <th scope="row" className="py-1 text-left font-normal">
                {which === "correct" ? "Correct" : "Distractor"}
              </th>
              <td className="text-right">{item[which].characters}</td>
              <td className="text-right">{item[which].words}</td>
              <td className="text-right">
                {item[which].sharedWithKnowledge.length}
                {item[which].sharedWithKnowledge.length > 0 && (
                  <span className="sr-only">: {item[which].sharedWithKnowledge.join(", ")}</span>
                )}
              </td>
              <td className="text-right font-serif">{item[which].firstWord}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="grid gap-0.5 text-sm">
        <Guess name="The shorter option, in characters" isRight={item.shorterIsRight} />
        <Guess name="The option that shares less with the knowledge" isRight={item.fartherIsRight} />
      </ul>
      {after && before && after.n > 1 && (
        <div className="grid gap-2 border-t border-rule pt-2.5">
          <p className="text-xs text-ink-soft">All {after.n} items, with the current text of this item</p>
          <Meter name="Shorter option, in characters" before={before.shorter} after={after.shorter} />
          <Meter name="Less shared with the knowledge" before={before.farther} after={after.farther} />
          <Meter name="First words" before={before.firstWord} after={after.firstWord} />
        </div>
      )}
    </Panel>
  );
}

function Guess({ name, isRight }: { name: string; isRight: boolean | null }) {
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className="text-ink-soft">{name}</span>
      <span className={`whitespace-nowrap ${isRight === null ? "text-ink-soft" : isRight ? "text-warn" : "text-good"}`}>
        {isRight === null ? "a tie" : isRight ? "is right" : "is wrong"}
      </span>
    </li>
  );
}

/** The accuracy of a baseline classifier as a bar. The line in the middle is the chance level of 50%. */
function Meter({ name, before, after }: { name: string; before: BaselineClassifier; after: BaselineClassifier }) {
  if (after.accuracy === null || before.accuracy === null) return null;
  const moved = (after.accuracy - before.accuracy) * 100;
  const description = describeEstimate({ ...after, value: after.accuracy }, after.n);
  return (
    <div className="grid gap-0.5 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <span>{name}</span>
        <span className="tabular-nums">
          {description.value}
          <span className="ml-1.5 text-xs text-ink-soft">
            {Math.abs(moved) < 0.05
              ? "unchanged"
              : `${describeEstimate({ value: moved / 100, low: null, high: null, reason: null }, after.n, { unit: "points" }).value} change by your edit`}
          </span>
        </span>
      </div>
      <div aria-hidden="true" className="keep-colour relative h-1.5 rounded-full bg-rule">
        <div
          className="absolute inset-y-0 rounded-full bg-edge/60"
          style={{ left: `${after.low * 100}%`, width: `${(after.high - after.low) * 100}%` }}
        />
        <div className="absolute -inset-y-0.5 left-1/2 w-px bg-ink-soft" />
        <div
          className="absolute -inset-y-0.5 w-0.75 rounded-full bg-ink"
          style={{ left: `${after.accuracy * 100}%` }}
        />
      </div>
      <p className="text-xs text-ink-soft tabular-nums">
        {description.n}, 95% CI {description.interval}
      </p>
    </div>
  );
}
