import { erasurePreventsSubmission, withdrawChoices } from "../../../../participant/own-data.tsx";
import { createSay, createStudyFrame } from "../../../../participant/page-frame.ts";
import { respondWithPage } from "../../../../participant/respond.tsx";
import { type SessionParams, sessionPage } from "../../../../participant/session-page.ts";

/** The page on which a participant confirms a withdrawal, and chooses whether the answers are kept or erased. */
export function GET(request: Request, { params }: { params: SessionParams }): Promise<Response> {
  return sessionPage(request, params, "own-data", async ({ running, session, token, sessionUrl }) => {
    const frame = createStudyFrame(running);
    const say = createSay(frame);
    const target = {
      action: `/api/v1/sessions/${token}/withdraw`,
      hidden: {},
      preferred: running.protocol.withdrawal,
      endsHandingIn: erasurePreventsSubmission(running, session.completionCode),
    };
    return respondWithPage(say("withdrawTitle"), withdrawChoices(say, target, sessionUrl), frame);
  });
}
