import { findSession } from "@/lib/server/sessions/find-session.ts";
import { getRunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { viewStoredSession } from "@/lib/server/sessions/view-session.ts";
import { unknownSessionNotice } from "../../notices.ts";
import { respondWithNotice, respondWithScreen } from "../../respond.tsx";
import { sessionTargets } from "../../targets.ts";
import { participantPage } from "../../trouble.ts";

/** Where a session stands now. It has one address for all its screens, so reload and back always show the current one. */
export function GET(
  request: Request,
  { params }: { params: Promise<{ study: string; token: string }> },
): Promise<Response> {
  return participantPage(request, async () => {
    const { study: slug, token } = await params;
    const session = isToken(token) ? await findSession(hashToken(token), "renew") : null;
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!session || !running || running.slug !== slug) {
      return respondWithNotice(unknownSessionNotice, { name: "Parallax", language: "en", frameAncestors: [] }, 404);
    }
    const view = await viewStoredSession(running, session);
    if (new URL(request.url).searchParams.has("early") && view.dwell.remainingMs > 0) {
      const seconds = Math.ceil(view.dwell.remainingMs / 1000);
      view.problems = [{ field: "dwell", message: `Please stay on this page for another ${seconds} seconds.` }];
    }
    return respondWithScreen(view, sessionTargets(running, token, view), running.protocol.frameAncestors);
  });
}
