"use client";

import { useContext, useId, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import {
  type CombinableField,
  combineDocuments,
  findDisputedMarks,
  listFieldsToCombine,
} from "@/lib/domain/annotation/documents/combine-documents.ts";
import { isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { SubmissionView } from "@/lib/domain/annotation/review.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { diffStories } from "@/lib/domain/stories/diff/hunks.ts";
import { mergeByHunk } from "@/lib/domain/stories/diff/merge.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { ActionButton } from "../look/action-button.tsx";
import { DiffView } from "../look/diff-view.tsx";
import { Pane } from "../look/pane.tsx";
import { ApplyChangeCheckbox } from "../look/text-comparison.tsx";
import { focusById } from "../workspace/focus-by-id.ts";
import { CopyFacts } from "./copy-facts.tsx";
import { combinableFields, FieldPicks, fieldLabel } from "./field-picks.tsx";

/** Whether copies of an item have different verdicts or texts. */
export function doCopiesDisagree(submissions: readonly SubmissionView[]): boolean {
  const [first, ...others] = submissions;
  return others.some(
    (other) =>
      first !== undefined && (other.verdict !== first.verdict || !isSameDocument(other.document, first.document)),
  );
}

/**
 * Shows copies with different verdicts or texts side by side: common parts once, different parts in both versions. No
 * copy is preselected. The reviewer chooses a copy (digit keys), or combines the copies by change, field and mark and
 * continues with the result.
 */
export function CompareCopies({
  submissions,
  demand,
  onChoose,
  onCombine,
  say,
}: {
  submissions: readonly SubmissionView[];
  /** A message if the reviewer pressed a key that requires a chosen copy; otherwise null. */
  demand: string | null;
  onChoose: (taskId: string) => void;
  /** Called with the combined text, which the reviewer then edits and accepts. */
  onCombine: (taskId: string, document: KsteDocument) => void;
  say: (text: string) => void;
}) {
  const ordered = sortByCopy(submissions);
  const [rightId, setRightId] = useState(ordered[1]?.taskId);
  const left = ordered[0];
  const right = ordered.find(({ taskId }) => taskId === rightId) ?? ordered[1];
  const [applied, setTaken] = useState<ReadonlySet<number>>(new Set());
  const section = useRef<HTMLElement>(null);
  const { keymap, isMac } = useContext(KeysContext);
  const idPrefix = useId();
  const leftStory = left?.document.story ?? "";
  const rightStory = right?.document.story ?? "";
  const { hunks } = useMemo(() => diffStories(leftStory, rightStory), [leftStory, rightStory]);
  const choices = useChoices(submissions);
  const { fields, marks, open, openMarks, waitingText } = choices;
  const canCombine = hunks.length + fields.length + marks.length > 0;

  function combine() {
    if (!left || !canCombine) return;
    const firstUndecided = open[0] ?? openMarks[0]?.key;
    if (firstUndecided !== undefined) {
      choices.refuse();
      say(waitingText);
      focusById(`${idPrefix}-${firstUndecided}`);
      return;
    }
    const story = mergeByHunk(leftStory, hunks, (hunk) => applied.has(hunk.index));
    onCombine(left.taskId, choices.combined(story));
  }
  const goToDifference = (step: 1 | -1) => goToChoice(section.current, step) || say("No further differences.");
  useShortcuts(
    keymap,
    isMac,
    { "review-combine": combine, "next-change": () => goToDifference(1), "previous-change": () => goToDifference(-1) },
    (index) => ordered[index] && onChoose(ordered[index].taskId),
  );
  if (!left || !right) return null;

  return (
    <section ref={section} aria-label="Copies that disagree" className="grid gap-4">
      <CopyFacts copies={ordered} demand={demand} />
      <CopyActions
        copies={ordered}
        rightId={right.taskId}
        combineLabel={formatCombineLabel([
          hunks.length > 0 && `copy ${left.copy} with ${formatChangeCount(applied.size)}`,
          fields.length > 0 && `${fields.length - open.length} of ${formatNumberOf(fields.length, "field")} chosen`,
          marks.length > 0 && `${marks.length - openMarks.length} of ${formatNumberOf(marks.length, "mark")} decided`,
        ])}
        canCombine={canCombine}
        onChoose={onChoose}
        onCombine={combine}
        onCompare={(taskId) => {
          setRightId(taskId);
          // Resets the selected changes, because another copy has other changes.
          setTaken(new Set());
        }}
      />
      <Pane title={`Copy ${left.copy} struck, copy ${right.copy} underlined; select changes of copy ${right.copy}`}>
        {hunks.length === 0 ? (
          <p className="px-4 py-6 text-sm text-ink-soft">
            The stories are identical; other differences are listed below.
          </p>
        ) : (
          <DiffView
            before={leftStory}
            hunks={hunks}
            isFolded
            control={(hunk) => (
              <ApplyChangeCheckbox index={hunk.index} from={`copy ${right.copy}`} taken={applied} onTake={setTaken} />
            )}
          />
        )}
      </Pane>
      <FieldPicks
        id={idPrefix}
        {...{ fields, marks }}
        picks={choices.picks}
        kept={choices.kept}
        copies={ordered}
        refusal={choices.refusal}
        onPick={choices.pick}
        onKeep={choices.keep}
      />
    </section>
  );
}

/** The fields and marks that the reviewer must decide on, the decisions, and the decisions that are still missing. */
function useChoices(submissions: readonly SubmissionView[]) {
  const [picks, setPicks] = useState<ReadonlyMap<CombinableField, number>>(new Map());
  const [markChoices, setMarkChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isRefused, setRefused] = useState(false);
  const fields = useMemo(() => listSharedFields(submissions), [submissions]);
  const documents = useMemo(() => sortByCopy(submissions).map(({ document }) => document), [submissions]);
  const marks = useMemo(() => findDisputedMarks(documents), [documents]);
  const kind = submissions[0]?.document.kind;
  const undecidedFields = fields.filter((field) => !picks.has(field));
  const undecidedMarks = marks.filter(({ key }) => !markChoices.has(key));
  const missingChoices = [
    ...undecidedFields.map((field) => `the copy for ${kind ? fieldLabel(kind, field) : field}`),
    ...undecidedMarks.map(({ role, text }) => `whether to keep the ${role} “${text}”`),
  ];
  const waitingText = `Not possible yet. Choose ${missingChoices.join("; ")}.`;
  return {
    ...{ fields, marks, picks, kept: markChoices, open: undecidedFields, openMarks: undecidedMarks, waitingText },
    /** Shown after an attempt to combine copies while decisions are missing. */
    refusal: isRefused && missingChoices.length > 0 ? waitingText : null,
    refuse: () => setRefused(true),
    pick: (field: CombinableField, index: number) => setPicks(new Map(picks).set(field, index)),
    keep: (key: string, isKept: boolean) => setMarkChoices(new Map(markChoices).set(key, isKept)),
    combined: (story: string) => {
      const keptMarks = new Set([...markChoices].flatMap(([key, isKept]) => (isKept ? [key] : [])));
      return combineDocuments(documents, story, picks, keptMarks);
    },
  };
}

/** Buttons that open one copy, combine the copies, or compare the first copy with another one. */
function CopyActions({
  copies,
  rightId,
  combineLabel,
  canCombine,
  onChoose,
  onCombine,
  onCompare,
}: {
  copies: readonly SubmissionView[];
  rightId: string;
  combineLabel: string;
  canCombine: boolean;
  onChoose: (taskId: string) => void;
  onCombine: () => void;
  onCompare: (taskId: string) => void;
}) {
  return (
    <div className="flex flex-wrap gap-3">
      {copies.map(({ taskId, copy }, index) => (
        <Button key={taskId} aria-keyshortcuts={`${index + 1}`} onClick={() => onChoose(taskId)}>
          Look at copy {copy}
        </Button>
      ))}
      <ActionButton action="review-combine" size="medium" onClick={onCombine} disabled={!canCombine}>
        {combineLabel}
      </ActionButton>
      {copies.length > 2 &&
        copies.slice(1).map(({ taskId, copy }) => (
          <Button key={taskId} look="quiet" aria-pressed={taskId === rightId} onClick={() => onCompare(taskId)}>
            Compare with copy {copy}
          </Button>
        ))}
    </div>
  );
}

/** Focuses the next or previous difference that requires a decision. Returns false if there is none. */
function goToChoice(section: HTMLElement | null, step: 1 | -1): boolean {
  const inputs = [...(section?.querySelectorAll<HTMLInputElement>("input") ?? [])];
  // A group of options can be focused at one option only: the chosen one, otherwise the first.
  const choices = inputs.filter((input) => {
    const group = inputs.filter(({ name }) => input.type === "radio" && name === input.name);
    return group.length === 0 || input === (group.find(({ checked }) => checked) ?? group[0]);
  });
  const active = document.activeElement;
  const at = choices.findIndex(
    (choice) => choice === active || (choice.name !== "" && choice.name === (active as HTMLInputElement | null)?.name),
  );
  const next = choices[at < 0 ? (step === 1 ? 0 : choices.length - 1) : at + step];
  next?.focus();
  return next !== undefined;
}

function sortByCopy(submissions: readonly SubmissionView[]): SubmissionView[] {
  return submissions.toSorted((one, other) => one.copy - other.copy);
}

/** The fields in which the copies differ. */
function listSharedFields(submissions: readonly SubmissionView[]): CombinableField[] {
  const documents = sortByCopy(submissions).map(({ document }) => document);
  return documents[0] === undefined ? [] : listFieldsToCombine(documents, combinableFields(documents[0].kind));
}

/** The label of the button “Combine”, with the decisions so far if there is anything to combine. */
function formatCombineLabel(parts: readonly (string | false)[]): string {
  const chosenParts = parts.filter((part) => part !== false);
  return chosenParts.length === 0 ? "Combine" : `Combine: ${chosenParts.join(", ")}`;
}

function formatChangeCount(count: number): string {
  return count === 1 ? "the selected change" : `the ${count} selected changes`;
}
