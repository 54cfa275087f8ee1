"use client";

import { useState } from "react";
import type { TrainingLesson } from "@/lib/domain/annotation/my-work.ts";
import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../../lib/client/exchange/exchange.ts";
import type { SessionHub } from "../../../../lib/client/journal/session-hub.ts";
import type { Guidelines } from "../use-guidelines.ts";
import type { Ending } from "../workspace-props.ts";
import { connectionProblems, findReopenableTask, requestReplacement, waitForClosing } from "./next-item.ts";
import type { ItemQueue } from "./use-item-queue.ts";

/** The item that was completed last. */
export interface EndedItem {
  payload: AnyTaskPayload;
  ending: Ending;
  verdict: CopyVerdict | null;
  /** The server's reason if it refused the completion; otherwise null. */
  refusal: string | null;
  isDone: boolean;
  /** The message about a requested replacement; null if none was requested. */
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
 * The previous item, and the actions that are still possible on it: reopen it, replace it, read the models' answers.
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
  const [lastItem, setLastItem] = useState<EndedItem | null>(null);
  const [lesson, setLesson] = useState<TrainingLesson | null>(null);
  const [itemWithHiddenAnswers, setItemWithHiddenAnswers] = useState<AnyTaskPayload | null>(null);

  /** Reports whether the server accepts the completion of an item. */
  function followCompletion(ended: AnyTaskPayload) {
    const session = hub.find(ended.task.id);
    if (!session) return;
    session.onClosed = (_, outcome) => {
      const refusal = outcome.kind === "refused" ? outcome.message : null;
      setLastItem((now) => (now?.payload === ended ? { ...now, refusal, isDone: refusal === null } : now));
      if (refusal !== null) say(`${ended.item.externalId} was not accepted: ${refusal}`);
      const answer = outcome.kind === "done" ? (outcome.body as { lesson?: TrainingLesson | null }) : null;
      if (answer?.lesson) setLesson(answer.lesson);
      else if (ended.collection.isTraining && refusal === null) void loadNext(ended.task.id);
    };
    // If the verdict waits for new guidelines, they are shown.
    const stop = session.subscribe(() => {
      if (session.needsGuidelines) guidelines.look();
      if (session.needsGuidelines || !session.isBusy) stop();
    });
  }

  function end(ended: AnyTaskPayload, ending: Ending, verdict: CopyVerdict | null) {
    const session = hub.find(ended.task.id);
    setLastItem({ payload: ended, ending, verdict, refusal: null, isDone: false, replacement: null });
    followCompletion(ended);
    say(`${ended.item.externalId}: ${endings[ending]}.`);
    if (ended.collection.isTraining && ending === "verdict") return setPhase({ is: "loading" });
    const following = ahead.take();
    if (following && following.task.id !== ended.task.id) {
      open(following);
      const next = hub.open(following);
      void next.whenLeased().then(() => lookAhead(following.task.id, ended.task.id));
    } else void waitForClosing(session).then(() => loadNext(ended.task.id));
  }

  async function reopen() {
    const lastPayload = lastItem?.ending === "verdict" ? lastItem.payload : null;
    if (lastPayload && hub.find(lastPayload.task.id)?.isClosing) {
      hub.find(lastPayload.task.id)?.reopen();
      setLastItem(null);
      ahead.restart(null);
      return open(lastPayload);
    }
    const id = lastPayload?.task.id ?? (await findReopenableTask(api));
    if (!id) return say("Nothing to reopen.");
    const outcome = await exchange("POST", `${api}/tasks/${id}/reopen`, {});
    if (outcome.kind !== "done")
      return say(outcome.kind === "refused" ? outcome.message : connectionProblems[outcome.reason]);
    setLastItem(null);
    // The item on the screen stays assigned. It is shown again after the reopened item is finished.
    ahead.restart(null);
    await openTask(id);
  }

  async function replace() {
    if (lastItem?.ending !== "irreparable" || !lastItem.isDone)
      return say("You can replace an item after you have marked it as unusable.");
    const text = await requestReplacement(api, lastItem.payload.task.id);
    setLastItem((now) => (now?.payload === lastItem.payload ? { ...now, replacement: text } : now));
    say(text);
  }

  return {
    ...{ left: lastItem, lesson, hidden: itemWithHiddenAnswers, end },
    reopen: () => void reopen(),
    replace: () => void replace(),
    showHiddenAnswers() {
      if (lastItem?.ending === "verdict" && lastItem.isDone) setItemWithHiddenAnswers(lastItem.payload);
      else say("The models' answers are shown after your verdict.");
    },
    hideAnswers: () => setItemWithHiddenAnswers(null),
    finishLesson() {
      setLesson(null);
      void loadNext(lastItem?.payload.task.id ?? null);
    },
  };
}

export type LastItem = ReturnType<typeof useLastItem>;
