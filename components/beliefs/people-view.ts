import type { ParticipantScore } from "@/lib/domain/beliefs/participants/score-participants.ts";
import type { ParticipantStudy, UncountedAnswers } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";

/** The data about the people of a study that the charts show. */
export interface BeliefPeopleView {
  study: ParticipantStudy;
  score: ParticipantScore;
  uncounted: UncountedAnswers;
  /** The status of the study’s data. */
  status: ResultStatus;
}
