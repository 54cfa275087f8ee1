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
import { createPlainFrame, sayOf } from "./page-frame.ts";
import { respondWithNotice } from "./respond.tsx";
import { participantPage } from "./trouble.ts";

export type SessionParams = Promise<{ study: string; token: string }>;

interface FoundSession {
  session: StoredSession;
  /** The session's protocol in its language. */
  running: RunningProtocol;
  token: string;
  /** The session's address; null on a page of stored data that was opened with an earlier token. */
  sessionUrl: string | null;
}

/**
 * Runs `work` for the page of one session; the token in the address proves that the visitor is its participant.
 *
 * @param purpose pages of stored data are also shown for tokens that were replaced by a signed return
 */
export function sessionPage(
  request: Request,
  params: SessionParams,
  purpose: "screen" | "own-data",
  work: (found: FoundSession) => Promise<Response>,
): Promise<Response> {
  return participantPage(request, async () => {
    const { study: slug, token } = await params;
    const ownToken = isToken(token) ? await findOwnToken(hashToken(token)) : null;
    const isShown = ownToken !== null && (purpose === "own-data" || !ownToken.isEarlier);
    const session = isShown
      ? await findSession(ownToken.tokenHash, purpose === "screen" ? "renew" : "only-look")
      : null;
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!session || !running || running.slug !== slug) {
      const frame = createPlainFrame(request);
      const state = await getStudyState(slug);
      const codeUrl = state && state.status !== "draft" ? codePageUrl(slug, frame.language) : null;
      return respondWithNotice(unknownSessionNotice(sayOf(frame), codeUrl), frame, 404);
    }
    const sessionUrl = ownToken?.isEarlier ? null : `/s/${slug}/${token}`;
    return work({ session, running: translateRunning(running, session.language), token, sessionUrl });
  });
}
