"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import type { HiddenAnswers } from "@/lib/domain/annotation/my-work.ts";
import { parseWords, textOfWords } from "@/lib/domain/words/words.ts";
import { exchange } from "../../../../lib/client/exchange/exchange.ts";

/**
 * Shows what models answered to an item. The server sends the answers only after the person's own verdict. They are
 * loaded by a separate button, because the item cannot be reopened after they were read.
 */
export function HiddenAnswersDialog({
  api,
  taskId,
  name,
  onClose,
}: {
  api: string;
  taskId: string;
  name: string;
  onClose: () => void;
}) {
  const [isRequested, setRequested] = useState(false);
  const [given, setGiven] = useState<HiddenAnswers | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const answers = given?.answers ?? null;
  const story = useMemo(() => (given === null ? null : parseWords(given.story)), [given]);
  const button = useRef<HTMLButtonElement>(null);
  // Runs after the dialog has opened, because a dialog that opens focuses its first button.
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    if (!isRequested) return;
    void exchange("GET", `${api}/tasks/${taskId}/hidden-answers`).then((outcome) => {
      if (outcome.kind === "done") setGiven(outcome.body as HiddenAnswers);
      else setProblem(outcome.kind === "refused" ? outcome.message : "The server is not responding.");
    });
  }, [api, taskId, isRequested]);
  return (
    <Dialog isOpen onClose={onClose} title={`Model answers: ${name}`}>
      {!isRequested && (
        <div className="grid justify-items-start gap-4">
          <p>After you have seen the models’ answers, this item can no longer be reopened.</p>
          <Button ref={button} look="primary" onClick={() => setRequested(true)}>
            Show the answers
          </Button>
        </div>
      )}
      {problem && <p role="alert">{problem}</p>}
      {isRequested && !problem && answers === null && <Skeleton label="Loading the answers" />}
      {answers?.length === 0 && <p className="text-ink-soft">No model has answered this item.</p>}
      {given && given.answers.length > 0 && !given.isDecided && (
        <p className="mb-4 text-ink-soft">The right answers are shown when the item is decided.</p>
      )}
      <ul className="grid gap-4">
        {answers?.map((answer) => (
          <li
            key={`${answer.model} ${JSON.stringify(answer.condition)}`}
            className="grid gap-1.5 border-l-3 border-models pl-3"
          >
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium text-models-ink">{answer.model}</span>
              {answer.isRight !== null && (
                <Badge tone={answer.isRight ? "good" : "bad"}>{answer.isRight ? "right" : "wrong"}</Badge>
              )}
              <span className="text-sm text-ink-soft">
                {Object.entries(answer.condition)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(", ")}
              </span>
            </p>
            {answer.answer !== null && <p>{answer.answer}</p>}
            {story &&
              answer.spans.map(([start, end]) => (
                <p key={`${start}-${end}`} className="font-serif text-ink-soft">
                  “{textOfWords(story, { start, end: Math.min(end, story.words.length) })}”
                </p>
              ))}
            {answer.output && (
              <details className="text-sm">
                <summary className="text-ink-soft">Whole answer</summary>
                <p className="mt-1 whitespace-pre-wrap">{answer.output}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
