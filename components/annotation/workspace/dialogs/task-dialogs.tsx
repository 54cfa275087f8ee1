import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { WorkspaceHint } from "../../../../lib/domain/annotation/workspace/workspace-checks.ts";
import type { TaskOnScreen } from "../use-task-on-screen.ts";
import type { TaskWork } from "../use-task-work.ts";
import type { WorkspaceActions } from "../use-workspace-actions.ts";
import { type ReasonRequest, ReasonRequestDialog } from "./ask-why.tsx";
import { NearestDialog } from "./nearest-dialog.tsx";
import { SiblingCutDialog } from "./sibling-cut-dialog.tsx";

/**
 * The dialogs of an item: the nearest match of a lost mark, sibling stories in which a sentence can be cut, and a
 * reason.
 */
export type TaskDialog =
  | { asks: "nearest" }
  | { asks: "shared-cut"; hint: WorkspaceHint }
  | { asks: "why"; asking: ReasonRequest };

/** Shows the open dialog of an item, if there is one. */
export function TaskDialogs({
  dialog,
  payload,
  task,
  work,
  actions,
  onSiblingsCut,
  onClose,
}: {
  dialog: TaskDialog | null;
  payload: TaskPayload;
  task: TaskOnScreen;
  work: TaskWork;
  actions: WorkspaceActions;
  onSiblingsCut: () => void;
  onClose: () => void;
}) {
  switch (dialog?.asks) {
    case "nearest":
      return (
        <NearestDialog
          report={actions.lostMark()}
          story={work.checksNow().story}
          onMove={actions.moveMark}
          onClose={onClose}
        />
      );
    case "shared-cut":
      return (
        <SiblingCutDialog
          hint={dialog.hint}
          onCut={(cuts) => {
            actions.cutEverywhere(dialog.hint, cuts);
            onSiblingsCut();
          }}
          onClose={onClose}
        />
      );
    case "why": {
      const { asking } = dialog;
      return (
        <ReasonRequestDialog
          asking={asking}
          onClose={onClose}
          kind={payload.task.kind}
          onReason={(reason, codes) => {
            onClose();
            if (asking.about === "hint") actions.dismiss(asking.hint, reason);
            else task.giveUp(asking.about, reason, codes);
          }}
        />
      );
    }
    default:
      return null;
  }
}
