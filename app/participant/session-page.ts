import { codePageUrl } from "@/lib/domain/survey/completion-code.ts";
import { findSession, type StoredSession } from "@/lib/server/sessions/find-session.ts";
import { findOwnToken } from "@/lib/server/sessions/own-data/find-own-token.ts";
import {
  getRunningProtocol,
  getStudyState,
  type RunningProtocol,
  translateRunning,
} from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { unknownSessionNotice } from "./notices.ts";
import { createPlainFrame, createSay } from "./page-frame.ts";
import { respondWithNotice } from "./respond.tsx";
import { handleParticipantPage } from "./trouble.ts";

export type SessionParams = Promise<{ study: string; token: string }>;

interface FoundSession {
  session: StoredSession;
  /** The session's protocol in its language. */
  running: RunningProtocol;
  token: string;
  /** The address of the session; null if its stored data are opened with a token that was replaced. */
  sessionUrl: string | null;
}

/**
 * Runs `work` for the page of one session. The token in the address proves that the visitor is the session's
 * participant.
 *
 * @param purpose stored data (`own-data`) are also shown for a token that was replaced by a signed return
 */
export function sessionPage(
  request: Request,
  params: SessionParams,
  purpose: "screen" | "own-data",
  work: (found: FoundSession) => Promise<Response>,
): Promise<Response> {
  return handleParticipantPage(request, async () => {
    const { study: slug, token } = await params;
    const tokenRecord = isToken(token) ? await findOwnToken(hashToken(token)) : null;
    const isShown = tokenRecord !== null && (purpose === "own-data" || !tokenRecord.isEarlier);
    const session = isShown
      ? await findSession(tokenRecord.tokenHash, purpose === "screen" ? "renew" : "only-look")
      : null;
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!session || !running || running.slug !== slug) {
      const frame = createPlainFrame(request);
      const state = await getStudyState(slug);
      const codeUrl = state && state.status !== "draft" ? codePageUrl(slug, frame.language) : null;
      return respondWithNotice(unknownSessionNotice(createSay(frame), codeUrl), frame, 404);
    }
    const sessionUrl = tokenRecord?.isEarlier ? null : `/s/${slug}/${token}`;
    return work({ session, running: translateRunning(running, session.language), token, sessionUrl });
  });
}
