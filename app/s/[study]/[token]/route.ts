import { readQuery } from "@/lib/domain/survey/entry.ts";
import { getStudyState } from "@/lib/server/sessions/running-study.ts";
import { viewStoredSession } from "@/lib/server/sessions/view-session.ts";
import { readDecliner } from "../../decliner.ts";
import { frameOfStudy } from "../../page-frame.ts";
import { respondWithScreen } from "../../respond.tsx";
import { type SessionParams, sessionPage } from "../../session-page.ts";
import { sessionTargets } from "../../targets.ts";

/** Where a session stands now. It has one address for all its screens, so reload and back always show the current one. */
export function GET(request: Request, { params }: { params: SessionParams }): Promise<Response> {
  return sessionPage(request, params, "screen", async ({ running, session, token }) => {
    const { searchParams } = new URL(request.url);
    // Of who declined nothing is stored: their way back names them only as far as the address still does.
    const state = session.outcome === "no-consent" ? await getStudyState(running.slug) : null;
    const decliner = state && readDecliner(running, state, readQuery(searchParams));
    const isFresh = searchParams.has("done");
    const view = await viewStoredSession(running, session, { token, isFresh, decliner: decliner?.entry ?? null });
    // Without a script the button cannot wait by itself; whoever presses it too soon is told, and nothing is wrong.
    const isEarly = searchParams.has("early") && view.dwell.remainingMs > 0;
    return respondWithScreen({ ...view, isEarly }, sessionTargets(running, token, view), frameOfStudy(running));
  });
}
