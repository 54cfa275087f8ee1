import type { BeliefScore } from "../scoring/model-score.ts";
import type { ModelProfile } from "./model-profile.ts";

/** The observer of a column of the figures: all participants of a study, or one evaluation of a model. */
export interface Observer {
  /** "people", or the run's id, as used in URLs. */
  key: string;
  name: string;
  side: "people" | "models";
  /** The properties of the model; null for people. */
  profile: ModelProfile | null;
  score: BeliefScore;
}

/**
 * The name in parts that are shown on separate lines: "Alder", "4B", "instruct"; the whole name if the parts are
 * unknown.
 */
export function observerLines({ name, profile }: Pick<Observer, "name" | "profile">): string[] {
  if (!profile?.family || profile.sizeBillions === null) return [name];
  return [profile.family, `${profile.sizeBillions}B`, ...(profile.tuning ? [profile.tuning] : [])];
}
