/** A study in which people saw expressions of a benchmark. */
export interface ParticipantStudy {
  id: string;
  slug: string;
  name: string;
  stage: string;
  status: "draft" | "open" | "paused" | "closed";
  /** Number of planned sessions, and number of completed sessions. */
  slots: number;
  complete: number;
  isDemo: boolean;
}

/** Counts of a study's answers that do not enter its score, by reason. */
export interface UncountedAnswers {
  /** Answers excluded manually, and answers of people who finished after their slot had been reassigned. */
  excluded: number;
  surplus: number;
  /** Answers about facts whose alternative is also true. No rule scores such answers. */
  alsoTrue: number;
  /** People whose knowledge was measured in another study, matched by the recruiter's ID. */
  fromOtherStudies: number;
}
