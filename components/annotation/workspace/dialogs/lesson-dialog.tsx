"use client";

import { useEffect, useMemo, useRef } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { StoryLesson } from "@/lib/domain/annotation/my-work.ts";
import { runWorkspaceChecks } from "../../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { workspaceStateFrom } from "../../../../lib/domain/annotation/workspace/workspace-state.ts";
import { MarkedText } from "../../story/marked-text.tsx";
import { buildStoryLayers } from "../workspace-layers.ts";

const verdictLabels = { sound: "sound as it is", refined: "in need of repair" } as const;

/** Shows the expert's verdict after a practice item. */
export function LessonDialog({
  lesson,
  document,
  onNext,
}: {
  lesson: StoryLesson;
  /** The item that was judged, with its marks. */
  document: KsteDocument;
  onNext: () => void;
}) {
  const layers = useMemo(() => {
    const state = workspaceStateFrom(document, null);
    const item = { kind: document.kind, original: null, givenDocument: document, siblings: [] };
    const checks = runWorkspaceChecks(state, item);
    return buildStoryLayers(state, checks.story, checks);
  }, [document]);
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
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <section
          aria-label="The story"
          className="workspace-text max-h-[60dvh] overflow-y-auto rounded-md border border-rule"
        >
          <MarkedText text={document.story} layers={layers} />
        </section>
        <div className="grid gap-4">
          <p>
            Expert’s verdict: <strong>{verdictLabels[lesson.expertVerdict]}</strong>.{" "}
            {lesson.agrees ? <Badge tone="good">Yours is the same</Badge> : <Badge tone="warn">Yours differs</Badge>}
          </p>
          {lesson.found && (lesson.found.kind !== null || lesson.found.place !== null) && (
            <p className="flex flex-wrap gap-2">
              {lesson.found.kind !== null && (
                <Badge tone={lesson.found.kind ? "good" : "warn"}>
                  {lesson.found.kind ? "kind of fault found" : "another kind of fault"}
                </Badge>
              )}
              {lesson.found.place !== null && (
                <Badge tone={lesson.found.place ? "good" : "warn"}>
                  {lesson.found.place ? "place found" : "the fault was not found"}
                </Badge>
              )}
            </p>
          )}
          {lesson.whatTheExpertSaw && (
            <section className="grid gap-1">
              <h3 className="text-sm text-ink-soft">Expert’s findings</h3>
              <p>{lesson.whatTheExpertSaw}</p>
            </section>
          )}
          {lesson.suggestedRepair && (
            <section className="grid gap-1">
              <h3 className="text-sm text-ink-soft">A repair</h3>
              <p>{lesson.suggestedRepair}</p>
            </section>
          )}
          <section className="grid gap-1 border-l-3 border-info pl-3">
            <h3 className="text-sm text-ink-soft">To remember</h3>
            <p>{lesson.lesson}</p>
          </section>
        </div>
      </div>
    </Dialog>
  );
}
