"use client";

import { useState } from "react";
import type { TrainingLesson } from "@/lib/domain/annotation/my-work.ts";
import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../../lib/client/exchange/exchange.ts";
import type { SessionHub } from "../../../../lib/client/journal/session-hub.ts";
import type { Guidelines } from "../use-guidelines.ts";
import type { Ending } from "../workspace-props.ts";
import { afterClosing, askReplacement, lastSubmitted, troubles } from "./next-item.ts";
import type { ItemQueue } from "./use-item-queue.ts";

/** The item that was completed last. */
export interface EndedItem {
  payload: AnyTaskPayload;
  ending: Ending;
  verdict: CopyVerdict | null;
  /** Why the server refused the completion; null while it is in progress or accepted. */
  refusal: string | null;
  isDone: boolean;
  /** The result of requesting a replacement; null before a request. */
  replacement: string | null;
}

/** The status of an item. */
export const endings: Readonly<Record<Ending, string>> = {
  verdict: "submitted",
  park: "parked",
  skip: "skipped",
  irreparable: "marked as unusable",
};

/**
 * The item that was completed last, and the remaining actions on it: reopen it, replace it, read the models' answers.
 */
export function useLastItem({
  hub,
  api,
  queue: { setPhase, ahead, open, openTask, loadNext, lookAhead },
  guidelines,
  say,
}: {
  hub: SessionHub;
  api: string;
  queue: ItemQueue;
  guidelines: Guidelines;
  say: (text: string) => void;
}) {
  const [left, setLeft] = useState<EndedItem | null>(null);
  const [lesson, setLesson] = useState<TrainingLesson | null>(null);
  const [hidden, setHidden] = useState<AnyTaskPayload | null>(null);

  /** Follows how the server takes an ending. */
  function follow(ended: AnyTaskPayload) {
    const session = hub.find(ended.task.id);
    if (!session) return;
    session.onClosed = (_, outcome) => {
      const refusal = outcome.kind === "refused" ? outcome.message : null;
      setLeft((now) => (now?.payload === ended ? { ...now, refusal, isDone: refusal === null } : now));
      if (refusal !== null) say(`${ended.item.externalId} was not accepted: ${refusal}`);
      const answer = outcome.kind === "done" ? (outcome.body as { lesson?: TrainingLesson | null }) : null;
      if (answer?.lesson) setLesson(answer.lesson);
      else if (ended.collection.isTraining && refusal === null) void loadNext(ended.task.id);
    };
    // The verdict waits until its author has read the new guidelines.
    const stop = session.subscribe(() => {
      if (session.needsGuidelines) guidelines.look();
      if (session.needsGuidelines || !session.isBusy) stop();
    });
  }

  function end(ended: AnyTaskPayload, ending: Ending, verdict: CopyVerdict | null) {
    const session = hub.find(ended.task.id);
    setLeft({ payload: ended, ending, verdict, refusal: null, isDone: false, replacement: null });
    follow(ended);
    say(`${ended.item.externalId}: ${endings[ending]}.`);
    if (ended.collection.isTraining && ending === "verdict") return setPhase({ is: "loading" });
    const following = ahead.take();
    if (following && following.task.id !== ended.task.id) {
      open(following);
      const next = hub.open(following);
      void next.whenLeased().then(() => lookAhead(following.task.id, ended.task.id));
    } else void afterClosing(session).then(() => loadNext(ended.task.id));
  }

  async function reopen() {
    const known = left?.ending === "verdict" ? left.payload : null;
    if (known && hub.find(known.task.id)?.isClosing) {
      hub.find(known.task.id)?.reopen();
      setLeft(null);
      ahead.restart(null);
      return open(known);
    }
    const id = known?.task.id ?? (await lastSubmitted(api));
    if (!id) return say("Nothing to reopen.");
    const outcome = await exchange("POST", `${api}/tasks/${id}/reopen`, {});
    if (outcome.kind !== "done") return say(outcome.kind === "refused" ? outcome.message : troubles[outcome.reason]);
    setLeft(null);
    // The previous item on the screen is still held, and is shown first when this one is finished.
    ahead.restart(null);
    await openTask(id);
  }

  async function replace() {
    if (left?.ending !== "irreparable" || !left.isDone)
      return say("Mark an item as unusable first; then it can be replaced.");
    const text = await askReplacement(api, left.payload.task.id);
    setLeft((now) => (now?.payload === left.payload ? { ...now, replacement: text } : now));
    say(text);
  }

  return {
    ...{ left, lesson, hidden, end },
    reopen: () => void reopen(),
    replace: () => void replace(),
    showHiddenAnswers() {
      if (left?.ending === "verdict" && left.isDone) setHidden(left.payload);
      else say("What models answered is shown after your own verdict.");
    },
    hideAnswers: () => setHidden(null),
    finishLesson() {
      setLesson(null);
      void loadNext(left?.payload.task.id ?? null);
    },
  };
}

export type LastItem = ReturnType<typeof useLastItem>;
