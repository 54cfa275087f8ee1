"use client";

import { useEffect, useRef } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { AnswerLesson } from "@/lib/domain/annotation/my-work.ts";

/** Shows the expected answers after a practice item. */
export function AnswerLessonDialog({ lesson, onNext }: { lesson: AnswerLesson; onNext: () => void }) {
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => nextButton.current?.focus(), []);
  return (
    <Dialog
      isOpen
      isWide
      onClose={onNext}
      title={lesson.title}
      actions={
        <Button ref={nextButton} look="primary" onClick={onNext}>
          Next
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{lesson.agrees ? <Badge tone="good">As expected</Badge> : <Badge tone="warn">Not as expected</Badge>}</p>
        <Table caption="Your answers and the expected ones">
          <thead>
            <tr>
              <Th>Question</Th>
              <Th>Yours</Th>
              <Th>Expected</Th>
            </tr>
          </thead>
          <tbody>
            {lesson.answers.map(({ label, given, expected, isRight }) => (
              <tr key={label}>
                <Th scope="row" className="wrap-anywhere">
                  {label} {isRight === false && <Badge tone="warn">differs</Badge>}
                </Th>
                <Td className="wrap-anywhere">{given}</Td>
                <Td className="wrap-anywhere">{expected}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <section className="grid gap-1 border-l-3 border-info pl-3">
          <h3 className="text-sm text-ink-soft">To remember</h3>
          <p>{lesson.lesson}</p>
        </section>
      </div>
    </Dialog>
  );
}
