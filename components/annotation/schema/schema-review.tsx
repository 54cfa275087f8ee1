"use client";

import { useContext, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { ReviewRequest } from "@/lib/domain/annotation/requests.ts";
import type { ReviewPayload } from "@/lib/domain/annotation/review.ts";
import { comparableAnswer } from "@/lib/domain/tasks/answers/comparable-answer.ts";
import type { FieldAnswer, TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { validateAnswer } from "@/lib/domain/tasks/answers/validate-answer.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useItemShown } from "../keyboard/use-item-shown.ts";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { useReviewClock } from "../review/use-review-clock.ts";
import { AnswerComparison } from "./answer-comparison.tsx";
import { AnswerFieldView } from "./answer-field-view.tsx";
import { ItemComments } from "./item-comments.tsx";
import { ReviewBar, ReviewHeader, ReviewReason } from "./schema-review-parts.tsx";
import { StimulusView } from "./stimulus-view.tsx";
import { useAnswerFields } from "./use-answer-fields.ts";
import { useFocusedHeading } from "./use-focused-heading.ts";

/** One item of a task schema under review: the answers of all copies beside each other, and the decision. */
export function SchemaReview({
  api,
  review,
  waiting,
  last,
  onUndoLast,
  decide,
  onKeys,
  onGuidelines,
  say,
}: {
  api: string;
  review: ReviewPayload<AnswerDocument>;
  waiting: number;
  last: string | null;
  onUndoLast: (() => void) | null;
  decide: (taskId: string, request: ReviewRequest) => Promise<string | null>;
  onKeys: () => void;
  onGuidelines: () => void;
  say: (text: string) => void;
}) {
  const task = review.schema;
  if (task === null) throw new RangeError("this review has no task schema");
  const { keymap, isMac } = useContext(KeysContext);
  const copies = review.submissions.toSorted((one, other) => one.copy - other.copy);
  const isDisputed = new Set(copies.map(({ document }) => comparableAnswer(task.schema, document.answer))).size > 1;
  const [taskId, setTaskId] = useState<string | null>(isDisputed ? null : review.taskId);
  const [own, setOwn] = useState<TaskAnswer | null>(null);
  const [asks, setAsks] = useState<"return" | "change" | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const heading = useFocusedHeading();
  const acceptButton = useRef<HTMLButtonElement>(null);
  useReviewClock(api, taskId ?? review.taskId);
  useItemShown();
  const chosen = copies.find((copy) => copy.taskId === taskId);
  const answer = own ?? chosen?.document.answer ?? {};
  const onAnswer = (field: string, value: FieldAnswer | undefined) => {
    if (own === null) return;
    const { [field]: _, ...others } = own;
    setOwn(value === undefined ? others : { ...others, [field]: value });
  };
  const isEditing = own !== null;
  const { visible, current, marking, setCurrentSpan, mark } = useAnswerFields({
    ...{ schema: task.schema, fields: task.fields, answer, isReadOnly: !isEditing, onAnswer },
  });
  const checked = own && validateAnswer(task.schema, task.fields, own);
  const problems = checked && !checked.ok ? checked.problems : [];

  async function send(request: ReviewRequest) {
    if (isSending || !chosen) return;
    setSending(true);
    setTrouble(await decide(chosen.taskId, request));
    setSending(false);
  }

  function whenChosen(act: () => void) {
    if (chosen) return act();
    setTrouble("The copies differ. Choose one of them first; you can change its answers.");
    say("The copies differ. Choose one of them first.");
  }

  function choose(next: string | null) {
    setTaskId(next);
    setOwn(null);
    setTrouble(null);
  }

  useShortcuts(keymap, isMac, {
    "review-accept": () => whenChosen(() => acceptButton.current?.focus()),
    "review-return": () => whenChosen(() => setAsks("return")),
    "review-change": () => whenChosen(() => setOwn(chosen?.document.answer ?? {})),
    "review-undo": () => (onUndoLast === null ? say("Nothing to undo.") : onUndoLast()),
    "review-copy": () => choose(nextOf(copies, taskId)),
    keys: onKeys,
    guidelines: onGuidelines,
  });

  return (
    <div>
      <ReviewHeader {...{ review, waiting, last, onUndoLast, trouble, heading }} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
        <StimulusView
          schema={task.schema}
          fields={task.fields}
          marking={marking}
          mediaBase={`${api}/tasks/${review.taskId}/media`}
        />
        <div className="grid min-w-0 gap-4">
          <AnswerComparison
            task={task}
            caption={isDisputed ? "The copies differ" : copies.length > 1 ? "The copies agree" : "The answers"}
            columns={copies.map((copy) => ({
              key: copy.taskId,
              answer: copy.document.answer,
              title: (
                <span className="grid justify-items-start gap-1">
                  Copy {copy.copy} {copy.verdict === "irreparable" && <Badge tone="bad">unusable: {copy.reason}</Badge>}
                  {copies.length > 1 && (
                    <Button size="small" aria-pressed={copy.taskId === taskId} onClick={() => choose(copy.taskId)}>
                      {copy.taskId === taskId ? "Chosen" : "Choose"}
                    </Button>
                  )}
                </span>
              ),
            }))}
          />
          {isEditing &&
            visible.map((field) => (
              <AnswerFieldView
                key={field.name}
                {...{ schema: task.schema, fields: task.fields, field, answer, onAnswer, marking }}
                isReadOnly={false}
                isCurrent={field.name === current}
                problems={problems.filter((one) => one.field === field.name).map(({ message }) => message)}
                onCurrentSpan={setCurrentSpan}
                onMark={mark}
              />
            ))}
          <ItemComments {...{ api, say }} itemId={review.item.id} />
        </div>
      </div>
      <ReviewBar
        {...{ isEditing, isSending, acceptButton }}
        isRemoval={chosen?.verdict === "irreparable"}
        hasProblems={problems.length > 0}
        onAccept={() => whenChosen(() => void send({ decision: "accept", reason: "" }))}
        onChange={() => whenChosen(() => setOwn(chosen?.document.answer ?? {}))}
        onReturn={() => whenChosen(() => setAsks("return"))}
        onSave={() => setAsks("change")}
        onDiscard={() => setOwn(null)}
      />
      {asks && (
        <ReviewReason
          asks={asks}
          onClose={() => setAsks(null)}
          onReason={(reason) => {
            setAsks(null);
            if (asks === "return") void send({ decision: "return", reason });
            else if (own)
              void send({
                ...{ decision: "change", reason, revisionId: crypto.randomUUID() },
                document: { kind: "schema", version: task.version, answer: own },
              });
          }}
        />
      )}
    </div>
  );
}

/** The next copy; after the last one, the first. */
function nextOf(copies: readonly { taskId: string }[], taskId: string | null): string | null {
  return copies[(copies.findIndex((copy) => copy.taskId === taskId) + 1) % copies.length]?.taskId ?? null;
}
