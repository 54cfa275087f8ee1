import type { SiblingCut } from "@/lib/domain/annotation/requests.ts";
import type { SiblingCutReport } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import type { TaskSession } from "../../../lib/client/journal/task-session.ts";
import type { WorkspaceHint } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import type { TaskWork } from "./use-task-work.ts";

/**
 * The actions on sentences that reveal the answer: cut the sentence in this story, cut it in stories of the same source
 * as well, or keep it.
 */
export function createHintActions({
  api,
  session,
  work: { dispatch, checksNow },
  isReadOnly,
  say,
}: {
  api: string;
  session: TaskSession;
  work: TaskWork;
  isReadOnly: boolean;
  say: (text: string) => void;
}) {
  function findCutHint(requested?: WorkspaceHint): WorkspaceHint | null {
    const { hints } = checksNow();
    const hint = requested === undefined ? hints[0] : hints.find(({ key }) => key === requested.key);
    if (isReadOnly || hint === undefined) return null;
    if (hint.cut === null) {
      say("This clause cannot be cut from its sentence. Rewrite the sentence.");
      return null;
    }
    dispatch({ does: "apply", field: "story", edit: hint.cut.edit });
    say(
      hint.cut.sentence === ""
        ? "The sentence was cut."
        : `The clause was cut. The sentence is now: ${hint.cut.sentence}`,
    );
    return hint;
  }

  async function requestCuts(sentence: string, cuts: readonly SiblingCut[]): Promise<SiblingCutReport | null> {
    // A new item may still wait for its lease.
    await session.whenLeased();
    const { fence } = session;
    if (fence === null) return null;
    const outcome = await exchange("POST", `${api}/tasks/${session.taskId}/sibling-cuts`, {
      ...{ fence, sentence: sentence.slice(0, 2_000) },
      cuts: [...cuts],
    });
    return outcome.kind === "done" ? (outcome.body as SiblingCutReport) : null;
  }

  return {
    cut: findCutHint,
    /**
     * Returns the hint whose sentence can be cut in this story and in its siblings. If there is none, announces the
     * reason and returns null. A read-only workspace announces nothing.
     */
    cutToShare(wanted?: WorkspaceHint): WorkspaceHint | null {
      const { hints } = checksNow();
      const hint = wanted === undefined ? hints.find((one) => one.siblings.length > 0) : wanted;
      if (isReadOnly) return null;
      if (hint === undefined || hint.siblings.length === 0)
        say("No sentence that reveals the answer occurs in another story of the same source.");
      else if (hint.cut === null) say("This clause cannot be cut from its sentence. Rewrite the sentence.");
      else return hint;
      return null;
    },
    /** Cuts a clause in this story and in the confirmed siblings. */
    cutEverywhere(wanted: WorkspaceHint, cuts: readonly SiblingCut[]) {
      const hint = findCutHint(wanted);
      if (!hint || cuts.length === 0) return;
      void requestCuts(hint.own, cuts).then((report) => say(describeSiblingCuts(report)));
    },
    dismiss(hint: WorkspaceHint, reason: string) {
      dispatch({ does: "dismiss", finding: hint.finding, reason });
      say("The sentence is kept, with your reason.");
    },
  };
}

/** Describes the result of cuts in sibling stories; null means that they could not be requested. */
function describeSiblingCuts(report: SiblingCutReport | null): string {
  if (report === null)
    return "Cut in this story. The other stories of the same source could not be changed; try again later.";
  const { cut, told } = report;
  const parts = [
    cut.length > 0 ? `cut in ${cut.join(", ")}` : "",
    told.length > 0 ? `annotators were asked to check ${told.join(", ")}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0
    ? "Cut in this story. No other story contained the sentence."
    : `Cut in this story; ${parts.join("; ")}.`;
}
