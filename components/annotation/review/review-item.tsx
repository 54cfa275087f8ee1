"use client";

import { useContext, useEffect, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import { reasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import type { ReviewRequest } from "@/lib/domain/annotation/requests.ts";
import type { ReviewPayload } from "@/lib/domain/annotation/review.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatGenre } from "@/lib/domain/stories/genres.ts";
import { handInGuard } from "../../../lib/client/keyboard/submit-guard.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useItemShown } from "../keyboard/use-item-shown.ts";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { ActionButton } from "../look/action-button.tsx";
import { PaneSwitch } from "../look/pane.tsx";
import { verdictLabels } from "../look/verdict-labels.ts";
import { ReasonDialog } from "../workspace/dialogs/reason-dialog.tsx";
import { focusById } from "../workspace/focus-by-id.ts";
import { CompareCopies, doCopiesDisagree } from "./compare-copies.tsx";
import { SubmissionReview } from "./submission-review.tsx";
import { useReviewClock } from "./use-review-clock.ts";

const chooseFirst = "The copies disagree. Choose one of them, or combine them.";

/** One item under review: its finished copies side by side to choose from, and the decision on one of them. */
export function ReviewItem({
  personId,
  api,
  review,
  waiting,
  last,
  onUndoLast,
  decide,
  onKeys,
  onGuidelines,
  say,
}: {
  personId: string;
  api: string;
  review: ReviewPayload;
  waiting: number;
  /** The previous result of the item. */
  last: string | null;
  /** Undoes the decision on the previous item; null if there is none. */
  onUndoLast: (() => void) | null;
  /** Null if the server accepted the decision; otherwise the reason. */
  decide: (taskId: string, request: ReviewRequest) => Promise<string | null>;
  onKeys: () => void;
  onGuidelines: () => void;
  say: (text: string) => void;
}) {
  const { keymap, isMac } = useContext(KeysContext);
  const isDisputed = doCopiesDisagree(review.submissions);
  // None of several conflicting copies is preselected.
  const [taskId, setTaskId] = useState<string | null>(isDisputed ? null : review.taskId);
  const [begin, setBegin] = useState<KsteDocument | null>(null);
  const keepOnServer = useReviewClock(api, taskId ?? review.taskId);
  const [isChanging, setChanging] = useState(false);
  const [isReturning, setReturning] = useState(false);
  const [isSending, setSending] = useState(false);
  const [demand, setDemand] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const acceptButton = useRef<HTMLButtonElement>(null);
  const { item, submissions } = review;
  const submission = submissions.find((one) => one.taskId === taskId);
  const [shown] = submissions;

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);

  useItemShown();

  async function send(request: ReviewRequest): Promise<boolean> {
    if (isSending || !submission) return false;
    setSending(true);
    const refusal = await decide(submission.taskId, request);
    setSending(false);
    setTrouble(refusal);
    if (refusal !== null) handInGuard.release();
    return refusal === null;
  }

  function accept(pressedAt: number) {
    if (handInGuard.isSecond(pressedAt)) return;
    handInGuard.handedIn(pressedAt);
    void send({ decision: "accept", reason: "" });
  }

  function nextCopy() {
    if (submissions.length < 2) return say("There is one copy.");
    const at = submissions.findIndex((one) => one.taskId === taskId);
    choose(submissions[(at + 1) % submissions.length]?.taskId ?? taskId);
  }

  function choose(next: string | null) {
    setTaskId(next);
    setChanging(false);
    setBegin(null);
    setDemand(null);
  }

  function whenChosen(act: () => void) {
    if (submission) return act();
    setDemand(chooseFirst);
    say(chooseFirst);
    focusById("copies-demand");
  }

  useShortcuts(keymap, isMac, {
    "review-accept": () => whenChosen(() => acceptButton.current?.focus()),
    "review-return": () => whenChosen(() => setReturning(true)),
    "review-change": () => whenChosen(() => setChanging(true)),
    "review-undo": () => (onUndoLast === null ? say("Nothing to undo.") : onUndoLast()),
    "review-copy": nextCopy,
    keys: onKeys,
    guidelines: onGuidelines,
  });

  if (!shown) return null;
  return (
    <div>
      <header className="mb-4 grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-normal tracking-tight">
              {item.externalId}
            </h1>
            <Badge>{kindLabels[shown.document.kind]}</Badge>
            <span className="text-sm text-ink-soft">{formatGenre(item.genre)}</span>
            {submissions.length > 1 && (
              <PaneSwitch
                label="Which copy"
                views={[
                  ...(isDisputed ? [{ view: "", label: "Both copies" }] : []),
                  ...submissions
                    .toSorted((one, other) => one.copy - other.copy)
                    .map((one) => ({
                      view: one.taskId,
                      label: `Copy ${one.copy}: ${verdictLabels[one.verdict]}`,
                    })),
                ]}
                current={taskId ?? ""}
                onChange={(next) => choose(next === "" ? null : next)}
              />
            )}
          </div>
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
            <Callout tone="bad" title="Not accepted">
              {trouble}
            </Callout>
          </div>
        )}
      </header>
      {!submission && (
        <CompareCopies
          {...{ submissions, demand, say }}
          onChoose={choose}
          onCombine={(next, document) => {
            choose(next);
            setBegin(document);
            setChanging(true);
          }}
        />
      )}
      {submission && (
        <SubmissionReview
          key={submission.taskId}
          {...{ personId, review, submission, begin, keepOnServer, isChanging, say }}
          onStopChanging={() => {
            setChanging(false);
            setBegin(null);
          }}
          onChange={(document, reason, codes) =>
            send({ decision: "change", reason, codes, document, revisionId: crypto.randomUUID() })
          }
        />
      )}
      {!isChanging && submission && (
        <section
          aria-label="Decide"
          className="no-print sticky bottom-0 z-20 -mx-(--gutter) mt-6 border-t border-rule bg-paper px-(--gutter) py-2.5 [@media(max-height:30rem)]:static"
        >
          <div className="flex flex-wrap items-center gap-2">
            <ActionButton
              ref={acceptButton}
              action="review-accept"
              size="medium"
              look="primary"
              disabled={isSending}
              onClick={({ timeStamp }) => accept(timeStamp)}
            >
              {submission.verdict === "irreparable" ? "Accept: remove it" : "Accept"}
            </ActionButton>
            <ActionButton action="review-change" size="medium" disabled={isSending} onClick={() => setChanging(true)}>
              Change it
            </ActionButton>
            <ActionButton action="review-return" size="medium" disabled={isSending} onClick={() => setReturning(true)}>
              Return it
            </ActionButton>
            <p className="text-sm text-ink-soft max-sm:w-full sm:ml-auto">The annotator is hidden.</p>
            <Button look="quiet" size="small" onClick={onKeys} className="max-sm:hidden">
              Keys
            </Button>
          </div>
        </section>
      )}
      {isReturning && (
        <ReasonDialog
          title="Return it"
          lead="It goes back to the same person, who reads your reason."
          confirm="Return it"
          codes={reasonCodes(shown.document.kind)}
          onClose={() => setReturning(false)}
          onConfirm={(reason, codes) => {
            setReturning(false);
            void send({ decision: "return", reason, codes });
          }}
        />
      )}
    </div>
  );
}
