import type { BeliefScore } from "../scoring/model-score.ts";
import type { ModelProfile } from "./model-profile.ts";

/** The observer of one column in the figures: all participants of a study, or one evaluation of a model. */
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
 * The lines in which a figure shows the name: "Alder", "4B", "instruct"; one line with the whole name if family or size
 * is unknown.
 */
export function formatObserverLines({ name, profile }: Pick<Observer, "name" | "profile">): string[] {
  if (!profile?.family || profile.sizeBillions === null) return [name];
  return [profile.family, `${profile.sizeBillions}B`, ...(profile.tuning ? [profile.tuning] : [])];
}
