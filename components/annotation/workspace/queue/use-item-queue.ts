"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { AnyTaskPayload, NextAnswer } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../../lib/client/exchange/exchange.ts";
import { deliverCompletions } from "../../../../lib/client/journal/deliver-leftovers.ts";
import type { SessionHub } from "../../../../lib/client/journal/session-hub.ts";
import type { Phase } from "./between-items.tsx";
import { connectionProblems, limitWait, refreshPayload } from "./next-item.ts";
import { type Ahead, useAhead } from "./use-ahead.ts";

/** Maximum number of requests while the server still offers an item whose completion is on its way. */
const maxRequests = 5;

export interface ItemQueue {
  phase: Phase;
  setPhase: (phase: Phase) => void;
  ahead: Ahead;
  /** The collection of the current item. */
  shownCollection: string | null;
  open: (payload: AnyTaskPayload) => void;
  openTask: (taskId: string) => Promise<void>;
  /** Requests an item and shows it, or shows why there is no item. */
  loadNext: (after: string | null) => Promise<void>;
  lookAhead: (shown: string, after: string) => Promise<void>;
}

/** The shown item and the next one. Starts with the task `taskId` if it is given. */
export function useItemQueue(
  hub: SessionHub,
  { api, collectionId, taskId }: { api: string; collectionId: string | null; taskId: string | null },
): ItemQueue {
  const [phase, setPhase] = useState<Phase>({ is: "loading" });
  const ahead = useAhead(hub, api);
  const { restart, fill, isEmpty } = ahead;
  const collection = useRef(collectionId);
  const [shownCollection, setShownCollection] = useState(collectionId);
  const open = useCallback((next: AnyTaskPayload) => {
    collection.current = next.collection.id;
    setShownCollection(next.collection.id);
    setPhase({ is: "open", payload: next });
  }, []);

  const askNext = useAskNext(hub, api, collection);
  const reloadItem = useRef(() => {});
  const loadNext = useCallback(
    async (after: string | null) => {
      setPhase({ is: "loading" });
      // An item that was submitted before a reload must not be opened again.
      const waiting = await Promise.race([deliverCompletions(hub, api), limitWait()]);
      const outcome = await askNext(after);
      if (outcome.kind !== "done") {
        const text = outcome.kind === "refused" ? outcome.message : connectionProblems[outcome.reason];
        const submitted = waiting.length === 0 ? "" : ` Submitted and waiting on this device: ${waiting.join(", ")}.`;
        const isBrief = outcome.kind === "later" && outcome.reason === "server";
        const retryText = isBrief ? " The request is repeated every 10 seconds." : "";
        setPhase({ is: "trouble", text: `${text}${retryText}${submitted}`, isBrief });
        return;
      }
      const { task, prefetch: following, guidelines: version, practice, counts } = outcome.body as NextAnswer;
      restart(following);
      // An item that was submitted on this device must not be opened again while its submission waits to be sent.
      const closing = task && hub.find(task.task.id);
      if (task && closing?.isClosing) {
        setPhase({ is: "trouble", text: `Submitted and waiting on this device: ${task.item.externalId}.` });
        void closing.whenIdle().then(() => reloadItem.current());
      } else if (task) {
        open(task);
        void fill(task.collection.id);
      } else if (version !== null) setPhase({ is: "guidelines", version });
      else setPhase(practice ? { is: "practice", practice } : { is: "empty", counts });
    },
    [askNext, open, restart, fill, api, hub],
  );

  useEffect(() => {
    reloadItem.current = () => void loadNext(null);
  }, [loadNext]);

  /**
   * Called when the shown item has its lease. Requests the item that follows, and data about the shown item that
   * changed since the prefetch, such as a cut in a sibling. The shown texts do not change.
   */
  const lookAhead = useCallback(
    async (shown: string, after: string) => {
      const outcome = await askNext(after);
      if (outcome.kind !== "done") return;
      const { task, prefetch: following } = outcome.body as NextAnswer;
      if (task?.task.id !== shown) return;
      if (task.collection.isTraining && isEmpty()) restart(following);
      setPhase((now) => (now.is === "open" ? { is: "open", payload: refreshPayload(now.payload, task) } : now));
      await fill(task.collection.id);
    },
    [askNext, restart, isEmpty, fill],
  );

  const openTask = useCallback(
    async (id: string) => {
      setPhase({ is: "loading" });
      const outcome = await exchange("GET", `${api}/tasks/${id}`);
      if (outcome.kind === "done") open(outcome.body as AnyTaskPayload);
      else
        setPhase({
          is: "trouble",
          text: outcome.kind === "refused" ? outcome.message : connectionProblems[outcome.reason],
        });
    },
    [api, open],
  );

  useEffect(() => {
    if (taskId) void openTask(taskId);
    else void loadNext(null);
  }, [taskId, openTask, loadNext]);

  return { phase, setPhase, ahead, shownCollection, open, openTask, loadNext, lookAhead };
}

/**
 * Requests the current and the next item. The text is sent before the verdict, so the server may offer an item whose
 * completion it has not received yet. The request is then repeated after the completion has arrived, even if it arrived
 * while the response was being sent.
 */
function useAskNext(hub: SessionHub, api: string, collection: RefObject<string | null>) {
  return useCallback(
    async (after: string | null) => {
      const query = new URLSearchParams();
      if (collection.current) query.set("collection", collection.current);
      if (after) query.set("after", after);
      for (let attempt = 1; ; attempt += 1) {
        const endingTasks = hub.endingTasks();
        const outcome = await exchange("GET", `${api}/next?${query}`);
        const offered = outcome.kind === "done" ? (outcome.body as NextAnswer).task : null;
        const existingSession = offered ? hub.find(offered.task.id) : null;
        const isOutdated = offered !== null && (endingTasks.has(offered.task.id) || existingSession?.isClosing);
        const isClosingBlocked = existingSession?.isClosing && existingSession.isWaiting;
        if (!isOutdated || isClosingBlocked || attempt === maxRequests) return outcome;
        await existingSession?.whenDelivered();
      }
    },
    [api, hub, collection],
  );
}
