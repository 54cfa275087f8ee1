import { respondWithCodePage } from "@/app/participant/code-page.tsx";
import { handleParticipantPost } from "../participant-endpoint.ts";

/** Shows the stored data to anyone who has the completion code of a session. Changes nothing. */
export function POST(request: Request): Promise<Response> {
  return handleParticipantPost(request, ({ fields }) => respondWithCodePage(request, fields, null));
}
