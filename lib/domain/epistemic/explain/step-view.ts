import type { Explanation } from "./explain-problem.ts";
import type { StatementReason } from "./explain-statement.ts";
import { listLinks, type WorldLink } from "./links.ts";

/**
 * The state of a world at a step: possible, eliminated by this announcement ("leaving"), or eliminated earlier
 * ("gone").
 */
export type WorldState = "possible" | "leaving" | "gone";

export interface WorldView {
  number: number;
  state: WorldState;
  /** The number, from 1, of the announcement that eliminates the world; null while the world is possible. */
  ruledOutAt: number | null;
  /** Whether the hypothesis is true in the world; null before the last step and for an eliminated world. */
  verdict: boolean | null;
}

/** A picture of the series, which shows the start, then each announcement, then the hypothesis. */
export interface StepView {
  kind: "start" | "announcement" | "hypothesis";
  /** "Before the first announcement", "Announcement 2 of 3", "The hypothesis". */
  title: string;
  /** The announcement or claim as a sentence; null at the start. */
  said: string | null;
  worlds: WorldView[];
  /** For each person, the groups of possible worlds that this person cannot distinguish. */
  links: WorldLink[];
  /** Lines of the previous step that lead to a world that this step eliminates. */
  leavingLinks: WorldLink[];
  /** Why worlds are eliminated at this step; at the last step, why the hypothesis is true or false in each world. */
  reasons: { world: number; why: StatementReason }[];
  /** Text description of the picture. */
  summary: string;
}

/** All pictures of an explanation in order: one for each step, then one for the hypothesis. */
export function createStepViews(explanation: Explanation): StepView[] {
  const { steps, worlds, verdicts } = explanation;
  const announcements = steps.length - 1;
  const views = steps.map(({ announcement, surviving, removed, partitions }, step): StepView => {
    const previousLinks = step === 0 ? [] : listLinks(steps[step - 1]!.partitions);
    const leaving = new Set(removed.map(({ world }) => world));
    return {
      kind: step === 0 ? "start" : "announcement",
      title: step === 0 ? startTitle(announcements) : `Announcement ${step} of ${announcements}`,
      said: announcement,
      worlds: worlds.map(({ number, lastStep }) => ({
        number,
        state: lastStep >= step ? "possible" : lastStep === step - 1 ? "leaving" : "gone",
        ruledOutAt: lastStep >= step ? null : lastStep + 1,
        verdict: null,
      })),
      links: listLinks(partitions),
      leavingLinks: previousLinks.filter(({ from, to }) => leaving.has(from) || leaving.has(to)),
      reasons: removed,
      summary: step === 0 ? summariseStart(worlds.length) : summariseStep(explanation, step, surviving.length),
    };
  });
  const verdictOf = new Map(verdicts.map(({ world, holds }) => [world, holds]));
  const last = views.at(-1)!;
  return [
    ...views,
    {
      kind: "hypothesis",
      title: "The hypothesis",
      said: explanation.hypothesis,
      worlds: last.worlds.map((view) => ({
        ...view,
        state: view.state === "leaving" ? "gone" : view.state,
        verdict: verdictOf.get(view.number) ?? null,
      })),
      links: last.links,
      leavingLinks: [],
      // Counterexamples come first, because one counterexample is sufficient.
      reasons: [...verdicts].sort((left, right) => Number(left.holds) - Number(right.holds)),
      summary: explanation.summary,
    },
  ];
}

/** The name of a world in sentences and labels; numbers start at 1. */
export function worldName(number: number): string {
  return `World ${number + 1}`;
}

function startTitle(announcements: number): string {
  return announcements === 0 ? "Nothing is announced" : "Before the first announcement";
}

function summariseStart(worlds: number): string {
  return `All ${worlds} worlds are possible.`;
}

function summariseStep({ worlds, steps }: Explanation, step: number, remaining: number): string {
  const { removed } = steps[step]!;
  const previousCount = steps[step - 1]!.surviving.length;
  const remainingText = remaining === 1 ? "1 world is" : remaining === 0 ? "No world is" : `${remaining} worlds are`;
  if (removed.length === 0) return `${remainingText} left: this rules out none, because it is true in all of them.`;
  const removedNames = removed.map(({ world }) => `${worldName(world).toLowerCase()} (${worlds[world]!.description})`);
  const list = removedNames.length > 4 ? `${removedNames.length} worlds` : joinWithAnd(removedNames);
  return `${remainingText} left of ${previousCount}. This rules out ${list}.`;
}

/** "a", "a and b", "a, b and c". */
export function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
