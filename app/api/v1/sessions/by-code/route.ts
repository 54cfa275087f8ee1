import { codePage } from "@/app/participant/code-page.tsx";
import { participantPost } from "../participant-endpoint.ts";

/** Shows what is stored to anyone who has the code of a session. Looking changes nothing. */
export function POST(request: Request): Promise<Response> {
  return participantPost(request, ({ fields }) => codePage(request, fields, null));
}
