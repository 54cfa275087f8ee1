"use client";

import { useContext, useId, useMemo, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { storyOf } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import { followText } from "@/lib/domain/stories/anchors/follow-edit.ts";
import { diffStories } from "@/lib/domain/stories/diff/hunks.ts";
import { mergeByHunk } from "@/lib/domain/stories/diff/merge.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import type { Conflict } from "../../../lib/client/journal/journal-record.ts";
import { findFieldDifferences } from "../../../lib/domain/annotation/workspace/document-differences.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { ActionButton } from "../look/action-button.tsx";
import { DiffView } from "../look/diff-view.tsx";
import { Pane } from "../look/pane.tsx";
import { ApplyChangeCheckbox, OtherDifferences } from "../look/text-comparison.tsx";

/**
 * Shows two versions of one text after a conflicting save. The server keeps both. The person chooses the text to
 * continue with, as a whole or change by change.
 */
export function ConflictView({
  conflict,
  given,
  api,
  taskId,
  fence,
  isTaken,
  onDecided,
}: {
  conflict: Conflict;
  /** The version to compare with if no other save exists on the main branch. */
  given: KsteDocument;
  api: string;
  taskId: string;
  fence: number | null;
  /** Whether the task is assigned to another person, who must decide. */
  isTaken: boolean;
  onDecided: (document: KsteDocument, revisionId: string) => void;
}) {
  const { late, present: current, words } = orderSides(conflict, given);
  // The person's own text is always on the left.
  const [left, right] = late.isMine ? [late, current] : [current, late];
  const [applied, setTaken] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const titleId = useId();
  const [before, after] = [left.document.story, right.document.story];
  const { hunks } = useMemo(() => diffStories(before, after), [before, after]);
  const fields = findFieldDifferences(left.document, right.document);

  async function decide(document: KsteDocument, keep: string) {
    setSending(true);
    const outcome = await exchange("POST", `${api}/tasks/${taskId}/revisions/choose`, { keep, fence });
    setSending(false);
    if (outcome.kind === "done") {
      const { receipt } = outcome.body as { receipt: { revisionId: string } };
      onDecided(document, receipt.revisionId);
    } else
      setProblem(
        outcome.kind === "later"
          ? "The server is not responding. Both versions are stored; try again."
          : outcome.message,
      );
  }

  function mergeSelected(): KsteDocument {
    const { document } = left;
    const story = mergeByHunk(document.story, hunks, (hunk) => applied.has(hunk.index));
    const { anchors } = followText({ story: parseWords(document.story), anchors: document.anchors }, story);
    return { ...document, story, anchors };
  }

  const { keymap, isMac } = useContext(KeysContext);
  const canDecide = !isTaken && !isSending;
  const keepLeft = () => decide(left.document, left.keep);
  const keepRight = () => decide(right.document, right.keep);
  const keepSelected = () => decide(mergeSelected(), left.keep);
  useShortcuts(keymap, isMac, {
    "keep-left": () => canDecide && void keepLeft(),
    "keep-right": () => canDecide && void keepRight(),
    "keep-ticked": () => canDecide && applied.size > 0 && void keepSelected(),
  });

  return (
    <section id="conflict" tabIndex={-1} aria-labelledby={titleId} className="grid gap-4">
      <Callout tone="warn" title={<span id={titleId}>Two versions of this item</span>}>
        {words.why} Neither is lost.{" "}
        {isTaken
          ? "The item is now assigned to another annotator, who starts from the imported text. Your version is kept on the server."
          : "Decide which version to continue with."}
      </Callout>
      {problem && (
        <div role="alert">
          <Callout tone="bad">{problem}</Callout>
        </div>
      )}
      <ConflictActions
        {...{ isTaken, isSending, keepLeft, words, keepRight, taken: applied, keepTicked: keepSelected }}
      />
      {hunks.length > 0 && (
        <Pane
          title={`${capitalize(words.left)} struck, ${words.right} underlined${isTaken ? "" : "; select what to copy"}`}
        >
          <DiffView
            before={before}
            hunks={hunks}
            control={
              isTaken
                ? undefined
                : (hunk) => (
                    <ApplyChangeCheckbox index={hunk.index} from={words.right} taken={applied} onTake={setTaken} />
                  )
            }
          />
        </Pane>
      )}
      <OtherDifferences fields={fields} left={words.left} right={words.right} />
    </section>
  );
}

/** The buttons that choose which of two versions is kept. */
function ConflictActions({
  isTaken,
  isSending,
  keepLeft,
  words,
  keepRight,
  taken,
  keepTicked,
}: {
  isTaken: boolean;
  isSending: boolean;
  keepLeft: () => Promise<void>;
  words: { left: string; right: string; why: string };
  keepRight: () => Promise<void>;
  taken: ReadonlySet<number>;
  keepTicked: () => Promise<void>;
}) {
  return (
    !isTaken && (
      <div className="flex flex-wrap gap-3">
        <ActionButton action="keep-left" size="medium" look="primary" disabled={isSending} onClick={keepLeft}>
          Continue with {words.left}
        </ActionButton>
        <ActionButton action="keep-right" size="medium" disabled={isSending} onClick={keepRight}>
          Continue with {words.right}
        </ActionButton>
        <ActionButton action="keep-ticked" size="medium" disabled={isSending || taken.size === 0} onClick={keepTicked}>
          {capitalize(words.left)}, with{" "}
          {taken.size === 1 ? "the selected change" : `the ${taken.size} selected changes`}
        </ActionButton>
      </div>
    )
  );
}

interface ConflictSide {
  document: KsteDocument;
  /** The revision to send to the server if this side is chosen. */
  keep: string;
  isMine: boolean;
}

/** The late save and the current text of the main branch, with their labels for this person. */
function orderSides(
  { mine: branch, theirs }: Conflict,
  given: KsteDocument,
): { late: ConflictSide; present: ConflictSide; words: { left: string; right: string; why: string } } {
  const late = { document: storyOf(branch.document), keep: branch.revisionId, isMine: branch.isMine };
  const present = {
    document: theirs ? storyOf(theirs.document) : given,
    // If the main branch has no save, choosing the imported text stores it as a new revision that continues the late
    // branch.
    keep: theirs?.revisionId ?? branch.revisionId,
    isMine: theirs?.isMine ?? false,
  };
  const words = {
    left: "mine",
    right: theirs === null ? "the imported text" : "the other version",
    why: "While you were writing, the item was reassigned or saved from another browser of yours, or your lease expired.",
  };
  return { late, present, words };
}
