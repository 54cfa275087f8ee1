"use client";

import type { CopyDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import { reasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import type { WorkspaceHint } from "../../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

/** The action that needs a reason. */
export type Asking = { about: "skip" | "irreparable" } | { about: "hint"; hint: WorkspaceHint };

/** Asks for the reason of a skip, of marking an item as irreparable, or of keeping a hint. */
export function AskWhy({
  asking,
  kind,
  onReason,
  onClose,
}: {
  asking: Asking;
  kind: CopyDocument["kind"];
  onReason: (reason: string, codes: string[]) => void;
  onClose: () => void;
}) {
  const answers = { onConfirm: onReason, onClose };
  switch (asking.about) {
    case "skip":
      return (
        <ReasonDialog
          title="Skip this item"
          lead="Another annotator gets it. Press a digit to submit the reason with that number."
          suggestions={["I know this story.", "The topic upsets me.", "I cannot judge it."]}
          confirm="Skip it"
          {...answers}
        />
      );
    case "irreparable":
      return (
        <ReasonDialog
          title="Mark as unusable"
          lead="The item is removed from the collection. Its history is kept. Press a digit to submit the reason with that number."
          {...(kind === "schema" ? { suggestions: unusable } : { codes: reasonCodes(kind) })}
          confirm="Mark as unusable"
          {...answers}
        />
      );
    case "hint":
      return (
        <ReasonDialog
          title="Keep this clause"
          lead={`“${asking.hint.text}” stays in the story. Reviewers read why.`}
          suggestions={["It is about a different fact.", "Another character says it.", "It is needed for the plot."]}
          confirm="Keep it"
          {...answers}
        />
      );
  }
}

/** Common reasons why an item of a task schema cannot be answered. */
const unusable = ["It cannot be read or heard.", "No answer applies.", "It is the same as another item."];
