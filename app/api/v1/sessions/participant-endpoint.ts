import { respondToFailedForm, respondToFailedPost } from "@/app/participant/trouble.ts";
import { assertNotForeign } from "@/lib/server/platform/http/same-origin.ts";
import { isFormPost, type ParticipantPost, readPost } from "@/lib/server/sessions/read-post.ts";

/** Handles a participant's POST request. A failure becomes a page for a plain form, and JSON for all other requests. */
export async function handleParticipantPost(
  request: Request,
  work: (post: ParticipantPost) => Promise<Response>,
): Promise<Response> {
  let post: ParticipantPost | null = null;
  try {
    assertNotForeign(request.headers);
    post = await readPost(request);
    return await work(post);
  } catch (error) {
    return isFormPost(request)
      ? await respondToFailedForm(error, request, post)
      : respondToFailedPost(error, request, post);
  }
}

/** Handles a participant's heartbeat, which has no body; a failure becomes JSON. */
export async function handleParticipantHeartbeat(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    assertNotForeign(request.headers);
    return await work();
  } catch (error) {
    return respondToFailedPost(error, request, null);
  }
}
