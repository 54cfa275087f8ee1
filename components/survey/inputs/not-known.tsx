import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { notKnown, type Question } from "@/lib/domain/survey/questions/question.ts";

/** The checkbox “I do not know” below a field. If it is checked, the content of the field is ignored. */
export function NotKnownCheckbox({
  say,
  question,
  given,
}: {
  say: Say;
  question: Question;
  given: string | undefined;
}) {
  if (!question.dontKnow) return null;
  return (
    <label className="option">
      <input
        type="checkbox"
        name={question.key}
        value={notKnown}
        defaultChecked={given?.split(" ").includes(notKnown)}
      />
      <span>{say("dontKnow")}</span>
    </label>
  );
}
