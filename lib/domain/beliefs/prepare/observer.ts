import type { BeliefScore } from "../scoring/model-score.ts";
import type { ModelProfile } from "./model-profile.ts";

/** Who stands in a column of the figures: all participants of a study, or one evaluation of a model. */
export interface Observer {
  /** "people", or the run's id: how addresses name it. */
  key: string;
  name: string;
  side: "people" | "models";
  /** Null for people. */
  profile: ModelProfile | null;
  score: BeliefScore;
}

/** The name in pieces that fit under each other: "Alder", "4B", "instruct"; the whole name where pieces are unknown. */
export function observerLines({ name, profile }: Pick<Observer, "name" | "profile">): string[] {
  if (!profile?.family || profile.sizeBillions === null) return [name];
  return [profile.family, `${profile.sizeBillions}B`, ...(profile.tuning ? [profile.tuning] : [])];
}
