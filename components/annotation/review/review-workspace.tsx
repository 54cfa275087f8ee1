"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import type { ReviewRequest } from "@/lib/domain/annotation/requests.ts";
import {
  type AnyReviewPayload,
  isSchemaReview,
  type ReviewAnswer,
  type ReviewNextAnswer,
} from "@/lib/domain/annotation/review.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import { reviewActions } from "../../../lib/client/keyboard/key-actions.ts";
import { type KeyPreferences, keymapFrom } from "../../../lib/client/keyboard/keymap.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { KeySheet } from "../keyboard/key-sheet.tsx";
import { isMacKeyboard } from "../keyboard/use-shortcuts.ts";
import { reviewKeymap } from "../schema/schema-keys.ts";
import { SchemaReview } from "../schema/schema-review.tsx";
import { GuidelinesDialog } from "../workspace/dialogs/guidelines-dialog.tsx";
import { useGuidelines } from "../workspace/use-guidelines.ts";
import { ReviewItem } from "./review-item.tsx";

type Phase =
  | { is: "loading" }
  | { is: "trouble"; text: string }
  | { is: "empty"; done: number }
  | { is: "open"; review: AnyReviewPayload; waiting: number };

const outcomes: Readonly<Record<ReviewAnswer["itemStatus"], string>> = {
  accepted: "accepted",
  reviewed: "accepted, now to be solved by people who have not seen it",
  returned: "returned with your reason",
  irreparable: "removed as unusable",
};

/** The order of a review: the changes first, then the decision. */
export function ReviewWorkspace({
  personId,
  api,
  collectionId,
  keyPreferences,
  hrefs,
}: {
  personId: string;
  api: string;
  collectionId: string | null;
  keyPreferences: KeyPreferences;
  hrefs: { overview: string; keys: string };
}) {
  const keys = useMemo(
    () => ({ keymap: keymapFrom(keyPreferences, reviewActions), isMac: isMacKeyboard() }),
    [keyPreferences],
  );
  const [phase, setPhase] = useState<Phase>({ is: "loading" });
  const [last, setLast] = useState<{ line: string; taskId: string | null } | null>(null);
  const [spoken, setSpoken] = useState("");
  const [isSheetOpen, setSheetOpen] = useState(false);
  const guidelines = useGuidelines(api, phase.is === "open" ? phase.review.collection.id : collectionId, nothing);
  const say = useCallback((text: string) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)), []);

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

  /** Null when the server took it; otherwise why not. */
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

  /** The item that was decided last is shown again with its copies as submitted. */
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

  const common = phase.is === "open" && {
    ...{ api, say, onUndoLast, waiting: phase.waiting, review: phase.review, last: last?.line ?? null },
    decide: (taskId: string, request: ReviewRequest) => decide(phase.review, taskId, request),
    onKeys: () => setSheetOpen(true),
    onGuidelines: guidelines.show,
  };
  return (
    <KeysContext.Provider value={keys}>
      <p role="status" aria-live="polite" className="sr-only">
        {spoken}
      </p>
      {phase.is === "loading" && (
        <>
          <h1 tabIndex={-1} className="sr-only">
            Review
          </h1>
          <Skeleton lines={8} label="Loading the next review" />
        </>
      )}
      {phase.is === "trouble" && (
        <Callout
          tone="warn"
          title={<h1>The review could not be loaded</h1>}
          actions={<Button onClick={() => void load(null)}>Try again</Button>}
        >
          {phase.text}
        </Callout>
      )}
      {phase.is === "empty" && (
        <div className="grid gap-5">
          <h1 tabIndex={-1} className="sr-only">
            Review
          </h1>
          {last && (
            <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
              {last.line}
              {onUndoLast && (
                <Button look="quiet" size="small" onClick={onUndoLast}>
                  Undo
                </Button>
              )}
            </p>
          )}
          <EmptyState
            title="No items to review"
            actions={<LinkButton href={hrefs.overview}>Go to the overview</LinkButton>}
          >
            You have decided on {formatCount(phase.done)} {phase.done === 1 ? "item" : "items"}. Items that you worked
            on are reviewed by others.
          </EmptyState>
        </div>
      )}
      {common && isSchemaReview(common.review) && (
        <KeysContext.Provider value={{ ...keys, keymap: reviewKeymap(keyPreferences, common.review) }}>
          <SchemaReview key={common.review.item.id} {...common} review={common.review} />
        </KeysContext.Provider>
      )}
      {common && !isSchemaReview(common.review) && (
        <ReviewItem key={common.review.item.id} {...common} review={common.review} personId={personId} />
      )}
      <GuidelinesDialog
        guidelines={guidelines}
        item={phase.is === "open" ? { id: phase.review.item.id, externalId: phase.review.item.externalId } : null}
        instructions=""
      />
      <KeySheet
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        keysHref={hrefs.keys}
        actions={reviewActions}
      />
    </KeysContext.Provider>
  );
}

/** Reviewing does not require a minimum reading time. */
function nothing(): void {}
