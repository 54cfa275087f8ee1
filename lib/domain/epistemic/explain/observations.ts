import type { Problem, Setup } from "../mindgames/problem.ts";
import { joinWithAnd } from "./step-view.ts";

/** Short labels of the fact about one person, if true and if false. */
export const factLabels: Readonly<Record<Setup, { true: string; false: string }>> = {
  forehead: { true: "muddy", false: "not muddy" },
  forehead_mirror: { true: "muddy", false: "not muddy" },
  internal: { true: "thirsty", false: "not thirsty" },
  explicit: { true: "red card", false: "black card" },
};

const observedThings: Readonly<Record<Setup, { own: string; others: string; none: string }>> = {
  forehead: { own: "their own forehead", others: "the forehead of", none: "no forehead" },
  forehead_mirror: { own: "their own forehead", others: "the forehead of", none: "no forehead" },
  internal: { own: "their own thirst", others: "the thirst of", none: "nobody's thirst" },
  explicit: { own: "their own card", others: "the card of", none: "no card" },
};

/** Describes what a person observes before any announcement, for example "sees the forehead of Bob". */
export function describeObservation(
  { setup, names, sees }: Pick<Problem, "setup" | "names" | "sees">,
  person: number,
): string {
  const verb = setup === "internal" ? "feels" : "sees";
  const { own, others, none } = observedThings[setup];
  const seenNames = names.filter((_, other) => other !== person && sees[person]?.[other]);
  const parts = [
    ...(sees[person]?.[person] ? [own] : []),
    ...(seenNames.length > 0 ? [`${others} ${joinWithAnd(seenNames)}`] : []),
  ];
  return parts.length === 0 ? `${verb} ${none}` : `${verb} ${parts.join(" and ")}`;
}
