import { boxKey } from "@/lib/domain/survey/check.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { ConsentBox } from "@/lib/domain/survey/protocol.ts";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { interfaceText, studyText } from "./study-text.ts";

/** The checkboxes of the consent form, each stored separately. */
export function ConsentBoxes(props: {
  boxes: readonly ConsentBox[];
  say: Say;
  given: SessionView["given"];
  problemOf: (field: string) => string | undefined;
}) {
  const { say } = props;
  return props.boxes.map(({ key, label, required }) => {
    const name = boxKey(key);
    const problem = props.problemOf(name);
    return (
      <div key={key} className="box">
        {problem && (
          <p className="problem" id={`${name}-problem`}>
            {problem}
          </p>
        )}
        <label className="option">
          <input
            type="checkbox"
            id={`field-${name}`}
            name={name}
            value="yes"
            defaultChecked={props.given[name] === "yes"}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${name}-problem` : undefined}
            aria-required={required ? true : undefined}
          />
          <span {...studyText(say, label)}>
            {label}
            {!required && (
              <span className="optional" {...interfaceText(say)}>
                {" "}
                {say("optional")}
              </span>
            )}
          </span>
        </label>
      </div>
    );
  });
}
