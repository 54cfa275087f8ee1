"use client";

import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import type { ItemStep } from "@/lib/domain/survey/screens.ts";
import { showsTitles } from "@/lib/domain/survey/step-presentation.ts";
import type { AskedKind } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { stepWording } from "@/lib/domain/survey/translate-protocol.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftNumber, DraftText } from "./draft-fields.tsx";
import { MarkFields } from "./mark-fields.tsx";

const explanationToBegin = {
  label: "Why did you choose this answer?",
  help: "A sentence or two is enough. There is no right or wrong here.",
  required: true,
  maximumLength: 4_000,
};

/** How the items are shown: layout, time to read, the question for a reason, and the words around them. */
export function ItemBlockFields({ step, path, kind }: { step: ItemStep; path: string; kind: AskedKind | null }) {
  const { set } = useDraft();
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
            hint: "The story has a screen of its own. Whether it is repeated on the question screen is a condition.",
          },
          { value: "one-screen", label: "One screen", hint: "The question stands below its story." },
        ]}
      />
      <Checkbox
        label="Show the titles of the stories"
        hint="A title is part of what is seen: models then get it in their prompts, too."
        checked={showsTitles(step)}
        onChange={(event) => set(`${path}.titles`, event.target.checked ? "shown" : "hidden")}
      />
      {step.layout === "story-then-question" && (
        <DraftNumber
          path={`${path}.dwellSeconds`}
          label="Time to read"
          unit="seconds"
          hint="Next is held back for so long, counted by the server. 60 in the published study; 0 holds nobody."
          min={0}
          max={3_600}
        />
      )}
      {step.layout === "story-then-question" && (
        <DraftNumber
          path={`${path}.statementsPerReading`}
          label="Statements after one reading"
          hint="Empty for a reading before each statement. With 3, a person reads a story once and answers three of its statements; items per person must be a multiple of it."
          min={2}
          max={100}
          isOptional
        />
      )}
      <Checkbox
        label="Ask for a reason after each answer"
        checked={step.explanation !== null}
        onChange={(event) => set(`${path}.explanation`, event.target.checked ? explanationToBegin : null)}
      />
      {step.explanation && (
        <div className="grid grid-cols-1 gap-5 border-l-2 border-rule pl-4">
          <DraftText path={`${path}.explanation.label`} label="Question" />
          <RadioGroup
            name={`${path}.explanation.place`}
            legend="Where it stands"
            isOptional
            value={step.explanation.place ?? "own-screen"}
            onChange={(place) => set(`${path}.explanation.place`, place)}
            options={[
              {
                value: "own-screen",
                label: "On a screen of its own",
                hint: "After the answer has been saved; the statement and the answer stand above the field.",
              },
              { value: "with-answer", label: "Below the answer", hint: "Answer and reason are sent together." },
            ]}
          />
          <DraftText path={`${path}.explanation.help`} label="Help below it" isOptional />
          <Checkbox
            label="An answer is needed"
            checked={step.explanation.required}
            onChange={(event) => set(`${path}.explanation.required`, event.target.checked)}
          />
          <DraftNumber
            path={`${path}.explanation.maximumLength`}
            label="Longest answer"
            unit="characters"
            min={1}
            max={10_000}
          />
        </div>
      )}
      {kind?.factors.some(({ name }) => name === "ablation") && <MarkFields step={step} path={path} />}
      {kind && <Wording step={step} path={path} kind={kind} />}
    </>
  );
}

function Wording({ step, path, kind }: { step: ItemStep; path: string; kind: AskedKind }) {
  const { draft, set } = useDraft();
  const words = stepWording({ ...step, wording: {} }, kind.name, draft.language);
  return (
    <details className="rounded-md border border-rule" open={Object.keys(step.wording).length > 0}>
      <summary className="px-4 py-3">Words around the items</summary>
      <div className="grid grid-cols-1 gap-5 px-4 pt-1 pb-4">
        <p className="max-w-measure text-sm text-ink-soft">
          Leave a field empty to keep the words in grey. Models are asked with the same words, so that both see the
          same.
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

/** The names of the texts that the item kinds bring along. */
const wordingLabels: Record<string, string> = {
  readInstruction: "Above the story",
  noStoryInstruction: "Where there is no story",
  noExpressionInstruction: "Where there is no text before the question",
  answerInstruction: "Above the question",
  contextFreeInstruction: "In place of the story, where the statement stands alone (context-free)",
  answerInstructionNoFirst: "Above the question, no first",
  questionTrueFirst: "Question, true first",
  questionFalseFirst: "Question, false first",
  trueLabel: "Answer for true",
  falseLabel: "Answer for false",
  yesLabel: "Answer for yes",
  noLabel: "Answer for no",
  consistentLabel: "Answer for no error",
  errorLabel: "Answer for an error",
  displayEvent: "Added where the event is highlighted",
  displayEventKnowledge: "Added where event and knowledge are highlighted",
  displayAttention: "Added where people are told to attend to knowledge",
};
