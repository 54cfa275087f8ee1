import { findPassage } from "@/lib/server/survey/find-passage.ts";
import { getRunningProtocol } from "@/lib/server/survey/running-study.ts";
import { hashToken, isToken } from "@/lib/server/survey/session-token.ts";
import { viewStoredPassage } from "@/lib/server/survey/view-passage.ts";
import { unknownPassageNotice } from "../../notices.ts";
import { respondWithNotice, respondWithScreen } from "../../respond.tsx";
import { passageTargets } from "../../targets.ts";
import { participantPage } from "../../trouble.ts";

/** Where a passage stands now. It has one address for all its screens, so reload and back always show the current one. */
export function GET(
  request: Request,
  { params }: { params: Promise<{ study: string; token: string }> },
): Promise<Response> {
  return participantPage(request, async () => {
    const { study: slug, token } = await params;
    const passage = isToken(token) ? await findPassage(hashToken(token), "renew") : null;
    const running = passage && (await getRunningProtocol(passage.protocolVersionId));
    if (!passage || !running || running.slug !== slug) {
      return respondWithNotice(unknownPassageNotice, { name: "Parallax", language: "en", frameAncestors: [] }, 404);
    }
    const view = await viewStoredPassage(running, passage);
    if (new URL(request.url).searchParams.has("early") && view.dwell.remainingMs > 0) {
      const seconds = Math.ceil(view.dwell.remainingMs / 1000);
      view.problems = [{ field: "dwell", message: `Please stay on this page for another ${seconds} seconds.` }];
    }
    return respondWithScreen(view, passageTargets(running, token, view), running.protocol.frameAncestors);
  });
}
