"use client";

import { useEffect, useRef } from "react";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { AnchorReport } from "@/lib/domain/stories/anchors/report.ts";
import { shownRange, type WordedText, type WordRange } from "@/lib/domain/words/words.ts";
import { roleNames } from "../../../../lib/domain/annotation/workspace/item-problems.ts";

/** Shows the former text of a lost mark next to the most similar sentence, before the mark is moved. */
export function NearestDialog({
  report,
  story,
  onMove,
  onClose,
}: {
  /** The report about the lost mark; null if no mark is lost. */
  report: AnchorReport | null;
  story: WordedText;
  onMove: (id: string, to: WordRange) => void;
  onClose: () => void;
}) {
  const nearest = report?.nearest ?? null;
  const button = useRef<HTMLButtonElement>(null);
  // Runs after the dialog has opened, because a dialog that opens focuses its first button.
  useEffect(() => button.current?.focus(), []);
  return (
    <Dialog isOpen onClose={onClose} title="The nearest match">
      <div className="grid gap-4">
        {report === null ? (
          <p>No marks are lost: all marks are on words of the story.</p>
        ) : (
          <>
            <Quote label={`Former text of the ${roleNames[report.anchor.role]}`} text={report.anchor.text} />
            {nearest === null ? (
              <p role="status">
                No sentence in the story is similar to the former text. Select the right words in the story and mark
                them, or remove the mark.
              </p>
            ) : (
              <Quote label="In the story" text={textAt(story, nearest)} />
            )}
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {report !== null && nearest !== null && (
            <Button
              ref={button}
              look="primary"
              onClick={() => {
                onMove(report.anchor.id, nearest);
                onClose();
              }}
            >
              Move the mark here
            </Button>
          )}
          <Button {...(nearest === null ? { ref: button } : {})} onClick={onClose}>
            {nearest === null ? "Close" : "Leave it"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Quote({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid gap-1">
      <p className="text-sm font-medium">{label}</p>
      <p className="border-l-2 border-rule pl-3 font-serif whitespace-pre-wrap">{text}</p>
    </div>
  );
}

function textAt(story: WordedText, range: WordRange): string {
  const { start, end } = shownRange(story, range);
  return story.text.slice(start, end);
}
