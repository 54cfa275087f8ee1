import type { PeopleScore } from "@/lib/domain/beliefs/people/score-people.ts";
import type { PeopleAccount, PeopleStudy } from "@/lib/domain/beliefs/prepare/people-study.ts";

/** The people of a study as figures show them. */
export interface BeliefPeopleView {
  study: PeopleStudy;
  score: PeopleScore;
  account: PeopleAccount;
}
