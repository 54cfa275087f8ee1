import { erasurePreventsSubmission, withdrawChoices } from "../../../../participant/own-data.tsx";
import { createStudyFrame, sayOf } from "../../../../participant/page-frame.ts";
import { respondWithPage } from "../../../../participant/respond.tsx";
import { type SessionParams, sessionPage } from "../../../../participant/session-page.ts";

/** Asks for confirmation before a participant withdraws, and lets them choose what happens to their answers. */
export function GET(request: Request, { params }: { params: SessionParams }): Promise<Response> {
  return sessionPage(request, params, "own-data", async ({ running, session, token, sessionUrl }) => {
    const frame = createStudyFrame(running);
    const say = sayOf(frame);
    const target = {
      action: `/api/v1/sessions/${token}/withdraw`,
      hidden: {},
      preferred: running.protocol.withdrawal,
      endsHandingIn: erasurePreventsSubmission(running, session.completionCode),
    };
    return respondWithPage(say("withdrawTitle"), withdrawChoices(say, target, sessionUrl), frame);
  });
}
