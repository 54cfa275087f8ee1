/** A study in which people met expressions of a benchmark. */
export interface ParticipantStudy {
  id: string;
  slug: string;
  name: string;
  stage: string;
  status: "draft" | "open" | "paused" | "closed";
  /** Sessions laid out, and those that people have completed. */
  slots: number;
  complete: number;
  isDemo: boolean;
}

/** What happened to the answers of a study on their way into its score. */
export interface UncountedAnswers {
  /** Answers excluded by hand, and of people who finished after their slot had gone to someone else. */
  excluded: number;
  surplus: number;
  /** Answers about facts whose alternative is also true, which no rule scores. */
  alsoTrue: number;
  /** People whose knowledge was asked in another study, found by their recruiter's id. */
  fromOtherStudies: number;
}
