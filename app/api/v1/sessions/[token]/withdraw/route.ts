import { respondUnknownSession } from "@/app/participant/take-post.tsx";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { withdraw } from "@/lib/server/sessions/erasure/withdraw.ts";
import { findSession } from "@/lib/server/sessions/find-session.ts";
import { findOwnToken } from "@/lib/server/sessions/own-data/find-own-token.ts";
import { getRunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { handleParticipantPost } from "../../participant-endpoint.ts";

/**
 * Withdraws from the study. The participant chooses whether the answers are kept or erased; the protocol defines the
 * default.
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
    const tokenRecord = isToken(token) ? await findOwnToken(hashToken(token)) : null;
    const session = tokenRecord && (await findSession(tokenRecord.tokenHash, "only-look"));
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!tokenRecord || !running) return respondUnknownSession(request, isEnhanced);
    const outcome = await withdraw(tokenRecord.tokenHash, answers ?? running.protocol.withdrawal);
    // A token that was replaced by a signed return opens only the participant's stored data, no screen.
    const redirectPath = `/s/${running.slug}/${token}${tokenRecord.isEarlier ? "/data" : ""}`;
    if (isEnhanced) return Response.json({ outcome, url: redirectPath });
    return new Response(null, { status: 303, headers: { location: redirectPath, "cache-control": "no-store" } });
  });
}
