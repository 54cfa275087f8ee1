"use client";

import { useContext, useRef, useState } from "react";
import type { AnnotationDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { ReviewRequest } from "@/lib/domain/annotation/requests.ts";
import type { ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useFocusedHeading } from "../keyboard/use-focused-heading.ts";
import { useNotifyItemShown } from "../keyboard/use-item-shown.ts";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { focusById } from "../workspace/focus-by-id.ts";
import { useReviewClock } from "./use-review-clock.ts";

/** The props of a review of one item: a story, or an item of a task schema. */
export interface ReviewProps<Document extends AnnotationDocument> {
  /** Address of the annotation API, without a trailing slash. */
  api: string;
  review: ReviewPayload<Document>;
  /** The number of items that wait for review. */
  waiting: number;
  /** The result of the previous item. */
  last: string | null;
  /** Undoes the decision on the previous item; null if there is none. */
  onUndoLast: (() => void) | null;
  /** Sends a decision. Resolves with null if the server accepted it, otherwise with the reason. */
  decide: (taskId: string, request: ReviewRequest) => Promise<string | null>;
  onKeys: () => void;
  onGuidelines: () => void;
  say: (text: string) => void;
}

/** The state of a review: the chosen copy, the decision, and the keyboard shortcuts for both. */
export function useReviewDecision<Document extends AnnotationDocument>(
  { api, review, onUndoLast, decide, onKeys, onGuidelines, say }: ReviewProps<Document>,
  {
    copies,
    isDisputed,
    chooseFirst,
    onChange,
    onChoose,
  }: {
    /** The copies of the item, in the order of their digit keys. */
    copies: readonly SubmissionView<Document>[];
    /** Whether the copies disagree. If so, no copy is preselected. */
    isDisputed: boolean;
    /** The message if the reviewer has to choose a copy first. */
    chooseFirst: string;
    /** Starts the reviewer's version of the chosen copy. */
    onChange: (chosen: SubmissionView<Document>) => void;
    /** Called when the reviewer chooses another copy; discards the reviewer's version of the previous copy. */
    onChoose: () => void;
  },
) {
  const { keymap, isMac } = useContext(KeysContext);
  const [taskId, setTaskId] = useState<string | null>(isDisputed ? null : review.taskId);
  const [isReturning, setReturning] = useState(false);
  const [isSending, setSending] = useState(false);
  const [choiceMessage, setChoiceMessage] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const acceptButton = useRef<HTMLButtonElement>(null);
  const heading = useFocusedHeading();
  const keepOnServer = useReviewClock(api, taskId ?? review.taskId);
  const chosen = copies.find((copy) => copy.taskId === taskId);
  useNotifyItemShown();

  /** Sends the decision. Resolves with true if the server accepted it. */
  async function send(request: ReviewRequest): Promise<boolean> {
    if (isSending || !chosen) return false;
    setSending(true);
    const refusal = await decide(chosen.taskId, request);
    setSending(false);
    setProblem(refusal);
    if (refusal !== null) submitGuard.release();
    return refusal === null;
  }

  function accept(pressedAt: number) {
    if (submitGuard.isSecond(pressedAt)) return;
    submitGuard.handedIn(pressedAt);
    void send({ decision: "accept", reason: "" });
  }

  function choose(next: string | null) {
    setTaskId(next);
    setChoiceMessage(null);
    onChoose();
  }

  function nextCopy() {
    if (copies.length < 2) return say("There is only one copy.");
    choose(copies[(copies.findIndex((copy) => copy.taskId === taskId) + 1) % copies.length]?.taskId ?? taskId);
  }

  function actOnChosenCopy(act: (copy: SubmissionView<Document>) => void) {
    if (chosen) return act(chosen);
    setChoiceMessage(chooseFirst);
    say(chooseFirst);
    focusById("copies-demand");
  }

  const actions = {
    accept: (pressedAt: number) => actOnChosenCopy(() => accept(pressedAt)),
    change: () => actOnChosenCopy(onChange),
    giveBack: () => actOnChosenCopy(() => setReturning(true)),
  };
  useShortcuts(keymap, isMac, {
    "review-accept": () => actOnChosenCopy(() => acceptButton.current?.focus()),
    "review-return": actions.giveBack,
    "review-change": actions.change,
    "review-undo": () => (onUndoLast === null ? say("Nothing to undo.") : onUndoLast()),
    "review-copy": nextCopy,
    keys: onKeys,
    guidelines: onGuidelines,
  });

  return {
    ...{ taskId, chosen, choose, demand: choiceMessage, trouble: problem, heading, acceptButton, keepOnServer },
    ...{ isSending, send, isReturning, setReturning, ...actions },
  };
}

export type ReviewDecisionState = ReturnType<typeof useReviewDecision>;
