import { unknownPassage } from "@/app/s/take-post.tsx";
import { findPassage } from "@/lib/server/survey/find-passage.ts";
import { getRunningProtocol } from "@/lib/server/survey/running-study.ts";
import { hashToken, isToken } from "@/lib/server/survey/session-token.ts";
import { participantSignal } from "../../participant-door.ts";

/** A sign of life from an open page: keeps the place, and says until when. */
export function POST(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return participantSignal(request, async () => {
    const { token } = await params;
    const passage = isToken(token) ? await findPassage(hashToken(token), "renew") : null;
    const running = passage && (await getRunningProtocol(passage.protocolVersionId));
    if (!passage || !running) return unknownPassage(true);
    return Response.json(
      { screen: passage.screen, outcome: passage.outcome, keptUntil: passage.keptUntil, lostPlace: passage.lostPlace },
      { headers: { "cache-control": "no-store" } },
    );
  });
}
