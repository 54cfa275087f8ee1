"use client";

import { useContext, useEffect, useMemo } from "react";
import type { CopyVerdict, VerdictRequest } from "@/lib/domain/annotation/requests.ts";
import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import type { Json } from "@/lib/domain/stories/items/kste-item.ts";
import type { SessionHub } from "../../../lib/client/journal/session-hub.ts";
import type { TaskSession, TaskSessionView } from "../../../lib/client/journal/task-session.ts";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useFocusedHeading } from "../keyboard/use-focused-heading.ts";
import { useNotifyItemShown } from "../keyboard/use-item-shown.ts";
import { type ActionHandlers, useShortcuts } from "../keyboard/use-shortcuts.ts";
import { useActivity } from "./use-activity.ts";
import { useWaitingElsewhere } from "./use-waiting-elsewhere.ts";
import type { Ending, WorkspaceProps } from "./workspace-props.ts";

/** Opens the session of a task, and keeps it while the task is shown. */
export function useHeldSession(hub: SessionHub, payload: AnyTaskPayload): TaskSession {
  const session = useMemo(() => hub.open(payload), [hub, payload]);
  useEffect(() => hub.hold(payload.task.id), [hub, payload]);
  return session;
}

/** The shown task, for stories and task schemas: whether it is editable, and the functions that complete it. */
export function useTaskOnScreen(props: WorkspaceProps, session: TaskSession, view: TaskSessionView) {
  const { hub, payload, guidelineVersion, onEnd } = props;
  const heading = useFocusedHeading();
  const elsewhere = useWaitingElsewhere(hub, payload.task.id);
  useActivity(session);
  useNotifyItemShown();
  // The completion is already on its way when the next item is shown.
  const isEnded = props.isEnded || view.save.isClosing;
  const isReadOnly = view.tabLock !== "writer" || isEnded || view.isTaken;

  function end(ending: Ending, body: Record<string, Json>, verdict: CopyVerdict | null = null) {
    if (isReadOnly) return;
    session.close(ending, body);
    onEnd(ending, verdict);
  }

  return {
    ...{ session, view, heading, elsewhere, isEnded, isReadOnly },
    /** `pressedAt` is the time of the key press on the clock of `performance.now()`. */
    handIn(
      pressedAt: number,
      verdict: CopyVerdict,
      said: Pick<VerdictRequest, "dismissals" | "playback"> & { codes: string[] },
    ) {
      submitGuard.handedIn(pressedAt);
      const { activeMs, markSent } = session.meter.count();
      end("verdict", { ...said, verdict, guidelineVersion, checklist: {}, reason: "", activeMs }, verdict);
      // This time is now part of the completion, which the device stores.
      markSent();
    },
    park: () => end("park", {}),
    giveUp: (ending: "skip" | "irreparable", reason: string, codes: string[]) =>
      end(ending, ending === "skip" ? { reason } : { reason, codes, guidelineVersion }),
  };
}

export type TaskOnScreen = ReturnType<typeof useTaskOnScreen>;

/**
 * The keys of the shown task. After its completion, only the `always` keys work; all other keys wait for the next item.
 * Keys are also queued while the tab lock is being requested.
 */
export function useTaskKeys(
  props: WorkspaceProps,
  { session, view, isEnded, isReadOnly, park }: TaskOnScreen,
  {
    askWhy,
    always = {},
    handlers,
    onRule,
  }: {
    askWhy: (asking: { about: "skip" | "irreparable" }) => void;
    /** Handlers of keys that work regardless of the item's state. */
    always?: ActionHandlers;
    /** Handlers of keys for this item. */
    handlers: ActionHandlers;
    onRule?: (index: number) => void;
  },
): void {
  const { keymap, isMac } = useContext(KeysContext);
  const readiness = isEnded ? "waits" : view.tabLock === "asking" ? "opens" : "takes";
  const commonHandlers: ActionHandlers = {
    reopen: props.onReopenLast,
    queue: props.onQueue,
    mine: props.onMine,
    keys: props.onKeys,
    guidelines: props.onGuidelines,
    ...always,
  };
  const itemHandlers: ActionHandlers = {
    park,
    skip: () => !isReadOnly && askWhy({ about: "skip" }),
    irreparable: () => !isReadOnly && askWhy({ about: "irreparable" }),
    save: () => session.flush(),
    "take-over": () => view.tabLock === "reader" && void session.takeOver(),
    "take-next": () => view.isTaken && props.onNext(),
    ...handlers,
  };
  useShortcuts(
    keymap,
    isMac,
    readiness === "takes" ? { ...commonHandlers, ...itemHandlers } : commonHandlers,
    onRule,
    readiness,
  );
}
