import { respondUnknownSession } from "@/app/participant/take-post.tsx";
import { findSession } from "@/lib/server/sessions/find-session.ts";
import { getRunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { handleParticipantHeartbeat } from "../../participant-endpoint.ts";

/** A heartbeat from an open page: renews the lease of the slot and returns its end. */
export function POST(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return handleParticipantHeartbeat(request, async () => {
    const { token } = await params;
    const session = isToken(token) ? await findSession(hashToken(token), "renew") : null;
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!session || !running) return respondUnknownSession(request, true);
    return Response.json(
      { screen: session.screen, outcome: session.outcome, keptUntil: session.keptUntil, lostSlot: session.lostSlot },
      { headers: { "cache-control": "no-store" } },
    );
  });
}
