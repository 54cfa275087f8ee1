"use client";

import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { CandidatesAnswer, CandidateView } from "@/lib/domain/annotation/my-work.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { formatUsd } from "@/lib/domain/format/money.ts";
import { type ConstructionStep, stepLabels } from "@/lib/domain/stories/construction/steps.ts";
import { storyDiff } from "@/lib/domain/stories/diff/hunks.ts";
import { mergedByHunk } from "@/lib/domain/stories/diff/merge.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import type { WorkspaceStep } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { DiffView } from "../look/diff-view.tsx";
import { Pane } from "../look/pane.tsx";
import { CandidateFields } from "./candidate-fields.tsx";

/** What can be asked for, by the kind of the item; the first unless another is chosen. */
const stepsOf: Readonly<Record<KsteKind, readonly { value: ConstructionStep; label: string }[]>> = {
  original: [{ value: "summarise", label: "The story retold" }],
  error: [{ value: "erroneous-story", label: "Another erroneous story" }],
  knp: [
    { value: "next-action", label: "Another question about the story" },
    { value: "next-options", label: "New options only, for the current question" },
  ],
};

/** While a request runs it is looked after this often; a model takes some seconds to minutes. */
const LOOK_AFTER_MS = 2500;

/**
 * Texts that a model wrote for this item. They never change and never replace what a person wrote: one compares them
 * with the text at hand and takes over what is better, place by place.
 */
export function CandidateTray({
  api,
  payload,
  document,
  isReadOnly,
  whenHeld,
  dispatch,
  onClose,
  say,
}: {
  api: string;
  payload: TaskPayload;
  /** The item as it stands on the screen. */
  document: KsteDocument;
  isReadOnly: boolean;
  /** Resolves once this person has the task: an item that was fetched ahead is on the screen a moment earlier. */
  whenHeld: () => Promise<void>;
  dispatch: (step: WorkspaceStep) => void;
  onClose: () => void;
  say: (text: string) => void;
}) {
  const steps = stepsOf[payload.task.kind];
  const [step, setStep] = useState(steps[0]?.value ?? "summarise");
  const address = `${api}/tasks/${payload.task.id}/candidates`;
  const [answer, setAnswer] = useState<CandidatesAnswer | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [remark, setRemark] = useState("");
  const tray = useRef<HTMLElement>(null);
  const remarkId = useId();

  const look = useCallback(async () => {
    await whenHeld();
    const outcome = await exchange("GET", address);
    if (outcome.kind === "done") setAnswer(outcome.body as CandidatesAnswer);
    else setTrouble(outcome.kind === "later" ? "The server is not responding." : outcome.message);
  }, [address, whenHeld]);

  const isRunning = answer?.jobs.some(({ state }) => state === "waiting" || state === "running") ?? false;
  useEffect(() => {
    void look();
    tray.current?.focus();
    tray.current?.scrollIntoView({ block: "nearest" });
  }, [look]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void look(), LOOK_AFTER_MS);
    return () => clearInterval(timer);
  }, [isRunning, look]);

  async function ask() {
    const body = { step, ...(remark.trim() ? { remark: remark.trim() } : {}) };
    const outcome = await exchange("POST", address, body);
    setTrouble(
      outcome.kind === "done" ? null : outcome.kind === "later" ? "The server is not responding." : outcome.message,
    );
    if (outcome.kind === "done") say("Question sent. The answer will appear here.");
    await look();
  }

  const candidate = answer?.candidates.find(({ id }) => id === shown) ?? answer?.candidates[0] ?? null;
  const failed = answer?.jobs.filter(({ state }) => state === "dead") ?? [];
  return (
    <Pane
      ref={tray}
      className="mt-6"
      title="Rewrite with a model"
      aside={
        <Button size="small" look="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-5 p-4">
        <div role="status" className="grid gap-3 empty:hidden">
          {answer?.unavailable && (
            <Callout tone="info" title="Nothing can be generated here yet">
              {answer.unavailable}
            </Callout>
          )}
          {trouble && <Callout tone="bad">{trouble}</Callout>}
          {isRunning && <p className="text-sm text-ink-soft">The model is writing. You can go on working meanwhile.</p>}
          {failed.map((job) => (
            <Callout key={job.id} tone="bad" title="One request failed">
              {job.message ?? "The model did not answer."}
            </Callout>
          ))}
        </div>
        <div className="grid max-w-measure gap-1.5">
          {steps.length > 1 && (
            <fieldset className="mb-2 grid gap-1">
              <legend className="mb-1 text-sm font-medium">What should the model write?</legend>
              {steps.map(({ value, label }) => (
                <label key={value} className="flex items-center gap-2 text-sm">
                  <input
                    type="radio"
                    name={remarkId}
                    className="size-4.5 accent-ink"
                    checked={step === value}
                    onChange={() => setStep(value)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          )}
          <label htmlFor={remarkId} className="text-sm font-medium">
            What should be different? <span className="font-normal text-ink-soft">(optional)</span>
          </label>
          <TextArea
            id={remarkId}
            rows={2}
            maxLength={1000}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
          <div className="mt-1">
            <Button disabled={answer === null || answer.unavailable !== null || isReadOnly} onClick={() => void ask()}>
              Ask for a new version
            </Button>
          </div>
        </div>
        {answer?.candidates.length === 0 && (
          <p className="text-sm text-ink-soft">No version has been written by a model yet.</p>
        )}
        {answer && answer.candidates.length > 0 && candidate && (
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
                    <span className="text-xs text-ink-soft">{factsOf(one)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <CandidateDiff key={candidate.id} {...{ candidate, document, isReadOnly, dispatch, say }} />
          </div>
        )}
      </div>
    </Pane>
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
  // Changes are distinguished by their order, which is another one as soon as a word of the story is.
  const [ticks, setTicks] = useState<{ story: string; taken: ReadonlySet<number> }>({ story, taken: new Set() });
  const taken = ticks.story === story ? ticks.taken : new Set<number>();
  const diff = useMemo(() => storyDiff(story, document?.story ?? story), [story, document]);
  return (
    <div className="grid min-w-0 gap-4">
      {candidate.problems.length > 0 && (
        <Callout tone="warn" title={document === null ? "It could not be read as an item" : "Read with guesses"}>
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
                  const text = mergedByHunk(story, diff.hunks, (hunk) => taken.has(hunk.index));
                  dispatch({ does: "rewrite", field: "story", text });
                }}
              >
                {taken.size === 1 ? "Take the ticked change" : `Apply the ${taken.size} selected changes`}
              </Button>
            )}
            <Button size="small" disabled={isReadOnly} onClick={() => dispatch({ does: "take-document", document })}>
              Use all of it, including marks
            </Button>
          </div>
          <CandidateFields mine={mine} theirs={document} {...{ isReadOnly, dispatch, say }} />
          {diff.hunks.length === 0 && <p className="text-sm text-ink-soft">Its story is yours, word for word.</p>}
          {diff.hunks.length > 0 && (
            <>
              <p className="text-sm text-ink-soft">
                Your text struck, the model’s underlined. {diff.hunks.length} changes, −{diff.wordsRemoved} +
                {diff.wordsAdded} words. Taking something over can be undone.
              </p>
              <div className="max-h-[70vh] overflow-y-auto rounded-md border border-rule">
                <DiffView
                  before={story}
                  hunks={diff.hunks}
                  control={(hunk) => (
                    <input
                      type="checkbox"
                      aria-label={`Take change ${hunk.index + 1}`}
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

function factsOf(candidate: CandidateView): string {
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
