import type { Outcome } from "./protocol.ts";

/**
 * The facts that determine whether an answer counts. The view `counted_response` has the same facts as columns; a
 * property test compares the two.
 */
export interface ResponseStatus {
  stage: string;
  /** The session reached its last screen and was not withdrawn or erased afterwards. */
  isComplete: boolean;
  /** The session finished after its slot was reassigned. The answer is kept and paid, but fills no slot. */
  isSurplus: boolean;
  /** The participant belongs to no quota group. */
  isOpenStratum: boolean;
  /** An exclusion that was not revoked applies to this revision. */
  isExcluded: boolean;
  /** There is no later revision of the same answer. */
  isNewest: boolean;
}

/**
 * Selects the answers that a page, counter, gate or export uses. Stages are never mixed, so exactly one stage is
 * selected.
 */
export interface CountChoice {
  stage: string;
  /** Include people who finished after their slot was reassigned. */
  surplus: boolean;
  /** Include excluded answers. */
  excluded: boolean;
  /** Include people outside all quotas. */
  openStratum: boolean;
  /**
   * Use the answers of the study's first data lock, with their status at that time; by default all current answers.
   */
  data?: "locked" | "current" | undefined;
}

/** The default selection: answers that fill the design, including people outside quotas. */
export function countedByDefault(stage: string): CountChoice {
  return { stage, surplus: false, excluded: false, openStratum: true };
}

/** Why an answer does not count, in order of priority. */
export const reasonsNotCounted = [
  "other-stage",
  "incomplete",
  "older-revision",
  "surplus",
  "excluded",
  "open-stratum",
] as const;
export type ReasonNotCounted = (typeof reasonsNotCounted)[number];

/** All reasons why an answer does not count under a selection; empty if it counts. */
export function listReasonsNotCounted(status: ResponseStatus, choice: CountChoice): ReasonNotCounted[] {
  const applies: Record<ReasonNotCounted, boolean> = {
    "other-stage": status.stage !== choice.stage,
    incomplete: !status.isComplete,
    "older-revision": !status.isNewest,
    surplus: status.isSurplus && !choice.surplus,
    excluded: status.isExcluded && !choice.excluded,
    "open-stratum": status.isOpenStratum && !choice.openStratum,
  };
  return reasonsNotCounted.filter((reason) => applies[reason]);
}

/** Whether an answer counts under a selection. */
export function isCounted(status: ResponseStatus, choice: CountChoice): boolean {
  return listReasonsNotCounted(status, choice).length === 0;
}

/** The stored fields of an answer, its session and its exclusions that determine whether the answer counts. */
export interface StoredResponse {
  id: string;
  sessionId: string;
  stage: string;
  position: number;
  revision: number;
  session: { outcome: Outcome | null; isSurplus: boolean; isErased: boolean };
  isOpenStratum: boolean;
  /** All exclusions of the answer, and whether each was revoked. */
  exclusions: readonly { isRevoked: boolean }[];
}

/** The status of each answer among all answers of its study, by ID. */
export function responseStatuses(responses: readonly StoredResponse[]): Map<string, ResponseStatus> {
  const newestRevisions = new Map<string, number>();
  const answerOf = ({ sessionId, position }: StoredResponse) => `${sessionId} ${position}`;
  for (const response of responses) {
    newestRevisions.set(answerOf(response), Math.max(response.revision, newestRevisions.get(answerOf(response)) ?? 0));
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
        isNewest: response.revision === newestRevisions.get(answerOf(response)),
      },
    ]),
  );
}
