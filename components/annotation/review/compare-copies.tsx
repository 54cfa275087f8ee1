"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { isSameDocument, type KsteDocument } from "@/lib/domain/annotation/kste-document.ts";
import type { SubmissionView } from "@/lib/domain/annotation/review.ts";
import { followText } from "@/lib/domain/stories/anchors/follow-edit.ts";
import { storyDiff } from "@/lib/domain/stories/diff/hunks.ts";
import { mergedByHunk } from "@/lib/domain/stories/diff/merge.ts";
import { worded } from "@/lib/domain/words/words.ts";
import { DiffView } from "../look/diff-view.tsx";
import { Pane } from "../look/pane.tsx";
import { OtherDifferences, TakeChange } from "../look/text-comparison.tsx";
import { verdictWords } from "../look/verdict-words.ts";
import { documentFieldsThatDiffer } from "../workspace/document-differences.ts";

/** Whether copies of an item were judged or written differently. */
export function doCopiesDisagree(submissions: readonly SubmissionView[]): boolean {
  const [first, ...others] = submissions;
  return others.some(
    (other) =>
      first !== undefined && (other.verdict !== first.verdict || !isSameDocument(other.document, first.document)),
  );
}

/**
 * Copies that disagree, side by side: what they agree on is told once, where they differ both readings stand. None is
 * chosen beforehand; the reviewer takes one, or combines them and goes on from there.
 */
export function CompareCopies({
  submissions,
  onChoose,
  onCombine,
}: {
  submissions: readonly SubmissionView[];
  onChoose: (taskId: string) => void;
  /** A text made of two copies, to be looked at and accepted as the reviewer's own. */
  onCombine: (taskId: string, document: KsteDocument) => void;
}) {
  const ordered = submissions.toSorted((one, other) => one.copy - other.copy);
  const [rightId, setRightId] = useState(ordered[1]?.taskId);
  const left = ordered[0];
  const right = ordered.find(({ taskId }) => taskId === rightId) ?? ordered[1];
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  const before = left?.document.story ?? "";
  const after = right?.document.story ?? "";
  const { hunks } = useMemo(() => storyDiff(before, after), [before, after]);
  if (!left || !right) return null;
  const fields = documentFieldsThatDiffer(left.document, right.document);

  function combine() {
    if (!left) return;
    const story = mergedByHunk(before, hunks, (hunk) => taken.has(hunk.index));
    const { anchors } = followText({ story: worded(before), anchors: left.document.anchors }, story);
    onCombine(left.taskId, { ...left.document, story, anchors });
  }

  return (
    <section aria-label="Copies that disagree" className="grid gap-4">
      <Callout tone="warn" title="The copies disagree">
        {ordered.map(({ taskId, copy, verdict, reason }) => (
          <span key={taskId} className="block">
            Copy {copy}: {verdictWords[verdict]}
            {reason !== "" && `, “${reason}”`}
          </span>
        ))}
        Take one of them, or combine them. What they agree on is shown once.
      </Callout>
      <div className="flex flex-wrap gap-3">
        {ordered.map(({ taskId, copy }) => (
          <Button key={taskId} onClick={() => onChoose(taskId)}>
            Look at copy {copy}
          </Button>
        ))}
        <Button onClick={combine} disabled={hunks.length === 0}>
          Combine: copy {left.copy} with {taken.size === 1 ? "the ticked change" : `the ${taken.size} ticked changes`}
        </Button>
        {ordered.length > 2 &&
          ordered.slice(1).map(({ taskId, copy }) => (
            <Button key={taskId} look="quiet" aria-pressed={taskId === right.taskId} onClick={() => setRightId(taskId)}>
              Compare with copy {copy}
            </Button>
          ))}
      </div>
      <Pane
        title={`Copy ${left.copy} struck, copy ${right.copy} underlined; tick what to take from copy ${right.copy}`}
      >
        {hunks.length === 0 ? (
          <p className="px-4 py-6 text-sm text-ink-soft">The stories are the same; what differs is below.</p>
        ) : (
          <DiffView
            before={before}
            hunks={hunks}
            isFolded
            control={(hunk) => (
              <TakeChange index={hunk.index} from={`copy ${right.copy}`} taken={taken} onTake={setTaken} />
            )}
          />
        )}
      </Pane>
      <OtherDifferences fields={fields} left={`Copy ${left.copy}`} right={`Copy ${right.copy}`} />
    </section>
  );
}
