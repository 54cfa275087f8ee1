"use client";

import { useCallback, useEffect, useState } from "react";
import type { ReviewRequest } from "@/lib/domain/annotation/requests.ts";
import type { AnyReviewPayload, ReviewAnswer, ReviewNextAnswer } from "@/lib/domain/annotation/review.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";

export type ReviewPhase =
  | { is: "loading" }
  | { is: "trouble"; text: string }
  | { is: "empty"; done: number }
  | { is: "open"; review: AnyReviewPayload; waiting: number };

const outcomes: Readonly<Record<ReviewAnswer["itemStatus"], string>> = {
  accepted: "accepted",
  reviewed: "accepted, waiting for the blind re-solve",
  returned: "returned with your reason",
  irreparable: "removed as unusable",
};

/** The item under review, and the functions that decide on it and undo the last decision. */
export function useReviewQueue(api: string, collectionId: string | null, say: (text: string) => void) {
  const [phase, setPhase] = useState<ReviewPhase>({ is: "loading" });
  const [last, setLast] = useState<{ line: string; taskId: string | null } | null>(null);

  const load = useCallback(
    async (after: string | null) => {
      setPhase({ is: "loading" });
      const query = new URLSearchParams();
      if (collectionId) query.set("collection", collectionId);
      if (after) query.set("after", after);
      const outcome = await exchange("GET", `${api}/review/next?${query}`);
      if (outcome.kind === "done") {
        const { review, counts } = outcome.body as ReviewNextAnswer;
        setPhase(review ? { is: "open", review, waiting: counts.waiting } : { is: "empty", done: counts.done });
      } else
        setPhase({
          is: "trouble",
          text: outcome.kind === "refused" ? outcome.message : "The server cannot be reached.",
        });
    },
    [api, collectionId],
  );
  useEffect(() => void load(null), [load]);

  /** Resolves with null if the server accepted the decision, otherwise with the reason. */
  async function decide(review: AnyReviewPayload, taskId: string, request: ReviewRequest): Promise<string | null> {
    const outcome = await exchange("POST", `${api}/review/${taskId}`, request);
    if (outcome.kind !== "done")
      return outcome.kind === "refused" ? outcome.message : "The server cannot be reached. Nothing is lost; try again.";
    const { itemStatus } = outcome.body as ReviewAnswer;
    const line = `${review.item.externalId}: ${outcomes[itemStatus]}.`;
    setLast({ line, taskId });
    say(line);
    await load(taskId);
    return null;
  }

  /** Undoes the last decision and shows its item again. The copies are as the annotators submitted them. */
  async function undoLast(taskId: string): Promise<void> {
    const outcome = await exchange("POST", `${api}/review/${taskId}/undo`, {});
    const line =
      outcome.kind === "done"
        ? "The decision is undone, and the item is shown again."
        : outcome.kind === "refused"
          ? outcome.message
          : "The server cannot be reached. Try again.";
    say(line);
    setLast({ line, taskId: outcome.kind === "later" ? taskId : null });
    if (outcome.kind === "done") await load(null);
  }
  const lastTaskId = last?.taskId ?? null;
  const onUndoLast = lastTaskId === null ? null : () => void undoLast(lastTaskId);

  return { phase, last: last?.line ?? null, onUndoLast, decide, retry: () => void load(null) };
}
