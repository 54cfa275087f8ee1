import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { formatSpanToken, formName } from "@/lib/domain/tasks/forms/form-names.ts";
import type { AskedField } from "@/lib/domain/tasks/screens/task-screen.ts";
import { sentencesOf } from "@/lib/domain/words/sentences.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { interfaceText, studyText } from "../study-text.ts";
import { ChoiceInput } from "./choice-input.tsx";
import type { ItemInputProps } from "./item-input-props.ts";

type GivenAnswer = ItemInputProps["given"];
interface FieldProps {
  say: Say;
  field: AskedField;
  given: GivenAnswer;
  problem: string | undefined;
}

/** The questions of a task as one plain form. The enhancement script hides questions whose condition is false. */
export function TaskInput({ say, stimulus, given, problems }: ItemInputProps) {
  return (stimulus.task?.asked ?? []).map((field) => (
    <div
      key={field.name}
      className="task-question"
      data-task-field={field.name}
      data-show-if={field.showIf ? JSON.stringify(field.showIf) : undefined}
    >
      <FieldInput
        say={say}
        field={field}
        given={given}
        problem={problems.find((problem) => problem.field === formName(field.name))?.message}
      />
    </div>
  ));
}

function FieldInput(props: FieldProps) {
  const { say, field, given, problem } = props;
  const name = formName(field.name);
  switch (field.type) {
    case "choice":
    case "several":
    case "pairwise":
    case "rating":
      if (field.options.length === 0) return <LineInput {...props} isSlider />;
      return (
        <ChoiceInput
          say={say}
          name={name}
          legend={field.label}
          help={field.help}
          options={field.options.map(({ index, value, label, help }) => ({
            value: String(index),
            data: value,
            label: help ? `${label} (${help})` : label,
          }))}
          chosen={given[name]}
          problem={problem}
          isSeveral={field.type === "several"}
          isOptional={!isAlwaysRequired(field)}
          note={field.required ? undefined : say("optional")}
          isRow={field.type === "rating" && field.options.every(({ label }) => label.length < 8)}
        />
      );
    case "ranking":
      return <RankingInput {...props} />;
    case "spans":
      return <SpansInput {...props} />;
    default:
      return <LineInput {...props} />;
  }
}

/**
 * Whether the browser must require an answer. It cannot for conditional fields, because it does not evaluate
 * conditions.
 */
function isAlwaysRequired({ required, showIf }: AskedField): boolean {
  return required && !showIf;
}

/** One select box per option, for the rank of the option. */
function RankingInput({ say, field, given, problem }: FieldProps) {
  const ranks = Array.from({ length: field.top ?? field.options.length }, (_, index) => index + 1);
  return (
    <TaskFieldset say={say} field={field} problem={problem}>
      {field.options.map(({ index, label }) => {
        const name = formName(field.name, index);
        return (
          <p key={index} className="rank-line">
            <select id={`input-${name}`} name={name} defaultValue={given[name] ?? ""}>
              <option value="">–</option>
              {ranks.map((rank) => (
                <option key={rank} value={rank}>
                  {rank}
                </option>
              ))}
            </select>
            <label htmlFor={`input-${name}`} {...studyText(say, label)}>
              {label}
            </label>
          </p>
        );
      })}
    </TaskFieldset>
  );
}

/** Checkboxes for sentences, once for each label. With the script, people can mark any words by selecting them. */
function SpansInput({ say, field, given, problem }: FieldProps) {
  const name = formName(field.name);
  const selected = given[name]?.split(" ") ?? [];
  const labels = field.options.length > 0 ? field.options : [{ index: null, label: "" }];
  return (
    <TaskFieldset say={say} field={field} problem={problem}>
      {(field.texts ?? []).map((text, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts of an item never change their order
        <div key={part} className="task-sentences" data-span-text={text} data-part={part}>
          {sentencesOf(parseWords(text)).map(({ start, end }) => (
            <div key={start} className="task-sentence" data-start={start}>
              <p {...studyText(say, text)}>{text.slice(start, end)}</p>
              {labels.map(({ index, label }) => {
                const token = formatSpanToken({ part, start, end, label: index });
                return (
                  <label key={token} className="mark-label">
                    <input type="checkbox" name={name} value={token} defaultChecked={selected.includes(token)} />
                    {label && <span {...studyText(say, label)}>{label}</span>}
                  </label>
                );
              })}
            </div>
          ))}
        </div>
      ))}
      {field.unit !== "sentence" && (
        <input
          type="hidden"
          name={formName(field.name, "marks")}
          defaultValue={given[formName(field.name, "marks")] ?? ""}
          data-span-marks={field.unit}
          data-labels={JSON.stringify(field.options.map(({ index, label }) => ({ index, label })))}
        />
      )}
    </TaskFieldset>
  );
}

/** A line or an area for text, a number field with its unit, or a slider. */
function LineInput(props: FieldProps & { isSlider?: boolean }) {
  const { say, field, given, problem, isSlider = false } = props;
  const name = formName(field.name);
  const isNumber = field.type === "number" || isSlider;
  const notes = [
    field.help ? `${name}-help` : "",
    problem ? `${name}-problem` : "",
    field.ends?.length ? `${name}-ends` : "",
  ];
  const common = {
    id: `input-${name}`,
    name,
    defaultValue: given[name],
    required: isAlwaysRequired(field),
    "aria-describedby": notes.filter(Boolean).join(" ") || undefined,
    "aria-invalid": problem ? (true as const) : undefined,
  };
  const { minimum, maximum, step } = field.bounds ?? {};
  const unitName = formName(field.name, "unit");
  return (
    <div className="text-question" id={`field-${name}`}>
      <label htmlFor={`input-${name}`} {...studyText(say, field.label)}>
        {field.label}
        <OptionalMark say={say} field={field} />
      </label>
      <HelpAndProblem say={say} field={field} problem={problem} />
      {field.isLong ? (
        <textarea {...common} rows={4} dir="auto" data-limit={field.longest} />
      ) : (
        <p className="number-line">
          <input
            {...common}
            type="text"
            className={isNumber ? "code-field" : "line-input"}
            inputMode={isNumber ? "decimal" : undefined}
            autoComplete="off"
            dir={isNumber ? "ltr" : "auto"}
            {...(isNumber ? {} : { "data-limit": field.longest })}
            {...(isSlider ? { "data-slider": "", min: minimum, max: maximum, step } : {})}
          />
          {field.units && field.units.length > 1 && (
            <select name={unitName} aria-label={field.label} defaultValue={given[unitName] ?? "0"}>
              {field.units.map((unit, index) => (
                <option key={unit} value={index}>
                  {unit}
                </option>
              ))}
            </select>
          )}
          {field.units?.length === 1 && <span>{field.units[0]}</span>}
        </p>
      )}
      {field.ends && field.ends.length > 0 && (
        <p className="scale-ends" id={`${name}-ends`}>
          {field.ends.map((end) => (
            <span key={end} {...studyText(say, end)}>
              {end}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function TaskFieldset(props: { say: Say; field: AskedField; problem: string | undefined; children: React.ReactNode }) {
  const { say, field, problem } = props;
  return (
    <fieldset className="choice" id={`field-${formName(field.name)}`} aria-invalid={problem ? true : undefined}>
      <legend {...studyText(say, field.label)}>
        {field.label}
        <OptionalMark say={say} field={field} />
      </legend>
      <HelpAndProblem say={say} field={field} problem={problem} />
      {props.children}
    </fieldset>
  );
}

function OptionalMark({ say, field }: { say: Say; field: AskedField }) {
  if (field.required) return null;
  return (
    <span className="optional" {...interfaceText(say)}>
      {" "}
      {say("optional")}
    </span>
  );
}

function HelpAndProblem({ say, field, problem }: { say: Say; field: AskedField; problem: string | undefined }) {
  const name = formName(field.name);
  return (
    <>
      {field.help && (
        <p className="help" id={`${name}-help`} {...studyText(say, field.help)}>
          {field.help}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </>
  );
}
