"use client";

import { useContext, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { listReasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import type { ReviewWorkRequest } from "@/lib/domain/annotation/requests.ts";
import type { ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { runWorkspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import type { WorkspaceState } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { ActionButton } from "../look/action-button.tsx";
import { MarkPanel } from "../panels/mark-panel.tsx";
import { ProblemPanel } from "../panels/problem-panel.tsx";
import { editingKeys } from "../story/editing-keys.ts";
import type { StoryEditorHandle } from "../story/story-editor.tsx";
import { StoryPane } from "../story/story-pane.tsx";
import { useMarkActions } from "../story/use-mark-actions.ts";
import { NearestDialog } from "../workspace/dialogs/nearest-dialog.tsx";
import { ReasonDialog } from "../workspace/dialogs/reason-dialog.tsx";
import { focusField, focusProblem } from "../workspace/focus-by-id.ts";
import { TextFields } from "../workspace/text-fields.tsx";
import { useReviewDraft } from "./use-review-draft.ts";

interface ReviewEditorProps {
  personId: string;
  submission: SubmissionView;
  stored: ReviewPayload["draft"];
  /** The text to start from, if it was combined from several copies; null to start from the submission. */
  begin: KsteDocument | null;
  keepOnServer: (draft: ReviewWorkRequest["draft"]) => void;
  item: Parameters<typeof runWorkspaceChecks>[1];
  onStopChanging: () => void;
  onChange: (document: KsteDocument, reason: string, codes: string[]) => Promise<boolean>;
  say: (text: string) => void;
}

/**
 * The editor for the reviewer's version, with the same marks as in the annotator's editor. The version is sent with the
 * decision.
 */
export function ReviewEditor(props: ReviewEditorProps) {
  const { fields, hasQuestion, requiredRoles } = storyKinds[props.item.kind];
  const { state, dispatch, checks, problems, marks, isChanged, refusal, submit, ...version } =
    useReviewerVersion(props);
  const { dialog, setDialog, showNearest } = version;
  return (
    <div ref={version.frame} tabIndex={-1} className="grid min-w-0 gap-5 outline-none">
      <StoryPane ref={version.editor} title="Your version" {...{ state, checks, dispatch }} />
      <details open={hasQuestion} className="rounded-lg border border-rule">
        <summary className="px-4 py-2.5 text-sm font-semibold">The other fields</summary>
        <div className="grid gap-4 border-t border-rule p-4">
          <TextFields fields={fields} state={state} isReadOnly={false} dispatch={dispatch} />
        </div>
      </details>
      {requiredRoles.length > 0 && (
        <MarkPanel
          roles={requiredRoles}
          reports={checks.check.anchors}
          isReadOnly={false}
          current={marks.markAt}
          canRemoveAll
          onMark={marks.mark}
          onRemove={marks.removeMark}
          onNearest={showNearest}
          onShow={marks.showMark}
        />
      )}
      <ProblemPanel
        problems={problems}
        story={checks.story}
        isReadOnly={false}
        dispatch={dispatch}
        onNearest={showNearest}
        onShow={marks.showMark}
        onField={focusField}
        onRules={() => undefined}
      />
      <div className="sticky bottom-0 z-10 flex flex-wrap gap-2 border-t border-rule bg-paper py-2.5">
        <ActionButton
          action="submit"
          size="medium"
          look="primary"
          aria-disabled={!isChanged || problems.length > 0}
          onClick={submit}
        >
          Accept with your changes
        </ActionButton>
        <Button onClick={props.onStopChanging}>Cancel</Button>
        {refusal !== null && <p className="self-center text-sm text-bad">{refusal}</p>}
      </div>
      {dialog === "nearest" && (
        <NearestDialog
          report={marks.lostMark()}
          story={checks.story}
          onMove={marks.moveMark}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "reason" && (
        <ReasonDialog
          title="Accept with your changes"
          lead="Your version becomes the accepted one. Describe what you changed and why."
          confirm="Accept this version"
          codes={listReasonCodes(props.item.kind)}
          onClose={() => setDialog(null)}
          onConfirm={version.accept}
        />
      )}
    </div>
  );
}

/** The state of the reviewer's version, with its actions and keys. */
function useReviewerVersion({ item, onChange, say, ...draft }: ReviewEditorProps) {
  const { keymap, isMac } = useContext(KeysContext);
  const { state, dispatch, document, isChanged, forget } = useReviewDraft(draft);
  const [dialog, setDialog] = useState<"reason" | "nearest" | null>(null);
  const [refusal, setRefusal] = useState<{ text: string; at: WorkspaceState } | null>(null);
  const editor = useRef<StoryEditorHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { kind } = item;
  const checks = useMemo(() => runWorkspaceChecks(state, item), [state, item]);
  // The reason is requested on submission, so a missing reason is no problem here; all other fields must be valid.
  const problems = checks.problems.filter(({ about }) => about.kind !== "reason");

  // Announces why the version cannot be submitted, and shows this next to the buttons until the text changes.
  const refuse = (why: string) => {
    setRefusal({ text: why, at: state });
    say(why);
  };
  const marks = useMarkActions({
    ...{ kind, isReadOnly: false, state, dispatch, checksNow: () => checks, editor, say, refuse },
  });
  const submit = () => {
    if (!isChanged) return refuse("You have not changed anything.");
    const [first] = problems;
    if (first === undefined) return setDialog("reason");
    refuse(`Not possible yet. ${problems.map(({ title }) => title).join(". ")}.`);
    focusProblem(first, kind, marks.showMark);
  };
  const showNearest = (id: string) => {
    marks.setMarkAt(id);
    setDialog("nearest");
  };

  useShortcuts(keymap, isMac, {
    ...editingKeys({ frame, editor, isReadOnly: false, dispatch, marks }),
    submit,
    nearest: () => setDialog("nearest"),
  });

  return {
    ...{ state, dispatch, checks, problems, marks, isChanged, submit, dialog, setDialog, showNearest, editor, frame },
    refusal: refusal?.at === state ? refusal.text : null,
    accept(reason: string, codes: string[]) {
      setDialog(null);
      void onChange(document, reason, codes).then((isTaken) => isTaken && forget());
    },
  };
}
