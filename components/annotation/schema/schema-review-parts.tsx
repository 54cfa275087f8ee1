"use client";

import type { RefObject } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { ReviewPayload } from "@/lib/domain/annotation/review.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { ActionButton } from "../look/action-button.tsx";
import { ReasonDialog } from "../workspace/dialogs/reason-dialog.tsx";

/** The item under review, and what became of the one before it. */
export function ReviewHeader({
  review,
  waiting,
  last,
  onUndoLast,
  trouble,
  heading,
}: {
  review: ReviewPayload<AnswerDocument>;
  waiting: number;
  last: string | null;
  onUndoLast: (() => void) | null;
  trouble: string | null;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  return (
    <header className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-normal tracking-tight wrap-anywhere">
          {review.item.externalId}
        </h1>
        <p className="text-sm text-ink-soft tabular-nums">
          {review.collection.name}: {formatCount(waiting)} to review
        </p>
      </div>
      {last && (
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          {last}
          {onUndoLast && (
            <ActionButton action="review-undo" look="quiet" onClick={onUndoLast}>
              Undo
            </ActionButton>
          )}
        </p>
      )}
      {trouble && (
        <div role="alert">
          <Callout tone="bad">{trouble}</Callout>
        </div>
      )}
    </header>
  );
}

/** The decision buttons of a review. */
export function ReviewBar({
  isEditing,
  isSending,
  isRemoval,
  hasProblems,
  acceptButton,
  onAccept,
  onChange,
  onReturn,
  onSave,
  onDiscard,
}: {
  isEditing: boolean;
  isSending: boolean;
  isRemoval: boolean;
  hasProblems: boolean;
  acceptButton: RefObject<HTMLButtonElement | null>;
  onAccept: () => void;
  onChange: () => void;
  onReturn: () => void;
  onSave: () => void;
  onDiscard: () => void;
}) {
  return (
    <section
      aria-label="Decide"
      className="no-print sticky bottom-0 z-20 -mx-(--gutter) mt-6 flex flex-wrap items-center gap-2 border-t border-rule bg-paper px-(--gutter) py-2.5"
    >
      {isEditing ? (
        <>
          <Button look="primary" disabled={isSending || hasProblems} onClick={onSave}>
            Accept with my answers
          </Button>
          <Button onClick={onDiscard}>Discard my answers</Button>
        </>
      ) : (
        <>
          <ActionButton
            ref={acceptButton}
            action="review-accept"
            size="medium"
            look="primary"
            disabled={isSending}
            onClick={onAccept}
          >
            {isRemoval ? "Accept: remove it" : "Accept"}
          </ActionButton>
          <ActionButton action="review-change" size="medium" disabled={isSending} onClick={onChange}>
            Change it
          </ActionButton>
          <ActionButton action="review-return" size="medium" disabled={isSending} onClick={onReturn}>
            Return it
          </ActionButton>
        </>
      )}
      <p className="text-sm text-ink-soft max-sm:w-full sm:ml-auto">The annotator is hidden.</p>
    </section>
  );
}

/** Asks why an item is returned or changed. */
export function ReviewReason({
  asks,
  onClose,
  onReason,
}: {
  asks: "return" | "change";
  onClose: () => void;
  onReason: (reason: string) => void;
}) {
  return (
    <ReasonDialog
      title={asks === "return" ? "Return it" : "Why do you change it?"}
      lead={
        asks === "return"
          ? "It goes back to the same person, who reads your reason."
          : "The reason is kept with the item."
      }
      confirm={asks === "return" ? "Return it" : "Accept"}
      suggestions={["The guidelines say otherwise.", "Something was overlooked.", "Both copies are wrong."]}
      onClose={onClose}
      onConfirm={(reason) => onReason(reason)}
    />
  );
}
