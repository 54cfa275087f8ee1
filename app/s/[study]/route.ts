import { refuseArrival } from "@/lib/domain/survey/arrival-rules.ts";
import { entryParameters, isTaskPreview, parseEntry } from "@/lib/domain/survey/entry.ts";
import { recordRefusedArrival } from "@/lib/server/sessions/refused-arrivals.ts";
import { hasSession } from "@/lib/server/sessions/resume-session.ts";
import { getRunningProtocol, getStudyState } from "@/lib/server/sessions/running-study.ts";
import { mintToken } from "@/lib/server/sessions/session-token.ts";
import { viewConsent } from "@/lib/server/sessions/view-consent.ts";
import { isSigned } from "@/lib/server/studies/entry-signature.ts";
import {
  closedNotice,
  previewNotice,
  refusedArrivalNotice,
  unknownStudyNotice,
  unreadableLinkNotice,
  welcomeBackNotice,
} from "../notices.ts";
import { respondWithNotice, respondWithScreen } from "../respond.tsx";
import { participantPage } from "../trouble.ts";

/** The consent page. It stores nothing: the session begins when the form with this page's fresh token is sent. */
export function GET(request: Request, { params }: { params: Promise<{ study: string }> }): Promise<Response> {
  return participantPage(request, async () => {
    const { study: slug } = await params;
    const state = await getStudyState(slug);
    const running = state?.protocolVersionId ? await getRunningProtocol(state.protocolVersionId) : null;
    if (!state || !running || state.status === "draft") {
      return respondWithNotice(unknownStudyNotice, { name: "Parallax", language: "en", frameAncestors: [] }, 404);
    }
    const frame = {
      name: running.studyName,
      language: running.language,
      frameAncestors: running.protocol.frameAncestors,
    };
    if (state.status !== "open") return respondWithNotice(closedNotice(state.status), frame, 200);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const entry = parseEntry(query);
    if (!entry.ok) return respondWithNotice(unreadableLinkNotice(entry), frame, 400);
    if (isTaskPreview(query)) return respondWithNotice(previewNotice, frame, 200);
    const isSignedEntry = entry.entry !== null && isSigned(state, entry.entry);
    const refusal = refuseArrival(state.arrivalRules, entry.entry, isSignedEntry);
    if (refusal) {
      await recordRefusedArrival(state.studyId, refusal, entry.entry);
      return respondWithNotice(refusedArrivalNotice(refusal), frame, 403);
    }
    const carried = Object.fromEntries(Object.entries(query).filter(([name]) => entryParameters.includes(name)));
    if (entry.entry && isSigned(state, entry.entry) && (await hasSession(state.studyId, entry.entry))) {
      return respondWithNotice(welcomeBackNotice({ study: slug, token: mintToken(), ...carried }), frame, 200);
    }
    return respondWithScreen(
      viewConsent(running),
      {
        action: "/api/v1/sessions",
        withdraw: null,
        hidden: { protocol: running.id, study: slug, token: mintToken(), ...carried },
      },
      running.protocol.frameAncestors,
    );
  });
}
