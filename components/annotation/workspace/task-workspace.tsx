"use client";

import { useCallback } from "react";
import { ItemComments } from "@/components/comments/item-comments.tsx";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { ItemArtefacts } from "@/lib/domain/stories/artefacts/item-artefacts.ts";
import { fieldText } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { KnowledgeLine } from "../look/knowledge-line.tsx";
import { Rail } from "../look/rail.tsx";
import { CandidateTray } from "./candidate-tray.tsx";
import { ConflictView } from "./conflict-view.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { TaskDialogs } from "./dialogs/task-dialogs.tsx";
import { ReadingPane } from "./reading-pane.tsx";
import { type StoryWorkspaceProps, type StoryWorkspaceState, useStoryWorkspace } from "./use-story-workspace.ts";
import { StoryBadges, WorkspaceHeader } from "./workspace-header.tsx";
import { WorkspaceNotices } from "./workspace-notices.tsx";
import { WorkspacePanes } from "./workspace-panes.tsx";
import { WorkspaceRail } from "./workspace-rail.tsx";

/** All KNP items of the set, for the artefact measures; null if there are none or they are not loaded yet. */
type SetArtefactItems = readonly ItemArtefacts[] | null;

/** The workspace in which an annotator reads, edits and judges one story item. */
export function TaskWorkspace(
  props: StoryWorkspaceProps & {
    setArtefacts: SetArtefactItems;
    /** Called after stories of the same source were changed, because one of them may be prefetched. */
    onSiblingsCut: () => void;
  },
) {
  const { payload, api, say } = props;
  const workspace = useStoryWorkspace(props);
  const { task, work, actions, isUntouched, dialog, setDialog, askWhy, isTrayOpen, toggleTray } = workspace;
  const { session, view, isReadOnly } = task;
  const { state, dispatch, checks, document } = work;
  const whenLeased = useCallback(() => session.whenLeased(), [session]);
  return (
    <div ref={workspace.frame} tabIndex={-1} className="outline-none">
      <p id="workspace-help" className="sr-only">
        Marks and problems are listed after the texts. Press Escape to leave a text field, then ? to list the keys.
      </p>
      <WorkspaceHeader payload={payload} heading={task.heading}>
        <StoryBadges payload={payload} isUntouched={isUntouched} />
      </WorkspaceHeader>
      {storyKinds[payload.task.kind].isAboutKnowledge && (
        <KnowledgeLine character={fieldText(state, "character")} knowledge={fieldText(state, "implausibleKnowledge")} />
      )}
      <WorkspaceNotices {...{ props, task }} />
      {view.save.conflict ? (
        <ConflictView
          conflict={view.save.conflict}
          given={payload.givenDocument}
          api={api}
          taskId={payload.task.id}
          fence={session.fence}
          isTaken={view.isTaken}
          onDecided={(decided, revisionId) => {
            session.goOnFrom(revisionId);
            dispatch({ does: "take-document", document: decided });
            say("Decided. The other version is kept in the history.");
          }}
        />
      ) : (
        <StoryWithRail {...{ api, payload, workspace }} setArtefacts={props.setArtefacts} />
      )}
      {isTrayOpen && (
        <CandidateTray {...{ api, payload, isReadOnly, whenLeased, dispatch, say, document }} onClose={toggleTray} />
      )}
      <DecisionBar
        ref={workspace.submitButton}
        {...{ task, document }}
        label={isUntouched ? "Submit as sound" : "Submit refined"}
        problems={checks.problems.length}
        onAccept={actions.accept}
        onSubmit={actions.submit}
        onAsk={askWhy}
        onKeys={props.onKeys}
      />
      <TaskDialogs
        {...{ dialog, payload, task, work, actions }}
        onSiblingsCut={props.onSiblingsCut}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}

/** The texts of the item, and the sidebar with the checks of the item. */
function StoryWithRail({
  api,
  payload,
  workspace,
  setArtefacts,
}: {
  api: string;
  payload: TaskPayload;
  workspace: StoryWorkspaceState;
  setArtefacts: SetArtefactItems;
}) {
  const { task, work, actions, askWhy, shareCut, isTrayOpen, toggleTray } = workspace;
  const { isReadOnly } = task;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div
        className={`grid min-w-0 items-start gap-5 ${storyKinds[payload.task.kind].isAboutKnowledge ? "lg:grid-cols-2" : ""}`}
      >
        <WorkspacePanes
          ref={workspace.editor}
          {...{ payload, work, isReadOnly, isTrayOpen }}
          onTray={toggleTray}
          readingPane={
            <ReadingPane
              ref={workspace.readingPane}
              {...{ payload, checks: work.checks, change: workspace.change }}
              view={workspace.reading}
              onView={workspace.show}
              onChange={workspace.setChange}
              onRevert={isReadOnly ? null : actions.revert}
            />
          }
        />
      </div>
      <Rail>
        <WorkspaceRail
          {...{ payload, work, actions, isReadOnly, setArtefacts }}
          onNearest={(id) => {
            actions.setMarkAt(id);
            workspace.setDialog({ asks: "nearest" });
          }}
          onShowChanges={workspace.toggleChanges}
          onCutEverywhere={(hint) => shareCut(actions.cutToShare(hint))}
          onKeepHint={(hint) => askWhy({ about: "hint", hint })}
        />
        <ItemComments key={payload.item.id} address={`${api}/items/${payload.item.id}/comments`} loadsWhenOpened />
      </Rail>
    </div>
  );
}
