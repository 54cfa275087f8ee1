import type { ParticipantScore } from "@/lib/domain/beliefs/participants/score-participants.ts";
import type { ParticipantStudy, UncountedAnswers } from "@/lib/domain/beliefs/prepare/participant-study.ts";

/** The people of a study in the form that figures show. */
export interface BeliefPeopleView {
  study: ParticipantStudy;
  score: ParticipantScore;
  uncounted: UncountedAnswers;
}
