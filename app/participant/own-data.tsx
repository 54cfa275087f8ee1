import { OwnDataPage } from "@/components/survey/own-data-page.tsx";
import { WithdrawChoices, type WithdrawTarget } from "@/components/survey/withdraw-choices.tsx";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { ParticipantData } from "@/lib/domain/survey/own-data.ts";
import { recruiterName } from "@/lib/domain/survey/recruiters/recruiter.ts";
import type { RunningProtocol } from "@/lib/server/sessions/running-study.ts";

/** The stored data of a person, with the withdrawal options that are still possible. */
export function renderStoredData(
  say: Say,
  running: RunningProtocol,
  data: ParticipantData,
  target: Omit<WithdrawTarget, "preferred">,
  backHref: string | null,
) {
  const { kind = "none", name = "" } = running.protocol.recruiter ?? {};
  return (
    <OwnDataPage
      say={say}
      language={running.language}
      studyName={running.studyName}
      data={data}
      recruiter={recruiterName(kind, name)}
      sender={data.person?.source === kind ? recruiterName(kind, name) : null}
      hasRecruitersCode={kind !== "none" && Boolean(running.protocol.ends.complete.code)}
      // Erased data cannot be kept, but kept data can still be erased.
      target={
        data.erasedAt
          ? null
          : {
              ...target,
              preferred: running.protocol.withdrawal,
              endsHandingIn: erasurePreventsSubmission(running, data.code),
            }
      }
      canKeep={data.outcome === null || data.outcome === "complete"}
      backHref={backHref}
    />
  );
}

/**
 * Whether erasure makes it impossible to submit a finished task: the form for MTurk needs the assignment ID, which
 * erasure removes.
 */
export function erasurePreventsSubmission({ protocol }: RunningProtocol, code: string | null): boolean {
  return protocol.recruiter?.kind === "mturk" && code !== null;
}

/** The confirmation before withdrawing. */
export function withdrawChoices(say: Say, target: WithdrawTarget, backHref: string | null) {
  return <WithdrawChoices say={say} target={target} canKeep backHref={backHref} />;
}
