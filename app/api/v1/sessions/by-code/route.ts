import { respondWithCodePage } from "@/app/participant/code-page.tsx";
import { handleParticipantPost } from "../participant-endpoint.ts";

/** Shows a session's stored data to anyone who has its completion code. Changes nothing. */
export function POST(request: Request): Promise<Response> {
  return handleParticipantPost(request, ({ fields }) => respondWithCodePage(request, fields, null));
}
