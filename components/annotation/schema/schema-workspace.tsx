"use client";

import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import type { SchemaTask, TaskPayload } from "@/lib/domain/annotation/task.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { FieldAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { validateAnswer } from "@/lib/domain/tasks/answers/validate-answer.ts";
import type { TaskSession } from "../../../lib/client/journal/task-session.ts";
import { handInGuard } from "../../../lib/client/keyboard/submit-guard.ts";
import { useItemShown } from "../keyboard/use-item-shown.ts";
import { DecisionBar } from "../workspace/decision-bar.tsx";
import { type Asking, AskWhy } from "../workspace/dialogs/ask-why.tsx";
import { focusById } from "../workspace/focus-by-id.ts";
import { SaveStatus } from "../workspace/save-status.tsx";
import { useActivity } from "../workspace/use-activity.ts";
import { useWaitingElsewhere } from "../workspace/use-waiting-elsewhere.ts";
import type { Ending } from "../workspace/use-workspace-actions.ts";
import { WorkspaceNotices } from "../workspace/workspace-notices.tsx";
import { AnswerConflict } from "./answer-conflict.tsx";
import { AnswerPane } from "./answer-pane.tsx";
import type { SchemaWorkspaceProps } from "./schema-workspace-props.ts";
import { useAnswerFields } from "./use-answer-fields.ts";
import { useAnswerWork } from "./use-answer-work.ts";
import { useFocusedHeading } from "./use-focused-heading.ts";
import { useSchemaKeys } from "./use-schema-keys.ts";

/** The workspace of one item of a task schema, whose session lasts as long as the item is on the screen. */
export function OpenSchemaTask(props: SchemaWorkspaceProps) {
  const { hub, payload } = props;
  const session = useMemo(() => hub.open(payload), [hub, payload]);
  useEffect(() => hub.hold(payload.task.id), [hub, payload]);
  return <SchemaWorkspace {...props} session={session} />;
}

/** Read, answer, submit: the fields and keys are those of the task schema. */
function SchemaWorkspace({ session, ...props }: SchemaWorkspaceProps & { session: TaskSession }) {
  const { payload, api, say } = props;
  const task = payload.schema;
  if (task === null) throw new RangeError("this task has no schema");
  const { view, state, dispatch, document } = useAnswerWork(session, payload);
  const elsewhere = useWaitingElsewhere(props.hub, payload.task.id);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isChecked, setChecked] = useState(false);
  const submitButton = useRef<HTMLButtonElement>(null);
  const heading = useFocusedHeading();
  const isEnded = props.isEnded || view.save.isClosing;
  const isReadOnly = view.tabLock !== "writer" || isEnded || view.isTaken;
  const checked = validateAnswer(task.schema, task.fields, state.answer);
  const problems = checked.ok ? [] : checked.problems;
  const onAnswer = (field: string, value: FieldAnswer | undefined) => dispatch({ does: "answer", field, value });
  const answerFields = useAnswerFields({
    ...{ schema: task.schema, fields: task.fields, answer: state.answer, isReadOnly, onAnswer },
  });
  useActivity(session);
  useItemShown();

  function end(ending: Ending, body: Parameters<TaskSession["close"]>[1], verdict: CopyVerdict | null = null) {
    if (isReadOnly) return;
    session.close(ending, body);
    props.onEnd(ending, verdict);
  }

  function submit(pressedAt: number) {
    if (isReadOnly || handInGuard.isSecond(pressedAt)) return;
    const [first] = problems;
    if (view.save.conflict !== null || first) {
      setChecked(true);
      say(
        `Not possible yet. ${first?.message ?? "There are two versions of your answers; decide between them first."}`,
      );
      focusById(first ? `field-${first.field}` : "conflict");
      return;
    }
    handInGuard.handedIn(pressedAt);
    const { activeMs, markSent } = session.meter.count();
    const verdict = "answered" as const;
    const { guidelineVersion } = props;
    end(
      "verdict",
      { verdict, codes: [], guidelineVersion, dismissals: [], checklist: {}, reason: "", activeMs },
      verdict,
    );
    markSent();
  }

  useSchemaKeys({
    ...{ props, session, view, isEnded, isReadOnly, submit, dispatch, end },
    ask: (about) => setAsking({ about }),
  });

  return (
    <div>
      <SchemaHeader payload={payload} heading={heading} />
      <div className="mb-4 grid gap-3 empty:hidden">
        {props.notice}
        <WorkspaceNotices {...{ payload, view }} onTakeOver={() => void session.takeOver()} onNext={props.onNext} />
        <SuggestionNote suggestion={task.suggestion} />
      </div>
      {task.schema.instruction && <p className="mb-4 max-w-measure whitespace-pre-wrap">{task.schema.instruction}</p>}
      {view.save.conflict ? (
        <AnswerConflict
          {...{ api, say }}
          task={task}
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
          {...{ api, task, say, isReadOnly, onAnswer }}
          fieldsState={answerFields}
          answer={state.answer}
          taskId={payload.task.id}
          itemId={payload.item.id}
          problems={isChecked ? problems : []}
        />
      )}
      <DecisionBar
        ref={submitButton}
        label="Submit"
        problems={problems.length + (view.save.conflict === null ? 0 : 1)}
        saved={
          view.tabLock !== "reader" && (
            <SaveStatus
              save={view.save}
              elsewhere={elsewhere}
              onRetry={() => session.retry()}
              download={() => JSON.stringify(document, null, 2)}
            />
          )
        }
        isReadOnly={isReadOnly}
        onAccept={null}
        onSubmit={submit}
        onPark={() => end("park", {})}
        onSkip={() => setAsking({ about: "skip" })}
        onIrreparable={() => setAsking({ about: "irreparable" })}
        onKeys={props.onKeys}
      />
      {asking && asking.about !== "hint" && (
        <AskWhy
          asking={asking}
          kind="schema"
          onClose={() => setAsking(null)}
          onReason={(reason, codes) => {
            setAsking(null);
            if (asking.about === "skip") end("skip", { reason });
            else end("irreparable", { reason, codes, guidelineVersion: props.guidelineVersion });
          }}
        />
      )}
    </div>
  );
}

function SchemaHeader({
  payload: { item, position, collection },
  heading,
}: {
  payload: TaskPayload<AnswerDocument>;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  return (
    <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-normal tracking-tight wrap-anywhere">
        {item.externalId}
      </h1>
      <p className="text-sm text-ink-soft tabular-nums">
        {position.mine && `Yours: ${formatCount(position.mine.done)} of ${formatCount(position.mine.total)}. `}
        {collection.name}: {formatCount(position.done)} of {formatCount(position.total)} done
      </p>
    </header>
  );
}

/** Says whose answers are filled in. */
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
