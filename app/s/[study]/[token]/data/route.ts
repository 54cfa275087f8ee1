import { readOwnData } from "@/lib/server/sessions/own-data/read-own-data.ts";
import { renderStoredData } from "../../../../participant/own-data.tsx";
import { createSay, createStudyFrame } from "../../../../participant/page-frame.ts";
import { respondWithPage } from "../../../../participant/respond.tsx";
import { type SessionParams, sessionPage } from "../../../../participant/session-page.ts";

/**
 * A participant's private page, with the stored data and the withdrawal form. The token in the address grants access.
 */
export function GET(request: Request, { params }: { params: SessionParams }): Promise<Response> {
  return sessionPage(request, params, "own-data", async ({ running, session, token, sessionUrl }) => {
    const frame = createStudyFrame(running);
    const say = createSay(frame);
    const data = await readOwnData(running, session.sessionId);
    const target = { action: `/api/v1/sessions/${token}/withdraw`, hidden: {} };
    const content = renderStoredData(say, running, data, target, sessionUrl);
    return respondWithPage(say("dataTitle"), content, frame, { hasTimes: true });
  });
}
