import { ChoiceInput } from "./choice-input.tsx";
import { ConfidenceInput } from "./confidence-input.tsx";
import { ConsistencyInput } from "./consistency-input.tsx";
import type { ItemInputProps } from "./item-input-props.ts";
import { OpenTextInput } from "./open-text-input.tsx";
import { TaskInput } from "./task-input.tsx";

/** Renders the input for an item kind. New inputs must be added to `inputs`. */
export function ItemInput(props: ItemInputProps) {
  const draw = inputs[props.stimulus.input ?? ""];
  if (!draw) throw new RangeError(`no input component is registered as "${props.stimulus.input}"`);
  return draw(props);
}

/** Inputs that render the story and the question themselves, in their own order. */
export const standaloneInputs: ReadonlySet<string | null> = new Set(["consistency"]);

const inputs: Record<string, (props: ItemInputProps) => React.ReactNode> = {
  consistency: (props) => <ConsistencyInput {...props} />,
  choice: (props) => <ItemChoice {...props} />,
  "choice-with-confidence": (props) => (
    <>
      <ItemChoice {...props} />
      <ConfidenceInput say={props.say} given={props.given.confidence} />
    </>
  ),
  task: (props) => <TaskInput {...props} />,
  "open-text": (props) => <OpenTextInput {...props} />,
  "open-text-with-confidence": (props) => (
    <>
      <OpenTextInput {...props} />
      <ConfidenceInput say={props.say} given={props.given.confidence} />
    </>
  ),
};

function ItemChoice({ say, stimulus, given, problems }: ItemInputProps) {
  return (
    <ChoiceInput
      say={say}
      name="choice"
      legend={stimulus.question ?? say("answerTitle")}
      isLegendHidden
      options={stimulus.options}
      chosen={given.choice}
      problem={problems.find((problem) => problem.field === "choice")?.message}
      about={stimulus.statement ? "statement" : undefined}
      isMarkdown={stimulus.markdown?.includes("options") ?? false}
    />
  );
}
