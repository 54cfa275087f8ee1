import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { notKnown, type Question } from "@/lib/domain/survey/questions/question.ts";
import { interfaceText, studyText } from "../study-text.ts";
import { NotKnownCheckbox } from "./not-known.tsx";

/** An open question. The limit is shown from the start; a longer text is refused with a message and never cut. */
export function TextQuestion(props: {
  say: Say;
  question: Extract<Question, { type: "text" }>;
  isLabelHidden?: boolean;
  given: string | undefined;
  problem: string | undefined;
}) {
  const { say, question, problem } = props;
  const limitId = `${question.key}-limit`;
  const describedBy = [question.help ? `${question.key}-help` : "", problem ? `${question.key}-problem` : "", limitId]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="text-question" id={`field-${question.key}`}>
      <label
        htmlFor={`input-${question.key}`}
        className={props.isLabelHidden ? "visually-hidden" : undefined}
        {...studyText(say, question.label)}
      >
        {question.label}
        {!question.required && (
          <span className="optional" {...interfaceText(say)}>
            {" "}
            {say("optional")}
          </span>
        )}
      </label>
      {question.help && (
        <p className="help" id={`${question.key}-help`} {...studyText(say, question.help)}>
          {question.help}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${question.key}-problem`}>
          {problem}
        </p>
      )}
      <textarea
        id={`input-${question.key}`}
        name={question.key}
        rows={5}
        required={question.required}
        defaultValue={props.given === notKnown ? "" : props.given}
        dir="auto"
        aria-describedby={describedBy}
        aria-invalid={problem ? true : undefined}
        data-limit={question.maximumLength}
      />
      <p className="limit" id={limitId}>
        {say("limitNote", { limit: question.maximumLength })}
      </p>
      <NotKnownCheckbox say={say} question={question} given={props.given} />
    </div>
  );
}
