"use client";

import { useId, useMemo, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/kste-document.ts";
import { followText } from "@/lib/domain/stories/anchors/follow-edit.ts";
import { storyDiff } from "@/lib/domain/stories/diff/hunks.ts";
import { mergedByHunk } from "@/lib/domain/stories/diff/merge.ts";
import { worded } from "@/lib/domain/words/words.ts";
import { exchange } from "../journal/exchange.ts";
import type { Conflict } from "../journal/journal-record.ts";
import { DiffView } from "../look/diff-view.tsx";
import { Pane } from "../look/pane.tsx";
import { documentFieldsThatDiffer } from "./document-differences.ts";

/**
 * Two versions of one text, because something was saved from elsewhere in between. Both are on the server and stay
 * there; the person decides which words the work goes on with, as a whole or place by place.
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
  /** What counts as the other version when nothing was saved on main. */
  given: KsteDocument;
  api: string;
  taskId: string;
  fence: number | null;
  /** Somebody else holds the task: it is for them to decide. */
  isTaken: boolean;
  onDecided: (document: KsteDocument, revisionId: string) => void;
}) {
  const { mine, theirs } = conflict;
  const other = theirs?.document ?? given;
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const titleId = useId();
  const { hunks } = useMemo(() => storyDiff(mine.document.story, other.story), [mine.document.story, other.story]);
  const fields = documentFieldsThatDiffer(mine.document, other);

  async function decide(document: KsteDocument, keep: string) {
    setSending(true);
    const outcome = await exchange("POST", `${api}/tasks/${taskId}/revisions/choose`, { keep, fence });
    setSending(false);
    if (outcome.kind === "done") {
      const { receipt } = outcome.body as { receipt: { revisionId: string } };
      onDecided(document, receipt.revisionId);
    } else
      setTrouble(
        outcome.kind === "later" ? "The server does not answer. Both versions are safe; try again." : outcome.message,
      );
  }

  function merged(): KsteDocument {
    const story = mergedByHunk(mine.document.story, hunks, (hunk) => taken.has(hunk.index));
    const { anchors } = followText({ story: worded(mine.document.story), anchors: mine.document.anchors }, story);
    return { ...mine.document, story, anchors };
  }

  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <Callout tone="warn" title={<span id={titleId}>Two versions of this item</span>}>
        While you were writing, another version was saved: from another of your browsers, or because your lease had run
        out. Neither is lost.{" "}
        {isTaken ? "Whoever has the item now finds yours beside it and decides." : "Decide which words to go on with."}
      </Callout>
      {trouble && (
        <div role="alert">
          <Callout tone="bad">{trouble}</Callout>
        </div>
      )}
      {!isTaken && (
        <div className="flex flex-wrap gap-3">
          <Button look="primary" disabled={isSending} onClick={() => decide(mine.document, mine.revisionId)}>
            Go on with mine
          </Button>
          <Button disabled={isSending} onClick={() => decide(other, theirs?.revisionId ?? mine.revisionId)}>
            Go on with the other
          </Button>
          <Button disabled={isSending || taken.size === 0} onClick={() => decide(merged(), mine.revisionId)}>
            Mine, with {taken.size === 1 ? "the ticked change" : `the ${taken.size} ticked changes`}
          </Button>
        </div>
      )}
      {hunks.length > 0 && (
        <Pane
          title={
            isTaken ? "Mine struck, the other underlined" : "Mine struck, the other underlined; tick what to take over"
          }
        >
          <DiffView
            before={mine.document.story}
            hunks={hunks}
            control={
              isTaken
                ? undefined
                : (hunk) => (
                    <input
                      type="checkbox"
                      aria-label={`Take change ${hunk.index + 1} from the other version`}
                      checked={taken.has(hunk.index)}
                      onChange={(event) => {
                        const next = new Set(taken);
                        if (event.target.checked) next.add(hunk.index);
                        else next.delete(hunk.index);
                        setTaken(next);
                      }}
                      className="size-4.5 accent-ink"
                    />
                  )
            }
          />
        </Pane>
      )}
      {fields.length > 0 && (
        <Pane title="Other differences">
          <dl className="grid gap-4 p-4 text-sm">
            {fields.map(({ label, left, right }) => (
              <div key={label} className="grid gap-1">
                <dt className="font-medium">{label}</dt>
                <dd className="border-l-2 border-edge pl-2">
                  <span className="text-ink-soft">mine: </span>
                  {left}
                </dd>
                <dd className="border-l-2 border-edge pl-2">
                  <span className="text-ink-soft">the other: </span>
                  {right}
                </dd>
              </div>
            ))}
          </dl>
        </Pane>
      )}
    </section>
  );
}
