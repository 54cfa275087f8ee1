import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { HiddenFields } from "./hidden-fields.tsx";

/** The URL to which a withdrawal is posted, and the proof that the participant may withdraw. */
export interface WithdrawTarget {
  action: string;
  hidden: Readonly<Record<string, string>>;
  /** The study's default option, which is shown first. */
  preferred: "keep" | "erase";
  /** Whether erasure also removes the reference with which participants submit a finished task. */
  endsHandingIn?: boolean;
}

/** The options to withdraw, each with its effect. */
export function WithdrawChoices(props: {
  say: Say;
  target: WithdrawTarget;
  /** Whether the page offers a withdrawal that keeps the answers. It always offers the erasure. */
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
