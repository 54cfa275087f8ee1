import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { isRequired, notKnown, type Question } from "@/lib/domain/survey/questions/question.ts";
import { studyText } from "../study-text.ts";
import { ChoiceInput } from "./choice-input.tsx";
import { NumberQuestion } from "./number-question.tsx";

/**
 * The input for a scale: a button for each point, or a slider. The slider is a number field until the script replaces
 * it.
 */
export function ScaleQuestion(props: {
  say: Say;
  question: Extract<Question, { type: "scale" }>;
  given: string | undefined;
  problem: string | undefined;
}) {
  const { say, question } = props;
  const { minimum, maximum, minimumLabel, maximumLabel } = question;
  if (question.look === "slider") {
    const ends = (
      <p className="scale-ends" id={`${question.key}-ends`}>
        <span {...studyText(say, minimumLabel)}>
          {minimum} {minimumLabel}
        </span>
        <span {...studyText(say, maximumLabel)}>
          {maximum} {maximumLabel}
        </span>
      </p>
    );
    return <NumberQuestion {...props} ends={ends} isSlider />;
  }
  const points = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
  const labelOf = (point: number) => {
    const pointLabel = point === minimum ? minimumLabel : point === maximum ? maximumLabel : "";
    return pointLabel === "" ? String(point) : `${point} ${pointLabel}`;
  };
  return (
    <ChoiceInput
      say={say}
      name={question.key}
      legend={question.label}
      help={question.help}
      options={[
        ...points.map((point) => ({ value: String(point), label: labelOf(point) })),
        ...(question.dontKnow ? [{ value: notKnown, label: say("dontKnow") }] : []),
      ]}
      chosen={props.given}
      problem={props.problem}
      isOptional={!isRequired(question)}
      note={isRequired(question) ? undefined : say("optional")}
      isRow
    />
  );
}
