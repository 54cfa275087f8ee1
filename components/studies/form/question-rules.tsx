"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { type AnswerCondition, isRequired, type Question } from "@/lib/domain/survey/questions/question.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftNumber, DraftRefusal, DraftText } from "./draft-fields.tsx";
import { OptionalNumber } from "./optional-number.tsx";

/** The labels of question types in the form. */
export const questionKinds: Readonly<Record<Question["type"], string>> = {
  choice: "one choice",
  several: "several choices",
  number: "a number",
  scale: "a scale",
  text: "in words",
};

/**
 * The fields for the rules of a question: limits, whether it is optional, its condition, and answers that end the
 * session.
 */
export function QuestionRules({ question, step, path }: { question: Question; step: number; path: string }) {
  const { set } = useDraft();
  const setFlag = (name: "dontKnow" | "confidence", isOn: boolean) => set(`${path}.${name}`, isOn || undefined);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Bounds question={question} path={path} />
      <Checkbox
        label="Required"
        checked={isRequired(question)}
        onChange={(event) => set(`${path}.required`, event.target.checked)}
      />
      <Checkbox
        label="“I do not know” is an answer"
        checked={question.dontKnow ?? false}
        onChange={(event) => setFlag("dontKnow", event.target.checked)}
      />
      <Checkbox
        label="Ask for confidence"
        checked={question.confidence ?? false}
        onChange={(event) => setFlag("confidence", event.target.checked)}
      />
      <RightAnswerField question={question} step={step} path={path} />
      <ShowIfField question={question} step={step} path={path} />
      <EndRules question={question} path={path} />
    </div>
  );
}

function Bounds({ question, path }: { question: Question; path: string }) {
  const { set } = useDraft();
  switch (question.type) {
    case "choice":
    case "several":
      return null;
    case "number":
      return (
        <>
          <OptionalNumber
            least={null}
            name={`${path}.minimum`}
            label="Minimum"
            value={question.minimum}
            onChange={(number) => set(`${path}.minimum`, number)}
          />
          <OptionalNumber
            least={null}
            name={`${path}.maximum`}
            label="Maximum"
            value={question.maximum}
            onChange={(number) => set(`${path}.maximum`, number)}
          />
          <DraftText path={`${path}.unit`} label="Unit" isOptional />
          <Checkbox
            label="Whole numbers only"
            checked={question.isWhole}
            onChange={(event) => set(`${path}.isWhole`, event.target.checked)}
          />
        </>
      );
    case "scale":
      return (
        <>
          <DraftNumber path={`${path}.minimum`} label="First point" unit="" min={-100} max={100} />
          <DraftText path={`${path}.minimumLabel`} label="Label" isOptional />
          <DraftNumber path={`${path}.maximum`} label="Last point" unit="" min={-100} max={100} />
          <DraftText path={`${path}.maximumLabel`} label="Label" isOptional />
          <RadioGroup
            name={`${path}.look`}
            legend="Display"
            isOptional
            value={question.look}
            onChange={(look) => set(`${path}.look`, look)}
            options={[
              { value: "buttons", label: "A button for each point", hint: "At most 11 points." },
              {
                value: "slider",
                label: "Slider",
                hint: "The answer is empty until the participant moves the slider. Without JavaScript, a number field is shown.",
              },
            ]}
          />
          <DraftRefusal path={`${path}.look`} />
        </>
      );
    case "text":
      return <DraftNumber path={`${path}.maximumLength`} label="Max. length" unit="characters" min={1} max={10_000} />;
  }
}

/** The field for the correct answer, on a page that checks attention or understanding. */
function RightAnswerField({ question, step, path }: { question: Question; step: number; path: string }) {
  const { draft, set } = useDraft();
  const page = draft.protocol.steps[step];
  if (page?.kind !== "questions" || !page.check) return null;
  const name = `${path}.right`;
  if (question.type === "choice") {
    return (
      <Field name={name} label="Right answer" isOptional>
        <Select
          required={false}
          value={question.right?.oneOf?.[0] ?? ""}
          options={[
            { value: "", label: "none (not a check)" },
            ...question.choices.map(({ value, label }) => ({ value, label: label || value })),
          ]}
          onChange={(event) => set(name, event.target.value === "" ? undefined : { oneOf: [event.target.value] })}
        />
      </Field>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Checkbox
        label="Use as a check"
        checked={question.right !== undefined}
        onChange={(event) => set(name, event.target.checked ? { oneOf: ["yes"] } : undefined)}
      />
      {question.right && (
        <ConditionFields name={name} condition={question.right} onChange={(condition) => set(name, condition)} />
      )}
    </div>
  );
}

/** The field for the condition of a question, which depends on a question on an earlier page. */
function ShowIfField({ question, step, path }: { question: Question; step: number; path: string }) {
  const { draft, set } = useDraft();
  const earlier = draft.protocol.steps.slice(0, step).flatMap((one) => (one.kind === "questions" ? one.questions : []));
  if (earlier.length === 0 && !question.showIf) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field name={`${path}.showIf.question`} label="Asked" isOptional>
        <Select
          required={false}
          value={question.showIf?.question ?? ""}
          options={[
            { value: "", label: "of everyone" },
            ...earlier.map(({ key, label }) => ({
              value: key,
              label: `only after certain answers to: ${label || key}`,
            })),
          ]}
          onChange={(event) => {
            const name = event.target.value;
            set(`${path}.showIf`, name === "" ? undefined : { question: name, oneOf: ["yes"] });
          }}
        />
      </Field>
      {question.showIf && (
        <ConditionFields
          name={`${path}.showIf`}
          condition={question.showIf}
          onChange={(condition) => set(`${path}.showIf`, { question: question.showIf?.question, ...condition })}
        />
      )}
      <DraftRefusal path={`${path}.showIf`} />
    </div>
  );
}

/** The fields for answers that end the session, for question types without options. */
function EndRules({ question, path }: { question: Question; path: string }) {
  const { set } = useDraft();
  if (question.type === "choice" || question.type === "several") return null;
  const ends = question.ends ?? [];
  const setEnds = (next: typeof ends) => set(`${path}.ends`, next.length === 0 ? undefined : next);
  return (
    <div className="grid grid-cols-1 gap-3">
      {ends.map((end, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules may be equal while they are edited
        <div key={index} className="grid grid-cols-1 gap-3 border-l-2 border-rule pl-4">
          <ConditionFields
            name={`${path}.ends.${index}.when`}
            condition={end.when}
            onChange={(when) => setEnds(ends.map((one, place) => (place === index ? { ...one, when } : one)))}
          />
          <Field name={`${path}.ends.${index}.endsAs`} label="People with these answers">
            <Select
              value={end.endsAs}
              options={[
                { value: "screened-out", label: "is screened out" },
                { value: "quality", label: "fails a quality check" },
              ]}
              onChange={(event) =>
                set(`${path}.ends.${index}.endsAs`, event.target.value === "quality" ? "quality" : "screened-out")
              }
            />
          </Field>
          <div>
            <Button size="small" look="quiet" onClick={() => setEnds(ends.filter((_, place) => place !== index))}>
              Remove this rule
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button
          size="small"
          look="quiet"
          onClick={() =>
            setEnds([
              ...ends,
              { when: question.type === "text" ? { oneOf: ["no"] } : { atMost: 0 }, endsAs: "screened-out" },
            ])
          }
        >
          Answers that end the session
        </Button>
      </div>
    </div>
  );
}

/** The fields for a condition on an answer: a list of stored values, or limits of a number. */
export function ConditionFields(props: {
  name: string;
  condition: AnswerCondition;
  onChange: (condition: AnswerCondition) => void;
}) {
  const { oneOf, atLeast, atMost } = props.condition;
  const setCondition = (next: AnswerCondition) =>
    props.onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)));
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <Field name={`${props.name}.oneOf`} label="One of" hint="Stored values, separated by commas." isOptional>
        <TextInput
          required={false}
          defaultValue={oneOf?.join(", ") ?? ""}
          onBlur={(event) => {
            const enteredValues = event.target.value.split(",").map((one) => one.trim());
            const nonEmpty = enteredValues.filter((one) => one !== "");
            setCondition({ oneOf: nonEmpty.length > 0 ? nonEmpty : undefined, atLeast, atMost });
          }}
        />
      </Field>
      <OptionalNumber
        least={null}
        name={`${props.name}.atLeast`}
        label="Or at least"
        value={atLeast ?? null}
        onChange={(number) => setCondition({ oneOf, atLeast: number ?? undefined, atMost })}
      />
      <OptionalNumber
        least={null}
        name={`${props.name}.atMost`}
        label="And at most"
        value={atMost ?? null}
        onChange={(number) => setCondition({ oneOf, atLeast, atMost: number ?? undefined })}
      />
    </div>
  );
}
