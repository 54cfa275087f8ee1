"use client";

import { useContext, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { reasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import type { ReviewWorkRequest } from "@/lib/domain/annotation/requests.ts";
import type { ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { requiredRoles } from "@/lib/domain/annotation/submission-problems.ts";
import { markWords } from "@/lib/domain/stories/anchors/mark-words.ts";
import type { AnchorReport } from "@/lib/domain/stories/anchors/report.ts";
import { worded, wordRangeOf } from "@/lib/domain/words/words.ts";
import { workspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { workspaceFields } from "../../../lib/domain/annotation/workspace/workspace-fields.ts";
import { fieldText, type WorkspaceState } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { isTypingIn, useShortcuts } from "../keyboard/use-shortcuts.ts";
import { ActionButton } from "../look/action-button.tsx";
import { Pane } from "../look/pane.tsx";
import { MarkPanel } from "../panels/mark-panel.tsx";
import { ProblemPanel } from "../panels/problem-panel.tsx";
import { StoryEditor, type StoryEditorHandle } from "../story/story-editor.tsx";
import { NearestDialog } from "../workspace/dialogs/nearest-dialog.tsx";
import { ReasonDialog } from "../workspace/dialogs/reason-dialog.tsx";
import { focusById, focusField, focusProblem } from "../workspace/focus-by-id.ts";
import { editorSteps, fieldOf, TextFields } from "../workspace/text-fields.tsx";
import { markAfter } from "../workspace/use-story-navigation.ts";
import { describeMarking, describeRemovedMark } from "../workspace/use-workspace-actions.ts";
import { storyLayers } from "../workspace/workspace-layers.ts";
import { useReviewDraft } from "./use-review-draft.ts";

/** The reviewer's own version, with live marks like the annotator's; it is sent to the server with the decision. */
export function ReviewEditor({
  personId,
  submission,
  stored,
  begin,
  keepOnServer,
  item,
  onStopChanging,
  onChange,
  say,
}: {
  personId: string;
  submission: SubmissionView;
  stored: ReviewPayload["draft"];
  /** An initial text, combined from several copies; null for the submission itself. */
  begin: KsteDocument | null;
  keepOnServer: (draft: ReviewWorkRequest["draft"]) => void;
  item: Parameters<typeof workspaceChecks>[1];
  onStopChanging: () => void;
  onChange: (document: KsteDocument, reason: string, codes: string[]) => Promise<boolean>;
  say: (text: string) => void;
}) {
  const { keymap, isMac } = useContext(KeysContext);
  const { state, dispatch, document, isChanged, forget } = useReviewDraft({
    ...{ personId, submission, stored, begin, keepOnServer },
  });
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string; at: WorkspaceState } | null>(null);
  const [markAt, setMarkAt] = useState<string | null>(null);
  const [nearestOf, setNearestOf] = useState<AnchorReport | "none" | null>(null);
  const editor = useRef<StoryEditorHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const checks = useMemo(() => workspaceChecks(state, item), [state, item]);
  const text = fieldText(state, "story");
  const story = useMemo(() => worded(text), [text]);
  // The reason is requested on submission; no other field may be invalid.
  const problems = checks.problems.filter(({ about }) => about.kind !== "reason");

  // Announced and shown next to the buttons until it is resolved.
  const refuse = (why: string) => {
    setRefusal({ text: why, at: state });
    say(why);
  };
  const submit = () => {
    if (!isChanged) return refuse("You have changed nothing.");
    const [first] = problems;
    if (first === undefined) return setAsking(true);
    refuse(`Not possible yet. ${problems.map(({ title }) => title).join(". ")}.`);
    focusProblem(first, item.kind, (id) => editor.current?.showMark(id));
  };
  const mark = (role: "knowledge" | "event" | "error") => {
    const range = editor.current?.selection();
    if (!range || range.start === range.end) return refuse(`Select the words of the ${role} first.`);
    const { start, end } = wordRangeOf(story.words, range.start, range.end);
    if (start >= end) return refuse("The selection contains no word.");
    const marking = markWords(story, state.drafts.story?.anchors ?? [], role, { start, end });
    dispatch({ does: "mark", role, range });
    say(describeMarking(role, marking));
  };
  const goToMark = (step: 1 | -1) => {
    const next = markAfter(checks.check.anchors, markAt, step);
    if (next === null) return say("There are no marks.");
    setMarkAt(next.id);
    editor.current?.showMark(next.id);
    focusById(`mark-${next.id}`);
    say(next.says);
  };
  const removeMark = () => {
    const anchor = state.drafts.story?.anchors.find(({ id }) => id === markAt);
    if (anchor === undefined) return refuse("Go to a mark first.");
    dispatch({ does: "remove-anchor", id: anchor.id });
    say(describeRemovedMark(anchor));
  };
  const showNearest = (id = markAt) => {
    const lost = checks.check.anchors.filter(({ reason }) => reason !== null && reason !== "repeated");
    setNearestOf(lost.find(({ anchor }) => anchor.id === id) ?? lost.find(({ blocks }) => blocks) ?? lost[0] ?? "none");
  };
  const acceptCut = () => {
    const cutMark = checks.check.anchors.find(({ reason }) => reason === "cut");
    if (cutMark === undefined) return refuse("No mark was cut.");
    dispatch({ does: "accept-anchor", id: cutMark.anchor.id });
  };

  useShortcuts(keymap, isMac, {
    submit,
    edit: () => editor.current?.focus(),
    leave: () => {
      const active = window.document.activeElement;
      if (!isTypingIn(active)) return false;
      (active as HTMLElement).blur();
      frame.current?.focus({ preventScroll: true });
      return true;
    },
    undo: () => dispatch({ does: "undo", field: fieldOf(window.document.activeElement) }),
    redo: () => dispatch({ does: "redo", field: fieldOf(window.document.activeElement) }),
    "mark-knowledge": () => mark("knowledge"),
    "mark-event": () => mark("event"),
    "mark-error": () => mark("error"),
    "next-mark": () => goToMark(1),
    "previous-mark": () => goToMark(-1),
    "remove-mark": removeMark,
    nearest: () => showNearest(),
    resolve: acceptCut,
  });

  return (
    <div ref={frame} tabIndex={-1} className="grid min-w-0 gap-5 outline-none">
      <Pane title="Your version" isEditable>
        <div data-field="story">
          <StoryEditor
            ref={editor}
            label="Your version"
            text={text}
            layers={storyLayers(state, story, checks)}
            caret={state.caret?.field === "story" ? state.caret : null}
            isReadOnly={false}
            {...editorSteps("story", dispatch)}
          />
        </div>
      </Pane>
      <details open={item.kind === "knp"} className="rounded-lg border border-rule">
        <summary className="px-4 py-2.5 text-sm font-semibold">The other fields</summary>
        <div className="grid gap-4 border-t border-rule p-4">
          <TextFields fields={workspaceFields[item.kind]} state={state} isReadOnly={false} dispatch={dispatch} />
        </div>
      </details>
      {item.kind !== "original" && (
        <MarkPanel
          roles={requiredRoles[item.kind]}
          reports={checks.check.anchors}
          isReadOnly={false}
          current={markAt}
          canRemoveAll
          onMark={mark}
          onRemove={(id) => dispatch({ does: "remove-anchor", id })}
          onNearest={showNearest}
          onShow={(id) => editor.current?.showMark(id)}
        />
      )}
      <ProblemPanel
        problems={problems}
        story={checks.story}
        isReadOnly={false}
        dispatch={dispatch}
        onNearest={showNearest}
        onShow={(id) => editor.current?.showMark(id)}
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
        <Button onClick={onStopChanging}>Cancel</Button>
        {refusal?.at === state && <p className="self-center text-sm text-bad">{refusal.text}</p>}
      </div>
      {nearestOf !== null && (
        <NearestDialog
          report={nearestOf === "none" ? null : nearestOf}
          story={checks.story}
          onMove={(id, to) => dispatch({ does: "move-anchor", id, to })}
          onClose={() => setNearestOf(null)}
        />
      )}
      {isAsking && (
        <ReasonDialog
          title="Accept with your changes"
          lead="Your version becomes the accepted one. Say what you changed and why."
          confirm="Accept this version"
          codes={reasonCodes(item.kind)}
          onClose={() => setAsking(false)}
          onConfirm={(reason, codes) => {
            setAsking(false);
            void onChange(document, reason, codes).then((isTaken) => isTaken && forget());
          }}
        />
      )}
    </div>
  );
}
