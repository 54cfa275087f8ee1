import { findSession, type StoredSession } from "@/lib/server/sessions/find-session.ts";
import { getRunningProtocol, inLanguage, type RunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { unknownSessionNotice } from "./notices.ts";
import { plainFrame, sayOf } from "./page-frame.ts";
import { respondWithNotice } from "./respond.tsx";
import { participantPage } from "./trouble.ts";

export type SessionParams = Promise<{ study: string; token: string }>;

interface FoundSession {
  session: StoredSession;
  /** The session's protocol in its language. */
  running: RunningProtocol;
  token: string;
}

/** Runs what makes a page of one session; the token in the address is the proof of being its participant. */
export function sessionPage(
  request: Request,
  params: SessionParams,
  renewal: "renew" | "only-look",
  work: (found: FoundSession) => Promise<Response>,
): Promise<Response> {
  return participantPage(request, async () => {
    const { study: slug, token } = await params;
    const session = isToken(token) ? await findSession(hashToken(token), renewal) : null;
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!session || !running || running.slug !== slug) {
      const frame = plainFrame(request);
      return respondWithNotice(unknownSessionNotice(sayOf(frame)), frame, 404);
    }
    return work({ session, running: inLanguage(running, session.language), token });
  });
}
