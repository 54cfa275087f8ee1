import { codePage } from "@/app/participant/code-page.tsx";
import { participantPost } from "../participant-endpoint.ts";

/** Shows the stored data to anyone who has the completion code of a session. Changes nothing. */
export function POST(request: Request): Promise<Response> {
  return participantPost(request, ({ fields }) => codePage(request, fields, null));
}
