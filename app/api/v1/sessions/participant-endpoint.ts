import { respondToFailedForm, respondToFailedPost } from "@/app/participant/trouble.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { isFormPost, type ParticipantPost, readPost } from "@/lib/server/sessions/read-post.ts";

/**
 * Takes a participant's post and turns failures into answers: a page for a plain form, facts for everything else. There
 * are no cookies to ride on, so the origin check only keeps other sites from starting sessions in a visitor's name; a
 * sandboxed frame sends `null` and is let in.
 */
export async function participantPost(
  request: Request,
  work: (post: ParticipantPost) => Promise<Response>,
): Promise<Response> {
  let post: ParticipantPost | null = null;
  try {
    refuseForeign(request);
    post = await readPost(request);
    return await work(post);
  } catch (error) {
    return isFormPost(request)
      ? await respondToFailedForm(error, request, post)
      : respondToFailedPost(error, request, post);
  }
}

/** The same for a sign of life, which has no body. */
export async function participantSignal(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    refuseForeign(request);
    return await work();
  } catch (error) {
    return respondToFailedPost(error, request, null);
  }
}

function refuseForeign(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null || origin === "null") return;
  if (origin === environment().publicUrl) return;
  if (URL.canParse(origin) && new URL(origin).host === request.headers.get("host")) return;
  throw new AppError("invalid", "This form was sent from another site.");
}
