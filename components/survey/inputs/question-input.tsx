import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import {
  confidenceKey,
  confidences,
  isRequired,
  notKnown,
  type Question,
} from "@/lib/domain/survey/questions/question.ts";
import { ChoiceInput } from "./choice-input.tsx";
import { NumberQuestion } from "./number-question.tsx";
import { ScaleQuestion } from "./scale-question.tsx";
import { TextQuestion } from "./text-question.tsx";

interface QuestionInputProps {
  say: Say;
  question: Question;
  /** The answers of a refused post, by field. Several values of a field are separated by spaces. */
  given: Readonly<Record<string, string>>;
  problemOf: (field: string) => string | undefined;
}

/** One question of a study with the input for its type, and the question about confidence if there is one. */
export function QuestionInput({ say, question, given, problemOf }: QuestionInputProps) {
  const confidenceName = confidenceKey(question);
  return (
    <>
      <QuestionBody say={say} question={question} given={given[question.key]} problem={problemOf(question.key)} />
      {question.confidence && (
        <ChoiceInput
          say={say}
          name={confidenceName}
          legend={say("howSure")}
          help={question.label}
          options={confidences.map((share) => ({ value: share, label: say("sureShare", { share: Number(share) }) }))}
          chosen={given[confidenceName]}
          problem={problemOf(confidenceName)}
          isOptional
          isRow
        />
      )}
    </>
  );
}

function QuestionBody(props: { say: Say; question: Question; given: string | undefined; problem: string | undefined }) {
  const { say, question, given, problem } = props;
  const unknown = question.dontKnow ? [{ value: notKnown, label: say("dontKnow") }] : [];
  switch (question.type) {
    case "choice":
    case "several":
      return (
        <ChoiceInput
          say={say}
          name={question.key}
          legend={question.label}
          help={question.help}
          options={[...question.choices, ...unknown]}
          chosen={given}
          problem={problem}
          isSeveral={question.type === "several"}
          isOptional={!isRequired(question)}
          note={isRequired(question) ? undefined : say("optional")}
        />
      );
    case "number":
      return <NumberQuestion say={say} question={question} given={given} problem={problem} />;
    case "scale":
      return <ScaleQuestion say={say} question={question} given={given} problem={problem} />;
    case "text":
      return <TextQuestion say={say} question={question} given={given} problem={problem} />;
  }
}
