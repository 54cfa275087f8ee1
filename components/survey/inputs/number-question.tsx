import type { ReactNode } from "react";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { isRequired, notKnown, type Question } from "@/lib/domain/survey/questions/question.ts";
import { interfaceText, studyText } from "../study-text.ts";
import { NotKnownCheckbox } from "./not-known.tsx";

type NumericQuestion = Extract<Question, { type: "number" | "scale" }>;

/** A field for a number. It is not of type "number", because such a field silently discards invalid input. */
export function NumberQuestion(props: {
  say: Say;
  question: NumericQuestion;
  given: string | undefined;
  problem: string | undefined;
  /** The labels of the end points, and further attributes if the field becomes a slider. */
  ends?: ReactNode;
  isSlider?: boolean;
}) {
  const { say, question, problem } = props;
  const { key, minimum, maximum } = question;
  const notes = [question.help ? `${key}-help` : "", problem ? `${key}-problem` : "", props.ends ? `${key}-ends` : ""];
  const isWhole = question.type === "scale" || question.isWhole;
  return (
    <div className="text-question" id={`field-${key}`}>
      <label htmlFor={`input-${key}`} {...studyText(say, question.label)}>
        {question.label}
        {!isRequired(question) && (
          <span className="optional" {...interfaceText(say)}>
            {" "}
            {say("optional")}
          </span>
        )}
      </label>
      {question.help && (
        <p className="help" id={`${key}-help`} {...studyText(say, question.help)}>
          {question.help}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${key}-problem`}>
          {problem}
        </p>
      )}
      <p className="number-line">
        <input
          id={`input-${key}`}
          name={key}
          className="code-field"
          inputMode={isWhole ? "numeric" : "decimal"}
          autoComplete="off"
          defaultValue={props.given?.split(" ").find((value) => value !== notKnown)}
          required={isRequired(question)}
          dir="ltr"
          aria-describedby={notes.filter(Boolean).join(" ") || undefined}
          aria-invalid={problem ? true : undefined}
          {...(props.isSlider ? { "data-slider": "", min: minimum ?? undefined, max: maximum ?? undefined } : {})}
        />
        {question.type === "number" && question.unit && (
          <span {...studyText(say, question.unit)}> {question.unit}</span>
        )}
      </p>
      {props.ends}
      <NotKnownCheckbox say={say} question={question} given={props.given} />
    </div>
  );
}
