import { maxAnswerLength } from "@/lib/domain/items/kinds/open-text/schema.ts";
import { studyText } from "../study-text.ts";
import type { ItemInputProps } from "./item-input-props.ts";

/** A one-line field for a free-text answer. A text that is too long is refused with a message; it is never cut. */
export function OpenTextInput({ say, stimulus, given, problems }: ItemInputProps) {
  const label = stimulus.question ?? say("answerTitle");
  const problem = problems.find(({ field }) => field === "text")?.message;
  return (
    <div className="text-question" id="field-text">
      <label htmlFor="input-text" className="visually-hidden" {...studyText(say, label)}>
        {label}
      </label>
      {problem && (
        <p className="problem" id="text-problem">
          {problem}
        </p>
      )}
      <input
        type="text"
        id="input-text"
        name="text"
        className="line-input"
        required
        data-limit={maxAnswerLength}
        defaultValue={given.text}
        dir="auto"
        autoComplete="off"
        autoCapitalize="off"
        aria-describedby={problem ? "text-problem text-limit" : "text-limit"}
        aria-invalid={problem ? true : undefined}
      />
      <p className="limit" id="text-limit">
        {say("limitNote", { limit: maxAnswerLength })}
      </p>
    </div>
  );
}
