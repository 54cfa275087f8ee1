import { respondUnknownSession } from "@/app/participant/take-post.tsx";
import { createMediaResponse } from "@/lib/server/items/media/file-response.ts";
import { readSessionFile } from "@/lib/server/sessions/read-session-file.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { handleParticipantHeartbeat } from "../../../participant-endpoint.ts";

type SessionFile = { params: Promise<{ token: string; sha256: string }> };

/** An image or recording that an item of the session shows. */
export function GET(request: Request, { params }: SessionFile): Promise<Response> {
  return handleParticipantHeartbeat(request, async () => {
    const { token, sha256 } = await params;
    const file = isToken(token) ? await readSessionFile(hashToken(token), sha256) : undefined;
    return file ? createMediaResponse(request, file) : respondUnknownSession(request, true);
  });
}
