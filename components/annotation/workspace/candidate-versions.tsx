"use client";

import type { Dispatch, SetStateAction } from "react";
import { useMemo, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { CandidatesAnswer, CandidateView } from "@/lib/domain/annotation/my-work.ts";
import { formatUsd } from "@/lib/domain/format/money.ts";
import { stepLabels } from "@/lib/domain/stories/construction/steps.ts";
import { diffStories } from "@/lib/domain/stories/diff/hunks.ts";
import { mergeByHunk } from "@/lib/domain/stories/diff/merge.ts";
import type { WorkspaceStep } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { DiffView } from "../look/diff-view.tsx";
import { CandidateFields } from "./candidate-fields.tsx";

/** The versions that the language model generated. */
export function CandidateVersions({
  answer,
  candidate,
  setShown,
  document,
  isReadOnly,
  dispatch,
  say,
}: {
  answer: CandidatesAnswer | null;
  candidate: CandidateView | null;
  setShown: Dispatch<SetStateAction<string | null>>;
  document: KsteDocument;
  isReadOnly: boolean;
  dispatch: (step: WorkspaceStep) => void;
  say: (text: string) => void;
}) {
  return (
    answer &&
    answer.candidates.length > 0 &&
    candidate && (
      <div className="grid items-start gap-5 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <ul aria-label="Versions" className="grid gap-1.5">
          {answer.candidates.map((one, index) => (
            <li key={one.id}>
              <button
                type="button"
                aria-pressed={one.id === candidate.id}
                onClick={() => setShown(one.id)}
                className="grid w-full gap-0.5 rounded-md border border-rule px-3 py-2 text-left text-sm hover:border-edge aria-pressed:border-ink aria-pressed:bg-sunken"
              >
                <span className="font-medium">Version {answer.candidates.length - index}</span>
                <span className="text-xs text-ink-soft">{formatCandidateFacts(one)}</span>
              </button>
            </li>
          ))}
        </ul>
        <CandidateDiff key={candidate.id} {...{ candidate, document, isReadOnly, dispatch, say }} />
      </div>
    )
  );
}

function CandidateDiff({
  candidate,
  document: mine,
  isReadOnly,
  dispatch,
  say,
}: {
  candidate: CandidateView;
  document: KsteDocument;
  isReadOnly: boolean;
  dispatch: (step: WorkspaceStep) => void;
  say: (text: string) => void;
}) {
  const { document } = candidate;
  const { story } = mine;
  // Changes are identified by their index, which changes with every edit of the story.
  const [ticks, setTicks] = useState<{ story: string; taken: ReadonlySet<number> }>({ story, taken: new Set() });
  const taken = ticks.story === story ? ticks.taken : new Set<number>();
  const diff = useMemo(() => diffStories(story, document?.story ?? story), [story, document]);
  return (
    <div className="grid min-w-0 gap-4">
      {candidate.problems.length > 0 && (
        <Callout
          tone="warn"
          title={document === null ? "The output could not be parsed as an item" : "Parts of the output were inferred"}
        >
          <ul className="list-disc pl-5">
            {candidate.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      )}
      {document !== null && (
        <>
          <div className="flex flex-wrap gap-2">
            {diff.hunks.length > 0 && (
              <Button
                look="primary"
                size="small"
                disabled={isReadOnly || taken.size === 0}
                onClick={() => {
                  const text = mergeByHunk(story, diff.hunks, (hunk) => taken.has(hunk.index));
                  dispatch({ does: "rewrite", field: "story", text });
                }}
              >
                {taken.size === 1 ? "Apply the selected change" : `Apply the ${taken.size} selected changes`}
              </Button>
            )}
            <Button size="small" disabled={isReadOnly} onClick={() => dispatch({ does: "take-document", document })}>
              Use the whole version with its marks
            </Button>
          </div>
          <CandidateFields mine={mine} theirs={document} {...{ isReadOnly, dispatch, say }} />
          {diff.hunks.length === 0 && <p className="text-sm text-ink-soft">The story is identical to yours.</p>}
          {diff.hunks.length > 0 && (
            <>
              <p className="text-sm text-ink-soft">
                Your text struck through, the model’s text underlined. {diff.hunks.length} changes, −{diff.wordsRemoved}{" "}
                +{diff.wordsAdded} words. Applied changes can be undone.
              </p>
              <div className="max-h-[70vh] overflow-y-auto rounded-md border border-rule">
                <DiffView
                  before={story}
                  hunks={diff.hunks}
                  control={(hunk) => (
                    <input
                      type="checkbox"
                      aria-label={`Apply change ${hunk.index + 1}`}
                      checked={taken.has(hunk.index)}
                      onChange={(event) => {
                        const next = new Set(taken);
                        if (event.target.checked) next.add(hunk.index);
                        else next.delete(hunk.index);
                        setTicks({ story, taken: next });
                      }}
                      className="size-4.5 accent-ink"
                    />
                  )}
                />
              </div>
            </>
          )}
        </>
      )}
      <details className="text-sm">
        <summary className="text-ink-soft">The prompt: {candidate.prompt.id}</summary>
        <pre className="mt-2 max-h-80 overflow-auto rounded-md border border-rule bg-sunken p-3 text-xs whitespace-pre-wrap">
          {candidate.prompt.system}
          {"\n\n"}
          {candidate.prompt.user}
        </pre>
      </details>
    </div>
  );
}

function formatCandidateFacts(candidate: CandidateView): string {
  return [
    stepLabels[candidate.step],
    candidate.model,
    candidate.seed === null ? null : `seed ${candidate.seed}`,
    candidate.costUsd === null ? null : formatUsd(candidate.costUsd),
    candidate.diff === null ? null : `−${candidate.diff.removed} +${candidate.diff.added} words`,
  ]
    .filter(Boolean)
    .join(", ");
}
