import type { Outcome } from "./protocol.ts";

/**
 * What decides whether an answer counts. The view `counted_response` has the same facts as columns; a law test asks both.
 */
export interface ResponseStanding {
  stage: string;
  /** The session reached its last screen and was not withdrawn or erased since. */
  isComplete: boolean;
  /** The session finished after its slot had gone to someone else: kept and paid, but it fills nothing. */
  isSurplus: boolean;
  /** The participant belongs to no quota group. */
  isOpenStratum: boolean;
  /** A reasoned mark that has not been revoked stands on this revision. */
  isExcluded: boolean;
  /** No later revision of the same answer. */
  isNewest: boolean;
}

/** Which answers a page, counter, gate or export asks for. Stages are never mixed, so there is always one. */
export interface CountChoice {
  stage: string;
  /** Also of people who finished after their slot had gone to someone else. */
  surplus: boolean;
  /** Also answers that are excluded. */
  excluded: boolean;
  /** Also of people outside all quotas. */
  openStratum: boolean;
  /** The answers of the study's first data lock, as they counted then; left out: all answers as they are now. */
  data?: "locked" | "current" | undefined;
}

/** What counts where nothing else is asked for: answers that fill the design, people outside quotas among them. */
export function countedByDefault(stage: string): CountChoice {
  return { stage, surplus: false, excluded: false, openStratum: true };
}

/** Why an answer does not count, in the order in which it is said. */
export const reasonsNotCounted = [
  "other-stage",
  "incomplete",
  "older-revision",
  "surplus",
  "excluded",
  "open-stratum",
] as const;
export type ReasonNotCounted = (typeof reasonsNotCounted)[number];

/** Every reason why an answer does not count under a choice; none when it does. */
export function whyNotCounted(standing: ResponseStanding, choice: CountChoice): ReasonNotCounted[] {
  const holds: Record<ReasonNotCounted, boolean> = {
    "other-stage": standing.stage !== choice.stage,
    incomplete: !standing.isComplete,
    "older-revision": !standing.isNewest,
    surplus: standing.isSurplus && !choice.surplus,
    excluded: standing.isExcluded && !choice.excluded,
    "open-stratum": standing.isOpenStratum && !choice.openStratum,
  };
  return reasonsNotCounted.filter((reason) => holds[reason]);
}

/** Whether an answer counts under a choice. */
export function isCounted(standing: ResponseStanding, choice: CountChoice): boolean {
  return whyNotCounted(standing, choice).length === 0;
}

/** What is stored about an answer, its session and the marks on it, as far as counting depends on it. */
export interface StoredResponse {
  id: string;
  sessionId: string;
  stage: string;
  position: number;
  revision: number;
  session: { outcome: Outcome | null; isSurplus: boolean; isErased: boolean };
  isOpenStratum: boolean;
  /** The marks ever set on it, and whether each was revoked. */
  exclusions: readonly { isRevoked: boolean }[];
}

/** The standing of each answer among all answers of its study, by id. */
export function standingsOf(responses: readonly StoredResponse[]): Map<string, ResponseStanding> {
  const newest = new Map<string, number>();
  const answerOf = ({ sessionId, position }: StoredResponse) => `${sessionId} ${position}`;
  for (const response of responses) {
    newest.set(answerOf(response), Math.max(response.revision, newest.get(answerOf(response)) ?? 0));
  }
  return new Map(
    responses.map((response) => [
      response.id,
      {
        stage: response.stage,
        isComplete: response.session.outcome === "complete" && !response.session.isErased,
        isSurplus: response.session.isSurplus,
        isOpenStratum: response.isOpenStratum,
        isExcluded: response.exclusions.some(({ isRevoked }) => !isRevoked),
        isNewest: response.revision === newest.get(answerOf(response)),
      },
    ]),
  );
}
