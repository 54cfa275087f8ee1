import type { Explanation, PersonPartition } from "./explain-problem.ts";
import { joinWithAnd, type StepView, worldName } from "./step-view.ts";

/**
 * The partitions that describe a world at a step. For a world that the step eliminates, they are those of the previous
 * step.
 */
export function partitionsAround(
  { steps }: Pick<Explanation, "steps">,
  step: number,
  state: StepView["worlds"][number]["state"],
): PersonPartition[] {
  return steps[Math.min(state === "leaving" ? step - 1 : step, steps.length - 1)]!.partitions;
}

/**
 * Lists the worlds that a person could not rule out if this world were the actual one: "Ann cannot rule out worlds 2
 * and 3."
 */
export function describeConsideredWorlds(
  { name, groups }: Pick<PersonPartition, "name" | "groups">,
  world: number,
): string {
  const otherWorlds = (groups.find((group) => group.includes(world)) ?? []).filter((other) => other !== world);
  if (otherWorlds.length === 0) return `${name} knows that this is the world.`;
  const numbers = otherWorlds.map((other) => String(other + 1));
  return `${name} cannot rule out ${otherWorlds.length === 1 ? "world" : "worlds"} ${joinWithAnd(numbers)}.`;
}

/** Why an announcement eliminated a world; empty for a world that is still possible. */
export function findRemovalReason(
  { steps }: Pick<Explanation, "steps">,
  world: number,
  ruledOutAt: number | null,
): string {
  const removal =
    ruledOutAt === null ? undefined : steps[ruledOutAt]?.removed.find((candidate) => candidate.world === world);
  return removal?.why.reason ?? "";
}

/**
 * Describes one world in the picture of a step for screen readers: its facts, its state with the reason, which worlds
 * each person could not distinguish from it, and at the last step whether the hypothesis is true and why.
 */
export function describeWorldAtStep(explanation: Explanation, view: StepView, step: number, world: number): string {
  const { state, ruledOutAt, verdict } = view.worlds[world]!;
  const { description } = explanation.worlds[world]!;
  const name = `${worldName(world)}: ${description}.`;
  const reason = findRemovalReason(explanation, world, ruledOutAt);
  if (state === "gone") return `${name} Ruled out by announcement ${ruledOutAt}. ${reason}`;
  const considered = partitionsAround(explanation, step, state).map((partition) =>
    describeConsideredWorlds(partition, world),
  );
  if (state === "leaving") {
    return [name, "Ruled out by this announcement.", reason, "Before it:", ...considered].join(" ");
  }
  const why = explanation.verdicts.find((candidate) => candidate.world === world)?.why.reason ?? "";
  const stateSentences = verdict === null ? ["Possible."] : [`Possible; the hypothesis is ${verdict} here.`, why];
  return [name, ...stateSentences, ...considered].join(" ");
}
