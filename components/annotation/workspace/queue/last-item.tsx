"use client";

import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { isSchemaTask } from "@/lib/domain/annotation/task.ts";
import { verdictLabels } from "../../look/verdict-labels.ts";
import { AnswerLessonDialog } from "../dialogs/answer-lesson-dialog.tsx";
import { HiddenAnswersDialog } from "../dialogs/hidden-answers-dialog.tsx";
import { LessonDialog } from "../dialogs/lesson-dialog.tsx";
import { endings, type LastItem } from "./use-last-item.ts";

/** One line about the previous item. */
export function LastItemNotice({ last: { left, reopen, replace, showHiddenAnswers } }: { last: LastItem }) {
  if (left === null) return null;
  if (left.refusal !== null)
    return (
      <Callout
        tone="bad"
        title={`${left.payload.item.externalId} was not accepted`}
        actions={<Button onClick={reopen}>Reopen</Button>}
      >
        {left.refusal}
      </Callout>
    );
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <span>
        {left.payload.item.externalId}: {endings[left.ending]}
        {left.verdict && ` as ${verdictLabels[left.verdict]}`}
        {!left.isDone && ", being sent"}.
      </span>
      {left.ending === "irreparable" && left.isDone && left.replacement === null && (
        <button type="button" onClick={replace} aria-keyshortcuts="Shift+X" className="underline underline-offset-4">
          Replace from the same source
        </button>
      )}
      {left.replacement !== null && <span>{left.replacement}</span>}
      {left.ending === "verdict" && (
        <>
          <button type="button" onClick={reopen} aria-keyshortcuts="u" className="underline underline-offset-4">
            Reopen
          </button>
          {left.isDone && (
            <button
              type="button"
              onClick={showHiddenAnswers}
              aria-keyshortcuts="j"
              className="underline underline-offset-4"
            >
              What models answered
            </button>
          )}
        </>
      )}
    </p>
  );
}

/** Dialogs about the previous item: the expert's verdict in a practice, and the models' answers. */
export function LastItemDialogs({
  api,
  last: { left, lesson, hidden, finishLesson, hideAnswers },
}: {
  api: string;
  last: LastItem;
}) {
  return (
    <>
      {lesson && left && lesson.expertVerdict === "answered" && (
        <AnswerLessonDialog lesson={lesson} onNext={finishLesson} />
      )}
      {lesson && left && lesson.expertVerdict !== "answered" && !isSchemaTask(left.payload) && (
        <LessonDialog lesson={lesson} document={left.payload.document} onNext={finishLesson} />
      )}
      {hidden && (
        <HiddenAnswersDialog api={api} taskId={hidden.task.id} name={hidden.item.externalId} onClose={hideAnswers} />
      )}
    </>
  );
}
