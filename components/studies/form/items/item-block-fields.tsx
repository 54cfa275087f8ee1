"use client";

import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ItemStep } from "@/lib/domain/survey/screens.ts";
import { showsTitles } from "@/lib/domain/survey/step-presentation.ts";
import type { AskedKind } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { stepWording } from "@/lib/domain/survey/translate-protocol.ts";
import { useDraft } from "../draft-context.tsx";
import { DraftNumber, DraftText } from "../draft-fields.tsx";
import { MarkFields } from "./mark-fields.tsx";
import { TimeLimitField } from "./time-limit-field.tsx";

const defaultExplanation = {
  label: "Why did you choose this answer?",
  help: "A sentence or two is enough. There is no right or wrong here.",
  required: true,
  maximumLength: 4_000,
};

/** The fields that define how items are shown: layout, reading time, question for a reason, and surrounding texts. */
export function ItemBlockFields({ step, path, kind }: { step: ItemStep; path: string; kind: AskedKind | null }) {
  const { draft, set } = useDraft();
  return (
    <>
      <RadioGroup
        name={`${path}.layout`}
        legend="Layout"
        isOptional
        value={step.layout}
        onChange={(layout) => set(`${path}.layout`, layout)}
        options={[
          {
            value: "story-then-question",
            label: "Story, then question",
            hint: "The story is on its own screen. The condition decides whether it is repeated on the question screen.",
          },
          { value: "one-screen", label: "One screen", hint: "The question is below the story." },
        ]}
      />
      <Checkbox
        label="Show the titles of the stories"
        hint="Titles are part of the stimulus, so model prompts also contain them."
        checked={showsTitles(step)}
        onChange={(event) => set(`${path}.titles`, event.target.checked ? "shown" : "hidden")}
      />
      {step.layout === "story-then-question" && (
        <DraftNumber
          path={`${path}.dwellSeconds`}
          label="Time to read"
          unit="seconds"
          hint="Minimum time before “Next”, measured by the server. The published study used 60. Enter 0 for no minimum."
          min={0}
          max={3_600}
        />
      )}
      {step.layout === "story-then-question" && (
        <DraftNumber
          path={`${path}.statementsPerReading`}
          label="Statements per reading"
          hint="Default: 1. With 3, a person reads a story once and answers three of its statements. Items per person must be a multiple of this number."
          min={2}
          max={100}
          isOptional
        />
      )}
      <Checkbox
        label="Ask for a reason after each answer"
        hint={`Adds one question for each item of a session (${formatNumberOf(draft.itemsPerSession, "item")}). On a separate screen, each question adds a page.`}
        checked={step.explanation !== null}
        onChange={(event) => set(`${path}.explanation`, event.target.checked ? defaultExplanation : null)}
      />
      {step.explanation && (
        <div className="grid grid-cols-1 gap-5 border-l-2 border-rule pl-4">
          <DraftText path={`${path}.explanation.label`} label="Question" />
          <RadioGroup
            name={`${path}.explanation.place`}
            legend="Position"
            isOptional
            value={step.explanation.place ?? "own-screen"}
            onChange={(place) => set(`${path}.explanation.place`, place)}
            options={[
              {
                value: "own-screen",
                label: "On a separate screen",
                hint: "After the answer is saved. The statement and the answer are shown above the field.",
              },
              {
                value: "with-answer",
                label: "Below the answer",
                hint: "The answer and the reason are submitted together.",
              },
            ]}
          />
          <DraftText path={`${path}.explanation.help`} label="Help text" isOptional />
          <Checkbox
            label="Required"
            checked={step.explanation.required}
            onChange={(event) => set(`${path}.explanation.required`, event.target.checked)}
          />
          <DraftNumber
            path={`${path}.explanation.maximumLength`}
            label="Max. length"
            unit="characters"
            min={1}
            max={10_000}
          />
        </div>
      )}
      <TimeLimitField step={step} path={path} />
      {kind?.factors.some(({ name }) => name === "ablation") && <MarkFields step={step} path={path} />}
      {kind && <Wording step={step} path={path} kind={kind} />}
    </>
  );
}

function Wording({ step, path, kind }: { step: ItemStep; path: string; kind: AskedKind }) {
  const { draft, set } = useDraft();
  const kinds = kind.variants?.map((variant) => variant.kind) ?? [kind.name];
  const words: Record<string, string> = Object.assign(
    {},
    ...kinds.toReversed().map((name) => stepWording({ ...step, wording: {} }, name, draft.language)),
  );
  return (
    <details className="rounded-md border border-rule" open={Object.keys(step.wording).length > 0}>
      <summary className="px-4 py-3">Texts around the items</summary>
      <div className="grid grid-cols-1 gap-5 px-4 pt-1 pb-4">
        <p className="max-w-measure text-sm text-ink-soft">
          Empty fields use the default in grey. Prompts of models use the same texts.
        </p>
        {Object.entries(words).map(([name, text]) => (
          <DraftText
            key={name}
            path={`${path}.wording.${name}`}
            label={wordingLabels[name] ?? name}
            placeholder={text}
            isOptional
            onText={(given) => {
              const { [name]: _before, ...others } = step.wording;
              set(`${path}.wording`, given === "" ? others : { ...others, [name]: given });
            }}
          />
        ))}
      </div>
    </details>
  );
}

/** The labels of the texts that item kinds define. */
const wordingLabels: Record<string, string> = {
  readInstruction: "Above the story",
  noStoryInstruction: "Shown if there is no story",
  noExpressionInstruction: "Shown if there is no text before the question",
  answerInstruction: "Above the question",
  contextFreeInstruction: "Shown instead of the story when the statement is shown alone (context-free)",
  answerInstructionNoFirst: "Above the question, no first",
  questionTrueFirst: "Question, true first",
  questionFalseFirst: "Question, false first",
  trueLabel: "Answer for true",
  falseLabel: "Label of the “false” option",
  yesLabel: "Answer for yes",
  noLabel: "Answer for no",
  consistentLabel: "Answer for no error",
  errorLabel: "Answer for an error",
  displayEvent: "Added where the event is highlighted",
  displayEventKnowledge: "Added where event and knowledge are highlighted",
  displayAttention: "Added in conditions that ask people to attend to knowledge",
};
