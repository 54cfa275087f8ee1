import { carriedFields, handlePost, respondUnknownSession } from "@/app/participant/take-post.tsx";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { splitFields } from "@/lib/server/sessions/read-post.ts";
import { getRunningProtocol, isProtocolId } from "@/lib/server/sessions/running-study.ts";
import { isToken } from "@/lib/server/sessions/session-token.ts";
import { handleParticipantPost } from "../../../participant-endpoint.ts";

type Params = { params: Promise<{ token: string; screen: string }> };

/** Stores one screen's answers. Token and screen identify the write: a repeated request is stored once. */
export function POST(request: Request, { params }: Params): Promise<Response> {
  return handleParticipantPost(request, async ({ fields, isEnhanced }) => {
    const { token, screen } = await params;
    const { carried, answers } = splitFields(fields, carriedFields);
    if (!isToken(token) || !/^\d{1,5}$/.test(screen)) return respondUnknownSession(request, isEnhanced);
    const { protocol } = carried;
    if (typeof protocol !== "string" || !isProtocolId(protocol)) {
      throw new AppError("invalid", "must be the protocol that the form carried", "protocol");
    }
    const running = await getRunningProtocol(protocol);
    if (!running) return respondUnknownSession(request, isEnhanced);
    return handlePost({ request, running, token, screen: Number(screen), answers, carried, isEnhanced });
  });
}
