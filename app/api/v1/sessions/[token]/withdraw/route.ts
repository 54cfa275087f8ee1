import { unknownSession } from "@/app/participant/take-post.tsx";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { withdraw } from "@/lib/server/sessions/erasure/withdraw.ts";
import { findSession } from "@/lib/server/sessions/find-session.ts";
import { findOwnToken } from "@/lib/server/sessions/own-data/find-own-token.ts";
import { getRunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { handleParticipantPost } from "../../participant-endpoint.ts";

/**
 * Withdraws from the study, and keeps or erases the answers as the participant chooses, otherwise as the protocol
 * defines.
 */
export function POST(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return handleParticipantPost(request, async ({ fields, isEnhanced }) => {
    const { token } = await params;
    const unknown = Object.keys(fields).find((field) => field !== "confirm" && field !== "answers");
    if (unknown !== undefined) throw new AppError("invalid", "is not a known field", unknown);
    if (fields.confirm !== "yes") throw new AppError("invalid", "must be yes", "confirm");
    const { answers } = fields;
    if (answers !== undefined && answers !== "keep" && answers !== "erase") {
      throw new AppError("invalid", "must be keep or erase", "answers");
    }
    const ownToken = isToken(token) ? await findOwnToken(hashToken(token)) : null;
    const session = ownToken && (await findSession(ownToken.tokenHash, "only-look"));
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!ownToken || !running) return unknownSession(request, isEnhanced);
    const outcome = await withdraw(ownToken.tokenHash, answers ?? running.protocol.withdrawal);
    // An address from before a signed return shows the participant's stored data but no screen.
    const redirectPath = `/s/${running.slug}/${token}${ownToken.isEarlier ? "/data" : ""}`;
    if (isEnhanced) return Response.json({ outcome, url: redirectPath });
    return new Response(null, { status: 303, headers: { location: redirectPath, "cache-control": "no-store" } });
  });
}
