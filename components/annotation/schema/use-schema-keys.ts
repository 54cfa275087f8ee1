"use client";

import { type Dispatch, useContext } from "react";
import type { AnswerStep } from "@/lib/domain/annotation/schema-items/answer-state.ts";
import type { TaskSession, TaskSessionView } from "../../../lib/client/journal/task-session.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import type { SchemaWorkspaceProps } from "./schema-workspace-props.ts";

/** The keys of the workspace that are not those of the task schema. */
export function useSchemaKeys({
  props,
  session,
  view,
  isEnded,
  isReadOnly,
  submit,
  dispatch,
  end,
  ask,
}: {
  props: SchemaWorkspaceProps;
  session: TaskSession;
  view: TaskSessionView;
  isEnded: boolean;
  isReadOnly: boolean;
  submit: (pressedAt: number) => void;
  dispatch: Dispatch<AnswerStep>;
  end: (ending: "park", body: Record<string, never>) => void;
  ask: (about: "skip" | "irreparable") => void;
}): void {
  const { keymap, isMac } = useContext(KeysContext);
  const always = {
    reopen: props.onReopenLast,
    queue: props.onQueue,
    mine: props.onMine,
    keys: props.onKeys,
    guidelines: props.onGuidelines,
  };
  const readiness = isEnded ? "waits" : view.tabLock === "asking" ? "opens" : "takes";
  useShortcuts(
    keymap,
    isMac,
    readiness !== "takes"
      ? always
      : {
          ...always,
          submit,
          park: () => end("park", {}),
          skip: () => !isReadOnly && ask("skip"),
          irreparable: () => !isReadOnly && ask("irreparable"),
          undo: () => !isReadOnly && dispatch({ does: "undo" }),
          redo: () => !isReadOnly && dispatch({ does: "redo" }),
          save: () => session.flush(),
          leave: () => (document.activeElement as HTMLElement | null)?.blur(),
          "take-over": () => view.tabLock === "reader" && void session.takeOver(),
          "take-next": () => view.isTaken && props.onNext(),
        },
    undefined,
    readiness,
  );
}
