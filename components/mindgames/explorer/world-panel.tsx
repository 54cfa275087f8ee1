import type { Explanation } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import { type StepView, worldName } from "@/lib/domain/epistemic/explain/step-view.ts";
import {
  describeConsideredWorlds,
  findRemovalReason,
  partitionsAround,
} from "@/lib/domain/epistemic/explain/world-text.ts";
import { LineSample } from "./person-legend.tsx";
import { TruthMark } from "./truth-explanation.tsx";

/** One world at one step: its facts, and the worlds that each person would consider possible in this world. */
export function WorldPanel({
  explanation,
  labels,
  view,
  step,
  world,
}: {
  explanation: Explanation;
  labels: readonly string[];
  view: StepView;
  step: number;
  world: number | null;
}) {
  const { worlds, verdicts } = explanation;
  if (world === null) {
    return (
      <p className="text-sm text-ink-soft">
        Choose a world to see which worlds each person would consider possible if it were the real one.
      </p>
    );
  }
  const { state, ruledOutAt } = view.worlds[world]!;
  const verdict = view.kind === "hypothesis" ? verdicts.find((candidate) => candidate.world === world) : undefined;
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">
        {worldName(world)} <span className="font-normal text-ink-soft">{worlds[world]!.description}</span>
      </h3>
      {state === "gone" ? (
        <p className="text-ink-soft">
          Announcement {ruledOutAt} ruled it out: {findRemovalReason(explanation, world, ruledOutAt)}
        </p>
      ) : (
        <>
          {state === "leaving" && <p className="text-ink-soft">Before this announcement:</p>}
          <ul className="grid gap-1.5">
            {partitionsAround(explanation, step, state).map((partition) => (
              <li key={partition.name} className="flex items-start gap-2.5">
                <LineSample person={partition.person} label={labels[partition.person]!} />
                <span>{describeConsideredWorlds(partition, world)}</span>
              </li>
            ))}
          </ul>
          {verdict && (
            <p>
              The hypothesis <TruthMark holds={verdict.holds} />.{" "}
              <span className="text-ink-soft">{verdict.why.reason}</span>
            </p>
          )}
        </>
      )}
    </div>
  );
}
