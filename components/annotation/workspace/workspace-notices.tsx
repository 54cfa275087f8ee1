import { Callout } from "@/components/ui/callout.tsx";
import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import type { TaskSessionView } from "../../../lib/client/journal/task-session.ts";
import { ActionButton } from "../look/action-button.tsx";

/** Notices at the beginning: another tab writes, someone else has the item, it was returned, a sibling changed. */
export function WorkspaceNotices({
  payload,
  view,
  onTakeOver,
  onNext,
}: {
  payload: AnyTaskPayload;
  view: TaskSessionView;
  onTakeOver: () => void;
  onNext: () => void;
}) {
  const { returnReason } = payload.task;
  return (
    <>
      {view.tabLock === "reader" && (
        <Callout
          tone="warn"
          title="You have this item open in another tab"
          actions={
            <ActionButton action="take-over" size="medium" onClick={onTakeOver}>
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
          title="You do not have this item now"
          actions={
            <ActionButton action="take-next" size="medium" onClick={onNext}>
              Take the next one
            </ActionButton>
          }
        >
          {view.takenMessage} {view.save.conflict === null && "What you wrote is kept on this device."}
        </Callout>
      )}
      {returnReason !== null && (
        <Callout tone="warn" title={payload.task.state === "parked" ? "You parked it" : "Returned"}>
          {returnReason}
        </Callout>
      )}
      {payload.item.flags.includes("sibling-changed") && (
        <Callout title="A story of the same source was changed">
          The original was corrected, or a sentence that also occurs here was cut. Check that this story still agrees.
        </Callout>
      )}
      {payload.step && <Callout title={payload.step.title}>{payload.step.task}</Callout>}
      {view.isResumed && <Callout>Opened where this device left off.</Callout>}
    </>
  );
}
