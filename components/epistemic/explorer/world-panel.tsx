import type { Explanation } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import { inWords, type StepView, worldName } from "@/lib/domain/epistemic/explain/step-view.ts";
import { LineSample } from "./person-legend.tsx";
import { TruthMark } from "./why-walk.tsx";

/** One world at one step: what is the case there, and which worlds each person would consider possible. */
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
  const { worlds, steps, names, verdicts } = explanation;
  if (world === null) {
    return (
      <p className="text-sm text-ink-soft">
        Choose a world to see what each person would hold possible if it were the real one.
      </p>
    );
  }
  const { state, goneAt } = view.worlds[world]!;
  const verdict = view.kind === "hypothesis" ? verdicts.find((candidate) => candidate.world === world) : undefined;
  // A world that is leaving is looked at as it was before the announcement, when somebody could still think of it.
  const { partitions } = steps[Math.min(state === "leaving" ? step - 1 : step, steps.length - 1)]!;
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">
        {worldName(world)} <span className="font-normal text-ink-soft">{worlds[world]!.description}</span>
      </h3>
      {state === "gone" ? (
        <p className="text-ink-soft">
          Announcement {goneAt} ruled it out:{" "}
          {steps[goneAt ?? 0]?.removed.find((removed) => removed.world === world)?.why.reason}
        </p>
      ) : (
        <>
          {state === "leaving" && <p className="text-ink-soft">Before this announcement:</p>}
          <ul className="grid gap-1.5">
            {partitions.map(({ person, name, groups }) => {
              const others = (groups.find((group) => group.includes(world)) ?? []).filter((other) => other !== world);
              return (
                <li key={name} className="flex items-start gap-2.5">
                  <LineSample person={person} label={labels[person]!} />
                  <span>{considers(names[person]!, others)}</span>
                </li>
              );
            })}
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

function considers(name: string, others: readonly number[]): string {
  if (others.length === 0) return `${name} knows that this is the world.`;
  const listed = others.map((other) => String(other + 1));
  return `${name} cannot rule out ${others.length === 1 ? "world" : "worlds"} ${inWords(listed)}.`;
}
