import { unknownSession } from "@/app/s/take-post.tsx";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { findSession } from "@/lib/server/sessions/find-session.ts";
import { getRunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { withdraw } from "@/lib/server/sessions/withdraw.ts";
import { participantPost } from "../../participant-endpoint.ts";

/** Leaves the study for good, with or without the answers: as the person chooses, else as the protocol says. */
export function POST(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return participantPost(request, async ({ fields, isEnhanced }) => {
    const { token } = await params;
    const unknown = Object.keys(fields).find((field) => field !== "confirm" && field !== "answers");
    if (unknown !== undefined) throw new AppError("invalid", "is not a known field", unknown);
    if (fields.confirm !== "yes") throw new AppError("invalid", "must be yes", "confirm");
    const { answers } = fields;
    if (answers !== undefined && answers !== "keep" && answers !== "erase") {
      throw new AppError("invalid", "must be keep or erase", "answers");
    }
    const session = isToken(token) ? await findSession(hashToken(token), "only-look") : null;
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!running) return unknownSession(request, isEnhanced);
    const outcome = await withdraw(hashToken(token), answers ?? running.protocol.withdrawal);
    const address = `/s/${running.slug}/${token}`;
    if (isEnhanced) return Response.json({ outcome, url: address });
    return new Response(null, { status: 303, headers: { location: address, "cache-control": "no-store" } });
  });
}
