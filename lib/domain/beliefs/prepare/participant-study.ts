/** A study in which people saw expressions of a benchmark. */
export interface ParticipantStudy {
  id: string;
  slug: string;
  name: string;
  stage: string;
  status: "draft" | "open" | "paused" | "closed";
  /** Planned sessions, and the number that people have completed. */
  slots: number;
  complete: number;
  isDemo: boolean;
}

/** Counts of a study's answers by how they enter its score. */
export interface UncountedAnswers {
  /** Answers excluded manually, and answers of people who finished after their slot was reassigned. */
  excluded: number;
  surplus: number;
  /** Answers about facts whose alternative is also true; no rule scores them. */
  alsoTrue: number;
  /** People whose knowledge was measured in another study, matched by their recruiter's id. */
  fromOtherStudies: number;
}
