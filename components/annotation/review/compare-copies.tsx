"use client";

import type { Dispatch, SetStateAction } from "react";
import { useId, useMemo, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import {
  type CombinableField,
  combineDocuments,
  fieldsToCombine,
} from "@/lib/domain/annotation/documents/combine-documents.ts";
import { isSameDocument, type KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { SubmissionView } from "@/lib/domain/annotation/review.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { Hunk } from "@/lib/domain/stories/diff/hunks.ts";
import { storyDiff } from "@/lib/domain/stories/diff/hunks.ts";
import { mergedByHunk } from "@/lib/domain/stories/diff/merge.ts";
import { DiffView } from "../look/diff-view.tsx";
import { Pane } from "../look/pane.tsx";
import { TakeChange } from "../look/text-comparison.tsx";
import { verdictWords } from "../look/verdict-words.ts";
import { focusById } from "../workspace/focus-by-id.ts";
import { combinableFields, FieldPicks, labelOf } from "./field-picks.tsx";

/** Whether copies of an item were judged or written differently. */
export function doCopiesDisagree(submissions: readonly SubmissionView[]): boolean {
  const [first, ...others] = submissions;
  return others.some(
    (other) =>
      first !== undefined && (other.verdict !== first.verdict || !isSameDocument(other.document, first.document)),
  );
}

/**
 * Conflicting copies, side by side: common parts are shown once, different ones in both versions. None is preselected.
 * The reviewer takes one, or combines them by change and by field, and continues from the result.
 */
export function CompareCopies({
  submissions,
  demand,
  onChoose,
  onCombine,
  say,
}: {
  submissions: readonly SubmissionView[];
  /** What a key asked for that has to wait until a copy is chosen; null when none did. */
  demand: string | null;
  onChoose: (taskId: string) => void;
  /** A text combined from several copies, to be accepted as the reviewer's own. */
  onCombine: (taskId: string, document: KsteDocument) => void;
  say: (text: string) => void;
}) {
  const ordered = inOrder(submissions);
  const [rightId, setRightId] = useState(ordered[1]?.taskId);
  const left = ordered[0];
  const right = ordered.find(({ taskId }) => taskId === rightId) ?? ordered[1];
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  const [picks, setPicks] = useState<ReadonlyMap<CombinableField, number>>(new Map());
  const [isRefused, setRefused] = useState(false);
  const picksId = useId();
  const before = left?.document.story ?? "";
  const after = right?.document.story ?? "";
  const { hunks } = useMemo(() => storyDiff(before, after), [before, after]);
  const fields = useMemo(() => fieldsOf(submissions), [submissions]);
  if (!left || !right) return null;
  const documents = ordered.map(({ document }) => document);
  const open = fields.filter((field) => !picks.has(field));
  const openWords = `Not possible yet. Choose a copy for: ${open.map((field) => labelOf(left.document.kind, field)).join(", ")}.`;

  function combine() {
    if (!left) return;
    const [first] = open;
    if (first !== undefined) {
      setRefused(true);
      say(openWords);
      focusById(`${picksId}-${first}`);
      return;
    }
    const story = mergedByHunk(before, hunks, (hunk) => taken.has(hunk.index));
    onCombine(left.taskId, combineDocuments(documents, story, picks));
  }

  return (
    <section aria-label="Copies that disagree" className="grid gap-4">
      <div
        id="copies-demand"
        tabIndex={-1}
        className="grid gap-3 focus:outline-2 focus:outline-offset-2 focus:outline-ink"
      >
        {demand !== null && (
          <Callout tone="bad" title="Not possible yet">
            {demand}
          </Callout>
        )}
        <Callout tone="warn" title="The copies disagree">
          {ordered.map(({ taskId, copy, verdict, reason }) => (
            <span key={taskId} className="block">
              Copy {copy}: {verdictWords[verdict]}
              {reason !== "" && `, “${reason}”`}
            </span>
          ))}
          Choose one of them, or combine them. Identical parts are shown once.
        </Callout>
      </div>
      <CopyActions {...{ ordered, onChoose, combine, hunks, fields, left, taken, open, right, setRightId, setTaken }} />
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
      <FieldPicks
        id={picksId}
        {...{ fields, picks }}
        copies={ordered}
        refusal={isRefused && open.length > 0 ? openWords : null}
        onPick={(field, at) => setPicks(new Map(picks).set(field, at))}
      />
    </section>
  );
}

/** Choosing a copy, or returning the item. */
function CopyActions({
  ordered,
  onChoose,
  combine,
  hunks,
  fields,
  left,
  taken,
  open,
  right,
  setRightId,
  setTaken,
}: {
  ordered: SubmissionView[];
  onChoose: (taskId: string) => void;
  combine: () => void;
  hunks: Hunk[];
  fields: CombinableField[];
  left: SubmissionView;
  taken: ReadonlySet<number>;
  open: CombinableField[];
  right: SubmissionView;
  setRightId: Dispatch<SetStateAction<string | undefined>>;
  setTaken: Dispatch<SetStateAction<ReadonlySet<number>>>;
}) {
  return (
    <div className="flex flex-wrap gap-3">
      {ordered.map(({ taskId, copy }) => (
        <Button key={taskId} onClick={() => onChoose(taskId)}>
          Look at copy {copy}
        </Button>
      ))}
      <Button onClick={combine} disabled={hunks.length === 0 && fields.length === 0}>
        {combineWords([
          hunks.length > 0 && `copy ${left.copy} with ${changesTaken(taken.size)}`,
          fields.length > 0 && `${fields.length - open.length} of ${formatNumberOf(fields.length, "field")} chosen`,
        ])}
      </Button>
      {ordered.length > 2 &&
        ordered.slice(1).map(({ taskId, copy }) => (
          <Button
            key={taskId}
            look="quiet"
            aria-pressed={taskId === right.taskId}
            onClick={() => {
              setRightId(taskId);
              // The changes of another copy are others.
              setTaken(new Set());
            }}
          >
            Compare with copy {copy}
          </Button>
        ))}
    </div>
  );
}

function inOrder(submissions: readonly SubmissionView[]): SubmissionView[] {
  return submissions.toSorted((one, other) => one.copy - other.copy);
}

/** The fields to decide on, by the copies in their order. */
function fieldsOf(submissions: readonly SubmissionView[]): CombinableField[] {
  const documents = inOrder(submissions).map(({ document }) => document);
  return documents[0] === undefined ? [] : fieldsToCombine(documents, combinableFields(documents[0].kind));
}

/** The button's label: the combination decided so far; only its name when there is nothing to combine. */
function combineWords(parts: readonly (string | false)[]): string {
  const said = parts.filter((part) => part !== false);
  return said.length === 0 ? "Combine" : `Combine: ${said.join(", ")}`;
}

function changesTaken(count: number): string {
  return count === 1 ? "the ticked change" : `the ${count} ticked changes`;
}
