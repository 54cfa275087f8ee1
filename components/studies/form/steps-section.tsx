"use client";

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { ProtocolStep } from "@/lib/domain/survey/protocol-step.ts";
import {
  moveListEntry,
  newExitStep,
  newQuestionStep,
  newTextStep,
  removeListEntry,
  renameStep,
} from "@/lib/domain/survey/studies/edit-draft.ts";
import { newPracticeStep } from "@/lib/domain/survey/studies/practice-items.ts";
import type { AskedKind } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { AmongItemsFields, ExitFields, PageBranch } from "./branch-fields.tsx";
import { CheckFields } from "./check-fields.tsx";
import { useDraft, useRefusal } from "./draft-context.tsx";
import { DraftNumber, DraftRefusal, DraftText } from "./draft-fields.tsx";
import { ItemBlockFields } from "./items/item-block-fields.tsx";
import { PracticeEditor } from "./practice-editor.tsx";
import { QuestionEditor } from "./question-editor.tsx";
import { ShortNameField } from "./short-name-field.tsx";

/** The pages between consent and end. */
export function StepsSection({ kind }: { kind: AskedKind | null }) {
  const { draft, change } = useDraft();
  const { steps } = draft.protocol;
  const practiceItemKind = practiceKind(draft.itemKind, kind);
  const setSteps = (next: ProtocolStep[]) =>
    change((before) => ({ ...before, protocol: { ...before.protocol, steps: next } }));
  const addBeforeItems = (step: ProtocolStep) => {
    const block = steps.findIndex((candidate) => candidate.kind === "items");
    setSteps(block < 0 ? [...steps, step] : [...steps.slice(0, block), step, ...steps.slice(block)]);
  };
  return (
    <Section
      id="pages"
      title="Pages"
      lead="In the order of the session. Questions that define groups must be before the items."
    >
      <div className="grid grid-cols-1 gap-3">
        <DraftRefusal path="protocol.steps" />
        <ol className="grid grid-cols-1 gap-3">
          {steps.map((step, index) => (
            <StepCard
              key={step.key}
              step={step}
              index={index}
              count={steps.length}
              kind={kind}
              onMove={(by) => setSteps(moveListEntry(steps, index, by))}
              onRemove={() => setSteps(removeListEntry(steps, index))}
            />
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => addBeforeItems(newQuestionStep(draft.protocol))}>
            <Plus aria-hidden="true" />
            Page of questions
          </Button>
          <Button onClick={() => addBeforeItems(newTextStep(draft.protocol))}>
            <Plus aria-hidden="true" />
            Page of text
          </Button>
          {steps.some(({ kind: name }) => name === "questions") && (
            <Button onClick={() => addBeforeItems(newExitStep(draft.protocol))}>
              <Plus aria-hidden="true" />
              Exit
            </Button>
          )}
          {practiceItemKind !== undefined && (
            <Button onClick={() => addBeforeItems(newPracticeStep(draft.protocol, practiceItemKind))}>
              <Plus aria-hidden="true" />
              Practice
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}

/** The kind of new practice items. In a study with several kinds, this is the first kind that the form can edit. */
export function practiceKind(itemKind: string, kind: AskedKind | null): string | undefined {
  const kinds = kind?.variants?.map((variant) => variant.kind) ?? [itemKind];
  return kinds.find((name) => name !== "task");
}

interface StepCardProps {
  step: ProtocolStep;
  index: number;
  count: number;
  kind: AskedKind | null;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function StepCard({ step, index, count, kind, onMove, onRemove }: StepCardProps) {
  const { change } = useDraft();
  const path = `protocol.steps.${index}`;
  const isRefused = useRefusal(path, true) !== undefined;
  const name = `page ${index + 1}, ${step.title}`;
  return (
    <li className="rounded-md border border-rule bg-surface">
      <details open={isRefused || undefined}>
        <summary className="px-4 py-3">
          <span className="font-medium">
            {index + 1}. {step.title || "Untitled"}
          </span>
          <span className="block text-sm text-ink-soft">{describeStep(step)}</span>
        </summary>
        <div className="grid grid-cols-1 gap-5 border-t border-rule px-4 pt-4 pb-5">
          <div className="flex flex-wrap gap-2">
            <Button size="small" disabled={index === 0} aria-label={`Move ${name} up`} onClick={() => onMove(-1)}>
              <ArrowUp aria-hidden="true" />
              Up
            </Button>
            <Button
              size="small"
              disabled={index === count - 1}
              aria-label={`Move ${name} down`}
              onClick={() => onMove(1)}
            >
              <ArrowDown aria-hidden="true" />
              Down
            </Button>
            {step.kind !== "items" && (
              <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
                <Trash2 aria-hidden="true" />
                Remove
              </Button>
            )}
          </div>
          <DraftText path={`${path}.title`} label="Heading" />
          <StepFields step={step} path={path} index={index} kind={kind} />
          <ShortNameField
            path={`${path}.key`}
            label="Short name of the page"
            hint="Names the page in live figures and exports."
            taken="steps"
            onName={(name) => change((before) => renameStep(before, index, name))}
          />
        </div>
      </details>
    </li>
  );
}

function StepFields({
  step,
  path,
  index,
  kind,
}: {
  step: ProtocolStep;
  path: string;
  index: number;
  kind: AskedKind | null;
}) {
  const { draft } = useDraft();
  switch (step.kind) {
    case "text":
      return (
        <>
          <DraftText path={`${path}.text`} label="Text" hint="A blank line starts a new paragraph." lines={6} />
          <DraftNumber
            path={`${path}.dwellSeconds`}
            label="Minimum time before Next"
            unit="seconds"
            min={0}
            max={3_600}
          />
        </>
      );
    case "questions":
      return (
        <>
          <DraftText path={`${path}.text`} label="Text above the questions" isOptional lines={2} />
          <PageBranch step={step} index={index} path={path} />
          <AmongItemsFields step={step} index={index} path={path} />
          <CheckFields step={step} index={index} path={path} />
          <QuestionEditor step={step} index={index} />
        </>
      );
    case "exit":
      return <ExitFields step={step} index={index} path={path} />;
    case "practice":
      return <PracticeEditor step={step} path={path} kind={practiceKind(draft.itemKind, kind)} />;
    case "items":
      return <ItemBlockFields step={step} path={path} kind={kind} />;
  }
}

function describeStep(step: ProtocolStep): string {
  switch (step.kind) {
    case "text":
      return step.dwellSeconds > 0 ? `Text, shown for at least ${step.dwellSeconds} seconds` : "Text";
    case "questions": {
      const questions = step.questions.length === 1 ? "One question" : `${step.questions.length} questions`;
      const check = step.check ? `: a check, ${formatAttempts(step.check.tries)}` : "";
      const branch = (step.showIf ?? step.skipIf) ? ", shown to some people" : "";
      return `${questions}${check}${branch}${step.amongItems ? describePosition(step.amongItems) : ""}`;
    }
    case "exit":
      return "Exit: ends the session after certain answers";
    case "practice": {
      const items = step.items.length === 1 ? "one item" : `${step.items.length} items`;
      return step.training
        ? `Practice: ${items} with feedback, ${formatAttempts(step.training.tries)}, ${step.training.needed} correct required`
        : `Practice: ${items}`;
    }
    case "items": {
      const layout = step.layout === "one-screen" ? "story and question on one screen" : "story, then question";
      const dwell =
        step.layout === "one-screen" || step.dwellSeconds === 0 ? "" : `, ${step.dwellSeconds} seconds to read`;
      const reason = step.explanation ? ", then a reason" : "";
      const limit = step.timeLimitSeconds ? `, ${step.timeLimitSeconds} seconds to answer` : "";
      return `The items: ${layout}${dwell}${limit}${reason}`;
    }
  }
}

function describePosition({ from, to }: { from: number; to: number }): string {
  return from === to ? `, after item ${from}` : `, after a drawn item from ${from} to ${to}`;
}

function formatAttempts(tries: number): string {
  return tries === 1 ? "one attempt" : `${tries} attempts`;
}
