"use client";

import type { Dispatch, SetStateAction } from "react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { CandidatesAnswer } from "@/lib/domain/annotation/my-work.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { ConstructionStep } from "@/lib/domain/stories/construction/steps.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import type { WorkspaceStep } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { Pane } from "../look/pane.tsx";
import { CandidateVersions } from "./candidate-versions.tsx";

/** The texts that can be requested for each kind of item; the first is the default. */
const stepsByKind: Readonly<Record<KsteKind, readonly { value: ConstructionStep; label: string }[]>> = {
  original: [{ value: "summarise", label: "A summary of the story" }],
  error: [{ value: "erroneous-story", label: "Another erroneous story" }],
  knp: [
    { value: "next-action", label: "Another question about the story" },
    { value: "next-options", label: "New options only, for the current question" },
  ],
};

/** Polling interval while a request runs. A request takes seconds to minutes. */
const POLL_INTERVAL_MS = 2500;

/**
 * The texts that a model generated for this item. A generated text never changes, and never replaces a person's text:
 * the annotator compares it with the current text and applies single changes.
 */
export function CandidateTray({
  api,
  payload,
  document,
  isReadOnly,
  whenLeased,
  dispatch,
  onClose,
  say,
}: {
  api: string;
  payload: TaskPayload;
  /** The item as currently shown. */
  document: KsteDocument;
  isReadOnly: boolean;
  /** Resolves when this person has the lease of the task. A prefetched item is shown before it has a lease. */
  whenLeased: () => Promise<void>;
  dispatch: (step: WorkspaceStep) => void;
  onClose: () => void;
  say: (text: string) => void;
}) {
  const steps = stepsByKind[payload.task.kind];
  const [step, setStep] = useState(steps[0]?.value ?? "summarise");
  const address = `${api}/tasks/${payload.task.id}/candidates`;
  const [answer, setAnswer] = useState<CandidatesAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [remark, setRemark] = useState("");
  const tray = useRef<HTMLElement>(null);
  const remarkId = useId();

  const loadCandidates = useCallback(async () => {
    await whenLeased();
    const outcome = await exchange("GET", address);
    if (outcome.kind === "done") setAnswer(outcome.body as CandidatesAnswer);
    else setProblem(outcome.kind === "later" ? "The server is not responding." : outcome.message);
  }, [address, whenLeased]);

  const isRunning = answer?.jobs.some(({ state }) => state === "waiting" || state === "running") ?? false;
  useEffect(() => {
    void loadCandidates();
    tray.current?.focus();
    tray.current?.scrollIntoView({ block: "nearest" });
  }, [loadCandidates]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void loadCandidates(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRunning, loadCandidates]);

  async function postRequest() {
    const body = { step, ...(remark.trim() ? { remark: remark.trim() } : {}) };
    const outcome = await exchange("POST", address, body);
    setProblem(
      outcome.kind === "done" ? null : outcome.kind === "later" ? "The server is not responding." : outcome.message,
    );
    if (outcome.kind === "done") say("Request sent. The generated text will appear here.");
    await loadCandidates();
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
          {problem && <Callout tone="bad">{problem}</Callout>}
          {isRunning && <p className="text-sm text-ink-soft">The model is generating. You can continue to work.</p>}
          {failed.map((job) => (
            <Callout key={job.id} tone="bad" title="One request failed">
              {job.message ?? "The model did not answer."}
            </Callout>
          ))}
        </div>
        <CandidateRequest
          {...{ steps, remarkId, step, setStep, remark, setRemark, answer, isReadOnly, ask: postRequest }}
        />
        {answer?.candidates.length === 0 && (
          <p className="text-sm text-ink-soft">No versions have been generated yet.</p>
        )}
        <CandidateVersions {...{ answer, candidate, setShown, document, isReadOnly, dispatch, say }} />
      </div>
    </Pane>
  );
}

/** The request to the language model. */
function CandidateRequest({
  steps,
  remarkId,
  step,
  setStep,
  remark,
  setRemark,
  answer,
  isReadOnly,
  ask,
}: {
  steps: readonly { value: ConstructionStep; label: string }[];
  remarkId: string;
  step: ConstructionStep;
  setStep: (step: ConstructionStep) => void;
  remark: string;
  setRemark: Dispatch<SetStateAction<string>>;
  answer: CandidatesAnswer | null;
  isReadOnly: boolean;
  ask: () => Promise<void>;
}) {
  return (
    <div className="grid max-w-measure gap-1.5">
      {steps.length > 1 && (
        <fieldset className="mb-2 grid gap-1">
          <legend className="mb-1 text-sm font-medium">What should the model generate?</legend>
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
  );
}
