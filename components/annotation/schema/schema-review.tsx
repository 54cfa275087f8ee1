"use client";

import { useContext, useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { SubmissionView } from "@/lib/domain/annotation/review.ts";
import { addRelation } from "@/lib/domain/annotation/schema-items/add-relation.ts";
import { addSpans } from "@/lib/domain/annotation/schema-items/add-spans.ts";
import { toComparableAnswer } from "@/lib/domain/tasks/answers/comparable-answer.ts";
import type { FieldAnswer, TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { validateAnswer } from "@/lib/domain/tasks/answers/validate-answer.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { DecisionButtons, ReturnDialog, ReviewBar } from "../review/review-bar.tsx";
import { ReviewHeader } from "../review/review-header.tsx";
import { type ReviewProps, useReviewDecision } from "../review/use-review-decision.ts";
import { ReasonDialog } from "../workspace/dialogs/reason-dialog.tsx";
import { AnswerComparison, type TakenPart } from "./answer-comparison.tsx";
import { AnswerPane } from "./answer-pane.tsx";
import { mergeMarks } from "./copies-marking.ts";
import { useAnswerFields } from "./use-answer-fields.ts";

const reasonSuggestions = [
  "The answer contradicts the guidelines.",
  "Something was overlooked.",
  "Both copies are wrong.",
];

/** One item of a task schema under review: a comparison of the answers in all copies, and the decision. */
export function SchemaReview(props: ReviewProps<AnswerDocument>) {
  const { api, review } = props;
  const task = review.schema;
  if (task === null) throw new RangeError("this review has no task schema");
  const { schema, fields } = task;
  const copies = review.submissions.toSorted((one, other) => one.copy - other.copy);
  const isDisputed = new Set(copies.map(({ document }) => toComparableAnswer(schema, document.answer))).size > 1;
  const [reviewerAnswer, setReviewerAnswer] = useState<TaskAnswer | null>(null);
  const [isAsking, setAsking] = useState(false);
  const decision = useReviewDecision(props, {
    ...{ copies, isDisputed },
    chooseFirst: "The copies differ. Choose one copy first; you can then change its answers.",
    onChange: ({ document }) => setReviewerAnswer(document.answer),
    onChoose: () => setReviewerAnswer(null),
  });
  const { chosen, demand, isSending, send } = decision;
  const checked = reviewerAnswer && validateAnswer(schema, fields, reviewerAnswer);
  const problems = checked && !checked.ok ? checked.problems : [];
  const answer = reviewerAnswer ?? chosen?.document.answer ?? {};
  const onAnswer = (field: string, value: FieldAnswer | undefined) =>
    setReviewerAnswer((now) => now && setFieldAnswer(now, field, value));
  const answerFields = useAnswerFields({ schema, fields, answer, isReadOnly: reviewerAnswer === null, onAnswer });
  const askForReason = () => (problems.length > 0 ? props.say(problems[0]?.message ?? "") : setAsking(true));
  // While the reviewer answers, digits select answers; before that they choose a copy.
  useReviewKeys(reviewerAnswer === null || isSending ? null : askForReason, (index) => {
    const copy = copies[index];
    if (reviewerAnswer === null && copies.length > 1 && copy) decision.choose(copy.taskId);
  });
  const answers = copies.map(({ document }) => document.answer);
  // Until a copy is chosen, the marks of all copies are shown.
  const marking = reviewerAnswer ? answerFields.marking : mergeMarks(task, answers, chosen ? [answer] : answers);
  return (
    <div>
      <ReviewHeader {...props} {...decision} />
      {demand !== null && <Demand text={demand} />}
      <AnswerPane
        {...{ api, task, answer, problems, onAnswer }}
        fieldsState={{ ...answerFields, marking }}
        taskId={review.taskId}
        itemId={review.item.id}
        isReadOnly={reviewerAnswer === null}
        areFieldsShown={reviewerAnswer !== null}
      >
        <AnswerComparison
          task={task}
          own={
            reviewerAnswer && {
              answer: reviewerAnswer,
              onTake: (part) => setReviewerAnswer(withPart(schema, reviewerAnswer, part)),
            }
          }
          caption={isDisputed ? "The copies differ" : copies.length > 1 ? "The copies agree" : "The answers"}
          columns={copies.map((copy) => ({
            key: copy.taskId,
            answer: copy.document.answer,
            title: (
              <CopyTitle
                copy={copy}
                isOnly={copies.length === 1}
                isChosen={copy === chosen}
                onChoose={() => decision.choose(copy.taskId)}
              />
            ),
          }))}
        />
      </AnswerPane>
      <ReviewBar onKeys={props.onKeys}>
        {reviewerAnswer === null ? (
          <DecisionButtons decision={decision} isRemoval={chosen?.verdict === "irreparable"} />
        ) : (
          <>
            <Button look="primary" disabled={isSending || problems.length > 0} onClick={() => setAsking(true)}>
              Accept with my answers
            </Button>
            <Button onClick={() => setReviewerAnswer(null)}>Discard my answers</Button>
          </>
        )}
      </ReviewBar>
      <ReturnDialog decision={decision} suggestions={reasonSuggestions} />
      {isAsking && reviewerAnswer && (
        <ReasonDialog
          title="Reason for your changes"
          lead="The reason is stored with the item."
          confirm="Accept"
          suggestions={reasonSuggestions}
          onClose={() => setAsking(false)}
          onConfirm={(reason) => {
            setAsking(false);
            const document = { kind: "schema" as const, version: task.version, answer: reviewerAnswer };
            void send({ decision: "change", reason, revisionId: crypto.randomUUID(), document });
          }}
        />
      )}
    </div>
  );
}

/** Handles digits, and the submit key if there is something to submit. */
function useReviewKeys(onSubmit: (() => void) | null, onDigit: (index: number) => void): void {
  const { keymap, isMac } = useContext(KeysContext);
  useShortcuts(keymap, isMac, onSubmit ? { submit: onSubmit } : {}, onDigit);
}

/** What the reviewer has to do first. */
function Demand({ text }: { text: string }) {
  return (
    <div className="mb-4">
      <Callout tone="bad" title="Not possible yet">
        {text}
      </Callout>
    </div>
  );
}

/** The heading above a copy's answers, with a control that chooses the copy. */
function CopyTitle({
  copy: { copy, verdict, reason },
  isOnly,
  isChosen,
  onChoose,
}: {
  copy: SubmissionView<AnswerDocument>;
  isOnly: boolean;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <span className="grid justify-items-start gap-1">
      Copy {copy} {verdict === "irreparable" && <Badge tone="bad">unusable: {reason}</Badge>}
      {!isOnly && (
        <Button size="small" aria-pressed={isChosen} onClick={onChoose}>
          {isChosen ? "Chosen" : "Choose"}
        </Button>
      )}
    </span>
  );
}

/** Adds marks or a relation of a copy to the reviewer's answers. */
function withPart(schema: TaskSchema, answer: TaskAnswer, part: TakenPart): TaskAnswer {
  if ("spans" in part) return addSpans(schema, answer, part);
  const field = schema.answer.find(({ name }) => name === part.field);
  return field?.type === "relations" ? addRelation(schema, answer, { ...part, field }) : answer;
}

function setFieldAnswer(answer: TaskAnswer, field: string, value: FieldAnswer | undefined): TaskAnswer {
  const { [field]: _, ...others } = answer;
  return value === undefined ? others : { ...others, [field]: value };
}
