import { readQuery } from "@/lib/domain/survey/entry.ts";
import { getStudyState } from "@/lib/server/sessions/running-study.ts";
import { retryWaiting } from "@/lib/server/sessions/submit-screen.ts";
import { viewStoredSession } from "@/lib/server/sessions/view-session.ts";
import { readDecliningParticipant } from "../../../participant/declining-participant.ts";
import { waitNotice } from "../../../participant/notices.ts";
import { createSay, createStudyFrame } from "../../../participant/page-frame.ts";
import { respondWithNotice, respondWithScreen } from "../../../participant/respond.tsx";
import { type SessionParams, sessionPage } from "../../../participant/session-page.ts";
import { sessionTargets } from "../../../participant/targets.ts";

/**
 * Shows the current screen of a session. All screens of a session have the same address, so that reload and back always
 * show the current screen.
 */
export function GET(request: Request, { params }: { params: SessionParams }): Promise<Response> {
  return sessionPage(request, params, "screen", async ({ running, session, token }) => {
    const { searchParams, pathname } = new URL(request.url);
    const retried = await retryWaiting(running, token, session);
    if (retried?.status === "waiting") {
      const frame = createStudyFrame(running);
      return respondWithNotice(waitNotice(createSay(frame), retried, `${pathname}/withdraw`), frame, 200);
    }
    if (retried?.status === "advanced") {
      // The session has advanced in the meantime, so the page must be loaded again.
      const location = `${pathname}${retried.stepped.outcome ? "?done" : ""}`;
      return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
    }
    // Nothing is stored about a person who declined; their return link contains only parameters from the address.
    const state = session.outcome === "no-consent" ? await getStudyState(running.slug) : null;
    const decliningParticipant = state && readDecliningParticipant(running, state, readQuery(searchParams));
    const isFresh = searchParams.has("done");
    const view = await viewStoredSession(running, session, {
      token,
      isFresh,
      decliningParticipant: decliningParticipant?.entry ?? null,
    });
    // Without a script the button cannot be disabled; a click that is too early only shows a message.
    const isEarly = searchParams.has("early") && view.dwell.remainingMs > 0;
    const isAfterTimeout = searchParams.has("late");
    const targets = sessionTargets(running, token, view, decliningParticipant?.query ?? "");
    return respondWithScreen({ ...view, isEarly, isAfterTimeout }, targets, createStudyFrame(running));
  });
}
