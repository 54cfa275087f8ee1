import type { Option } from "@/lib/domain/items/kinds/item-kind.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { MarkdownLine } from "../markdown-text.tsx";
import { interfaceText, studyText } from "../study-text.ts";

/** A choice of one or more options, as large native inputs in the given order. Nothing is preselected. */
export function ChoiceInput(props: {
  say: Say;
  name: string;
  legend: string;
  /** Whether the heading of the screen already shows the legend. */
  isLegendHidden?: boolean;
  help?: string;
  /** `data` is the value for the script, if the form sends an index. */
  options: readonly (Option & { data?: string })[];
  chosen: string | undefined;
  problem: string | undefined;
  /** The ID of the text that the options refer to, for example the statement above. */
  about?: string | undefined;
  /** Whether the inputs are checkboxes. `chosen` then contains values separated by spaces. */
  isSeveral?: boolean;
  isOptional?: boolean;
  /** Shown next to the legend. */
  note?: string | undefined;
  /** Short options next to each other. */
  isRow?: boolean;
  /** The options are Markdown. */
  isMarkdown?: boolean;
}) {
  const { say } = props;
  const isChosen = (value: string) =>
    props.isSeveral ? props.chosen?.split(" ").includes(value) : props.chosen === value;
  const describedBy = [
    props.about ?? "",
    props.help ? `${props.name}-help` : "",
    props.problem ? `${props.name}-problem` : "",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <fieldset
      className="choice"
      id={`field-${props.name}`}
      aria-describedby={describedBy || undefined}
      aria-invalid={props.problem ? true : undefined}
    >
      <legend className={props.isLegendHidden ? "visually-hidden" : undefined} {...studyText(say, props.legend)}>
        {props.legend}
        {props.note && (
          <span className="optional" {...interfaceText(say)}>
            {" "}
            {props.note}
          </span>
        )}
      </legend>
      {props.help && (
        <p className="help" id={`${props.name}-help`} {...studyText(say, props.help)}>
          {props.help}
        </p>
      )}
      {props.problem && (
        <p className="problem" id={`${props.name}-problem`}>
          {props.problem}
        </p>
      )}
      <div className={props.isRow ? "options in-row" : "options"}>
        {props.options.map((option) => (
          <label key={option.value} className="option">
            <input
              type={props.isSeveral ? "checkbox" : "radio"}
              name={props.name}
              value={option.value}
              data-value={option.data}
              defaultChecked={isChosen(option.value)}
              required={!props.isSeveral && !props.isOptional}
            />
            {props.isMarkdown ? (
              <MarkdownLine say={say} text={option.label} />
            ) : (
              <span {...studyText(say, option.label)}>{option.label}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
