"use client";

import { useRef, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { SchemaTask, TaskPayload } from "@/lib/domain/annotation/task.ts";
import { questionOfProblem } from "@/lib/domain/tasks/answers/problem-location.ts";
import type { FieldAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { validateAnswer } from "@/lib/domain/tasks/answers/validate-answer.ts";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";
import { listRequiredPlayers, readPlayback } from "../../../lib/client/playback.ts";
import { DecisionBar } from "../workspace/decision-bar.tsx";
import { ReasonRequestDialog } from "../workspace/dialogs/ask-why.tsx";
import { focusById } from "../workspace/focus-by-id.ts";
import { useHeldSession, useTaskKeys, useTaskOnScreen } from "../workspace/use-task-on-screen.ts";
import { WorkspaceHeader } from "../workspace/workspace-header.tsx";
import { WorkspaceNotices } from "../workspace/workspace-notices.tsx";
import type { WorkspaceProps } from "../workspace/workspace-props.ts";
import { AnswerConflict } from "./answer-conflict.tsx";
import { AnswerPane } from "./answer-pane.tsx";
import { useAnswerFields } from "./use-answer-fields.ts";
import { useAnswerWork } from "./use-answer-work.ts";
import { useUnplayed } from "./use-unplayed.ts";

/** The workspace for an item of a task schema. The schema determines its fields and keys. */
export function SchemaWorkspace(props: WorkspaceProps & { payload: TaskPayload<AnswerDocument> }) {
  const { payload, api, say } = props;
  if (payload.schema === null) throw new RangeError("this task has no schema");
  const { schema, fields, suggestion } = payload.schema;
  const session = useHeldSession(props.hub, payload);
  const { view, state, dispatch, document } = useAnswerWork(session, payload);
  const task = useTaskOnScreen(props, session, view);
  const { isReadOnly } = task;
  const [asking, setAsking] = useState<{ about: "skip" | "irreparable" } | null>(null);
  const [isChecked, setChecked] = useState(false);
  const submitButton = useRef<HTMLButtonElement>(null);
  const checked = validateAnswer(schema, fields, state.answer);
  const problems = checked.ok ? [] : checked.problems;
  const { isUnplayed, handlers } = useUnplayed(payload.task.id);
  const onAnswer = (field: string, value: FieldAnswer | undefined) => dispatch({ does: "answer", field, value });
  const answerFields = useAnswerFields({ schema, fields, answer: state.answer, isReadOnly, onAnswer });

  function submit(pressedAt: number) {
    if (isReadOnly || submitGuard.isSecond(pressedAt)) return;
    const [first] = problems;
    const players = listRequiredPlayers(window.document);
    const playback = readPlayback(players);
    const playbackField = players.length === 0 ? {} : { playback };
    if (view.save.conflict === null && !first && playback !== "partial")
      return task.handIn(pressedAt, "answered", { codes: [], dismissals: [], ...playbackField });
    if (view.save.conflict === null && !first) {
      say("Not possible yet. Play the whole recording first.");
      return players.find((player) => readPlayback([player]) === "partial")?.focus();
    }
    setChecked(true);
    say(`Not possible yet. ${first?.message ?? "There are two versions of your answers; choose one first."}`);
    focusById(first ? `field-${questionOfProblem(schema, first)}` : "conflict");
  }

  useTaskKeys(props, task, {
    askWhy: setAsking,
    handlers: {
      submit,
      undo: () => !isReadOnly && dispatch({ does: "undo" }),
      redo: () => !isReadOnly && dispatch({ does: "redo" }),
      leave: () => (window.document.activeElement as HTMLElement | null)?.blur(),
    },
  });

  return (
    <div {...handlers}>
      <WorkspaceHeader payload={payload} heading={task.heading} />
      <WorkspaceNotices {...{ props, task }}>
        <SuggestionNote suggestion={suggestion} />
      </WorkspaceNotices>
      {schema.instruction && <p className="mb-4 max-w-measure whitespace-pre-wrap">{schema.instruction}</p>}
      {view.save.conflict ? (
        <AnswerConflict
          {...{ api, say }}
          task={payload.schema}
          conflict={view.save.conflict}
          taskId={payload.task.id}
          fence={session.fence}
          isTaken={view.isTaken}
          onDecided={(chosen, revisionId) => {
            session.goOnFrom(revisionId);
            dispatch({ does: "replace", state: { answer: chosen.answer, past: [], future: [] } });
          }}
        />
      ) : (
        <AnswerPane
          {...{ api, isReadOnly, onAnswer }}
          task={payload.schema}
          fieldsState={answerFields}
          answer={state.answer}
          taskId={payload.task.id}
          itemId={payload.item.id}
          problems={isChecked ? problems : []}
        />
      )}
      <DecisionBar
        ref={submitButton}
        {...{ task, document }}
        label="Submit"
        problems={problems.length + (isUnplayed ? 1 : 0)}
        onAccept={null}
        onSubmit={submit}
        onAsk={setAsking}
        onKeys={props.onKeys}
      />
      {asking && (
        <ReasonRequestDialog
          asking={asking}
          kind="schema"
          onClose={() => setAsking(null)}
          onReason={(reason, codes) => {
            setAsking(null);
            task.giveUp(asking.about, reason, codes);
          }}
        />
      )}
    </div>
  );
}

/** States where the prefilled answers come from. */
function SuggestionNote({ suggestion }: { suggestion: SchemaTask["suggestion"] }) {
  return (
    suggestion && (
      <Callout>
        The answers of {suggestion.model} are filled in
        {suggestion.score === null ? "" : ` (score ${suggestion.score})`}. Correct them where they are wrong.
      </Callout>
    )
  );
}
