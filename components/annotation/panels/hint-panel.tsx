"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import type { WorkspaceChecks, WorkspaceHint } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { ActionButton } from "../look/action-button.tsx";
import { Panel, PanelItem } from "../look/panel.tsx";

/**
 * The clauses of the story that state directly that the character does not know. Keyboard shortcuts act on the first of
 * them.
 */
export function HintPanel({
  checks,
  character,
  isReadOnly,
  onCut,
  onCutEverywhere,
  onDismiss,
  onTakeBack,
  onShow,
}: {
  checks: WorkspaceChecks;
  character: string;
  isReadOnly: boolean;
  onCut: (hint: WorkspaceHint) => void;
  onCutEverywhere: (hint: WorkspaceHint) => void;
  onDismiss: (hint: WorkspaceHint) => void;
  onTakeBack: (finding: string) => void;
  onShow: (hint: WorkspaceHint) => void;
}) {
  const { hints, dismissed } = checks;
  return (
    <Panel
      title="Statements that reveal the answer"
      id="hints"
      count={hints.length}
      tone={hints.length === 0 ? "plain" : "warn"}
    >
      {hints.length === 0 && dismissed.length === 0 && (
        <p className="text-sm text-ink-soft">
          The story contains no statement beyond the original that {character || "the character"} does not know.
        </p>
      )}
      <ul className="grid gap-2">
        {hints.map((hint, index) => (
          <PanelItem
            key={`${hint.key}-${hint.start}`}
            id={`hint-${index}`}
            tone="warn"
            actions={
              !isReadOnly && (
                <>
                  {hint.cut && index === 0 && (
                    <ActionButton action="cut-hint" onClick={() => onCut(hint)}>
                      Cut the clause
                    </ActionButton>
                  )}
                  {hint.cut && index > 0 && (
                    <Button size="small" onClick={() => onCut(hint)}>
                      Cut the clause
                    </Button>
                  )}
                  {hint.cut && hint.siblings.length > 0 && (
                    <ActionButton action="cut-everywhere" onClick={() => onCutEverywhere(hint)}>
                      Cut in the sibling stories, too
                    </ActionButton>
                  )}
                  {index === 0 ? (
                    <ActionButton action="dismiss-hint" look="quiet" onClick={() => onDismiss(hint)}>
                      Keep it
                    </ActionButton>
                  ) : (
                    <Button size="small" look="quiet" onClick={() => onDismiss(hint)}>
                      Keep it
                    </Button>
                  )}
                  <Button size="small" look="quiet" onClick={() => onShow(hint)}>
                    Show
                  </Button>
                </>
              )
            }
          >
            <p>
              “<strong className="font-medium">{hint.text}</strong>” reveals the answer
              {hint.isInSpeech && ", in direct speech"}.
            </p>
            {hint.cut ? (
              <p className="font-serif text-ink-soft">
                {hint.cut.sentence === "" ? "The whole sentence is removed." : `After the cut: “${hint.cut.sentence}”`}
              </p>
            ) : (
              <p className="text-ink-soft">The clause cannot be cut automatically. Rewrite the sentence.</p>
            )}
            {hint.siblings.length > 0 && (
              <p className="text-ink-soft">The same sentence is in {hint.siblings.map(({ id }) => id).join(", ")}.</p>
            )}
          </PanelItem>
        ))}
      </ul>
      <DismissedHints {...{ dismissed, isReadOnly, onTakeBack }} />
    </Panel>
  );
}

/** Hints that were kept, each with the reason. */
function DismissedHints({
  dismissed,
  isReadOnly,
  onTakeBack,
}: {
  dismissed: { hint: WorkspaceHint; reason: string }[];
  isReadOnly: boolean;
  onTakeBack: (finding: string) => void;
}) {
  return (
    dismissed.length > 0 && (
      <details className="text-sm">
        <summary className="text-ink-soft">Kept with a reason: {dismissed.length}</summary>
        <ul className="mt-2 grid gap-2">
          {dismissed.map(({ hint, reason }) => (
            <PanelItem
              key={`${hint.key}-${hint.start}`}
              tone="plain"
              actions={
                !isReadOnly && (
                  <Button size="small" look="quiet" onClick={() => onTakeBack(hint.finding)}>
                    Restore
                  </Button>
                )
              }
            >
              <p>“{hint.text}”</p>
              <p className="text-ink-soft">{reason}</p>
            </PanelItem>
          ))}
        </ul>
      </details>
    )
  );
}
