import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { HiddenFields } from "./hidden-fields.tsx";

/** The address to which a withdrawal is posted, with the proof that the participant may withdraw. */
export interface WithdrawTarget {
  action: string;
  hidden: Readonly<Record<string, string>>;
  /** The study's default, which is offered first. */
  preferred: "keep" | "erase";
  /** Whether erasing also removes the reference that is required to submit a finished task. */
  endsHandingIn?: boolean;
}

/** The two options to withdraw, each with its effect. */
export function WithdrawChoices(props: {
  say: Say;
  target: WithdrawTarget;
  /** Not offered after a withdrawal that kept the answers. */
  canKeep: boolean;
  backHref: string | null;
}) {
  const { say, target } = props;
  const orderedChoices = target.preferred === "keep" ? (["keep", "erase"] as const) : (["erase", "keep"] as const);
  return (
    <>
      {props.canKeep && <p>{say("withdrawText")}</p>}
      {target.endsHandingIn && <p className="hand-in-first">{say("withdrawHandInFirst")}</p>}
      {orderedChoices
        .filter((answers) => answers === "erase" || props.canKeep)
        .map((answers) => (
          <form key={answers} method="post" action={target.action} className="withdraw-choice">
            <HiddenFields fields={{ ...target.hidden, confirm: "yes", answers }} />
            <p id={`${answers}-text`}>{say(answers === "keep" ? "withdrawKeepText" : "withdrawEraseText")}</p>
            <div className="actions">
              <button
                type="submit"
                className={answers === "erase" ? "danger" : "secondary"}
                aria-describedby={`${answers}-text`}
              >
                {say(answers === "keep" ? "withdrawKeep" : "withdrawErase")}
              </button>
            </div>
          </form>
        ))}
      {props.backHref && (
        <p>
          <a href={props.backHref}>{say("backToStudy")}</a>
        </p>
      )}
    </>
  );
}
