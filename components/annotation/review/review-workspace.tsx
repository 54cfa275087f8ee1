"use client";

import { useMemo, useState } from "react";
import type { ReviewRequest } from "@/lib/domain/annotation/requests.ts";
import { isSchemaReview } from "@/lib/domain/annotation/review.ts";
import { reviewActions } from "../../../lib/client/keyboard/key-actions.ts";
import { buildKeymap, type KeyPreferences } from "../../../lib/client/keyboard/keymap.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { KeySheet } from "../keyboard/key-sheet.tsx";
import { isMacKeyboard } from "../keyboard/use-shortcuts.ts";
import { useAnnouncement } from "../keyboard/use-spoken.tsx";
import { reviewKeymap } from "../schema/schema-keys.ts";
import { SchemaReview } from "../schema/schema-review.tsx";
import { GuidelinesDialog } from "../workspace/dialogs/guidelines-dialog.tsx";
import { useGuidelines } from "../workspace/use-guidelines.ts";
import { BetweenReviews } from "./between-reviews.tsx";
import { ReviewItem } from "./review-item.tsx";
import { useReviewQueue } from "./use-review-queue.ts";

/** The parts of a review in order: the changes first, then the decision. */
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
    () => ({ keymap: buildKeymap(keyPreferences, reviewActions), isMac: isMacKeyboard() }),
    [keyPreferences],
  );
  const [spoken, say] = useAnnouncement();
  const { phase, last, onUndoLast, decide, retry } = useReviewQueue(api, collectionId, say);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const guidelines = useGuidelines(api, phase.is === "open" ? phase.review.collection.id : collectionId, doNothing);
  const common = phase.is === "open" && {
    ...{ api, say, onUndoLast, waiting: phase.waiting, review: phase.review, last },
    decide: (taskId: string, request: ReviewRequest) => decide(phase.review, taskId, request),
    onKeys: () => setSheetOpen(true),
    onGuidelines: guidelines.show,
  };
  return (
    <KeysContext.Provider value={keys}>
      {spoken}
      <BetweenReviews {...{ phase, last, onUndoLast }} overviewHref={hrefs.overview} onRetry={retry} />
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
        digits="Choose a copy if copies differ"
      />
    </KeysContext.Provider>
  );
}

/** Reviewers need not read an item for a minimum time. */
function doNothing(): void {}
