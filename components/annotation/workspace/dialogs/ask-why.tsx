"use client";

import type { AnnotationDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import { listReasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import type { WorkspaceHint } from "../../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

/** The action that needs a reason. */
export type ReasonRequest = { about: "skip" | "irreparable" } | { about: "hint"; hint: WorkspaceHint };

/** Asks for the reason why an item is skipped or marked as irreparable, or why a hint is kept. */
export function ReasonRequestDialog({
  asking,
  kind,
  onReason,
  onClose,
}: {
  asking: ReasonRequest;
  kind: AnnotationDocument["kind"];
  onReason: (reason: string, codes: string[]) => void;
  onClose: () => void;
}) {
  const handlers = { onConfirm: onReason, onClose };
  switch (asking.about) {
    case "skip":
      return (
        <ReasonDialog
          title="Skip this item"
          lead="The item is assigned to another annotator. Press a digit to submit the reason with that number."
          suggestions={["I know this story.", "The topic upsets me.", "I cannot judge it."]}
          confirm="Skip it"
          {...handlers}
        />
      );
    case "irreparable":
      return (
        <ReasonDialog
          title="Mark as unusable"
          lead="The item is removed from the collection. Its history is kept. Press a digit to submit the reason with that number."
          {...(kind === "schema" ? { suggestions: unusableReasons } : { codes: listReasonCodes(kind) })}
          confirm="Mark as unusable"
          {...handlers}
        />
      );
    case "hint":
      return (
        <ReasonDialog
          title="Keep this clause"
          lead={`“${asking.hint.text}” stays in the story. Reviewers read why.`}
          suggestions={["It is about a different fact.", "Another character says it.", "It is needed for the plot."]}
          confirm="Keep it"
          {...handlers}
        />
      );
  }
}

/** Suggested reasons for marking a task-schema item as unusable. */
const unusableReasons = ["It cannot be read or heard.", "No answer applies.", "It is the same as another item."];
