import type { Question } from "@/lib/domain/survey/protocol.ts";

/** An open question. The limit is told before it is reached. */
export function TextQuestion(props: {
  question: Extract<Question, { type: "text" }>;
  isLabelHidden?: boolean;
  given: string | undefined;
  problem: string | undefined;
}) {
  const { question, problem } = props;
  const describedBy = [question.help ? `${question.key}-help` : "", problem ? `${question.key}-problem` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="text-question" id={`field-${question.key}`}>
      <label htmlFor={`input-${question.key}`} className={props.isLabelHidden ? "visually-hidden" : undefined}>
        {question.label}
        {!question.required && <span className="optional"> (optional)</span>}
      </label>
      {question.help && (
        <p className="help" id={`${question.key}-help`}>
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
        maxLength={question.maximumLength}
        required={question.required}
        defaultValue={props.given}
        aria-describedby={describedBy || undefined}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}
