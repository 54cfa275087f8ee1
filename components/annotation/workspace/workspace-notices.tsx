import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionButton } from "../look/action-button.tsx";
import type { TaskOnScreen } from "./use-task-on-screen.ts";
import type { WorkspaceProps } from "./workspace-props.ts";

/**
 * Notices at the top of the page: the previous item's result, an open tab, a lost lease, a returned item, a changed
 * sibling.
 */
export function WorkspaceNotices({
  props: { payload, notice, onNext },
  task: { session, view },
  children,
}: {
  props: WorkspaceProps;
  task: TaskOnScreen;
  children?: ReactNode;
}) {
  const { returnReason } = payload.task;
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {notice}
      {view.tabLock === "reader" && (
        <Callout
          tone="warn"
          title="You have this item open in another tab"
          actions={
            <ActionButton action="take-over" size="medium" onClick={() => void session.takeOver()}>
              Write here instead
            </ActionButton>
          }
        >
          This tab is read-only, so that your two tabs cannot overwrite each other.
        </Callout>
      )}
      {view.isTaken && (
        <Callout
          tone="bad"
          title="This item is no longer assigned to you"
          actions={
            <ActionButton action="take-next" size="medium" onClick={onNext}>
              Get the next item
            </ActionButton>
          }
        >
          {view.takenMessage} {view.save.conflict === null && "Your text is kept on this device."}
        </Callout>
      )}
      {returnReason !== null && (
        <Callout tone="warn" title={payload.task.state === "parked" ? "Parked by you" : "Returned"}>
          {returnReason}
        </Callout>
      )}
      {payload.item.flags.includes("sibling-changed") && (
        <Callout title="A story of the same source was changed">
          The original was corrected, or a sentence that also occurs here was cut. Check this story for consistency.
        </Callout>
      )}
      {payload.step && <Callout title={payload.step.title}>{payload.step.task}</Callout>}
      {view.isResumed && <Callout>Your draft on this device was restored.</Callout>}
      {children}
    </div>
  );
}
