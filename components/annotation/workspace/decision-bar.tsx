"use client";

import { Keyboard } from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import type { AnnotationDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import { ActionButton } from "../look/action-button.tsx";
import { BottomBar } from "../look/bottom-bar.tsx";
import { SaveStatus } from "./save-status.tsx";
import type { TaskOnScreen } from "./use-task-on-screen.ts";

/** The decision buttons and the save status. The bar is always visible at the bottom of the screen. */
export function DecisionBar({
  ref,
  task: { session, view, elsewhere, isReadOnly, park },
  document,
  label,
  problems: openProblems,
  onAccept,
  onSubmit,
  onAsk,
  onKeys,
}: {
  ref: Ref<HTMLButtonElement>;
  task: TaskOnScreen;
  /** The text of the work, offered as a download if the work cannot be saved. */
  document: AnnotationDocument;
  /** The label of the submit button. */
  label: string;
  /** The number of problems; a conflict between two versions is not included. */
  problems: number;
  /** Null if there are no rules to check. */
  onAccept: (() => void) | null;
  onSubmit: (pressedAt: number) => void;
  /** Asks for the reason why an item is skipped or unusable. */
  onAsk: (asking: { about: "skip" | "irreparable" }) => void;
  onKeys: () => void;
}) {
  const problems = openProblems + (view.save.conflict === null ? 0 : 1);
  const otherActions = (
    <>
      <ActionButton action="park" look="quiet" disabled={isReadOnly} onClick={park}>
        Park
      </ActionButton>
      <ActionButton action="skip" look="quiet" disabled={isReadOnly} onClick={() => onAsk({ about: "skip" })}>
        Skip
      </ActionButton>
      <ActionButton
        action="irreparable"
        look="quiet"
        disabled={isReadOnly}
        onClick={() => onAsk({ about: "irreparable" })}
      >
        Mark as unusable
      </ActionButton>
    </>
  );
  return (
    <>
      {/* On a phone the bar has space for two buttons; the others are at the end of the page. */}
      <div className="no-print mt-6 flex flex-wrap gap-1 sm:hidden">{otherActions}</div>
      <BottomBar>
        <ActionButton
          ref={ref}
          action="submit"
          data-hands-in
          size="medium"
          look="primary"
          aria-disabled={isReadOnly || problems > 0}
          aria-describedby="submit-state"
          onClick={({ timeStamp }) => onSubmit(timeStamp)}
        >
          {label}
        </ActionButton>
        {onAccept && (
          <ActionButton action="accept" size="medium" disabled={isReadOnly} onClick={onAccept}>
            All rules are met
          </ActionButton>
        )}
        <div className="mr-auto grid gap-x-4 px-1 max-lg:order-first max-lg:flex max-lg:w-full max-lg:flex-wrap max-lg:justify-between">
          <p id="submit-state" className="text-sm text-ink-soft">
            {problems === 0
              ? "Ready to submit."
              : problems === 1
                ? "1 problem to fix first."
                : `${problems} problems to fix first.`}
          </p>
          {view.tabLock !== "reader" && (
            <SaveStatus
              save={view.save}
              elsewhere={elsewhere}
              onRetry={() => session.retry()}
              download={() => JSON.stringify(document, null, 2)}
            />
          )}
        </div>
        <div className="flex gap-1 max-sm:hidden">{otherActions}</div>
        <Button look="quiet" size="small" aria-label="Keys" className="max-sm:hidden" onClick={onKeys}>
          <Keyboard aria-hidden="true" />
        </Button>
      </BottomBar>
    </>
  );
}
