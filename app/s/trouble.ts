import type { Notice } from "@/components/survey/notice-document.tsx";
import type { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { explainError } from "@/lib/server/platform/http/explain-error.ts";
import type { ParticipantPost } from "@/lib/server/sessions/read-post.ts";
import { respondWithNotice } from "./respond.tsx";

/**
 * Runs what makes a participant's page; a database that is away and a fault of ours become pages, too: in plain words,
 * with a way on, and never a blank frame.
 */
export async function participantPage(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const { pathname, search } = new URL(request.url);
    const link = { url: pathname + search, label: "Try again" };
    const isAway = explainError(error)?.code === "unavailable";
    return respondWithTrouble(error, { ...(isAway ? awayNotice : faultNotice), link });
  }
}

/** Why a plain form was not taken. What it carried is in the page, so that it can be sent again without a script. */
export function respondToFailedForm(error: unknown, request: Request, post: ParticipantPost | null): Promise<Response> {
  const expected = explainError(error);
  if (expected && expected.code !== "unavailable") return respondWithTrouble(error, refusedNotice(expected));
  const again = post && {
    action: { url: new URL(request.url).pathname, label: "Send it again", hidden: post.fields },
  };
  return respondWithTrouble(error, { ...(expected ? notSavedNotice : faultNotice), ...again });
}

/** The failure as facts for the enhancement script and for machines. */
export function respondToFailedPost(error: unknown): Response {
  const { code, message, field, status, retryAfterSeconds } = resolveError(error);
  return Response.json(
    { error: { code, message, field } },
    { status, headers: { "cache-control": "no-store", ...retryHeader(retryAfterSeconds) } },
  );
}

async function respondWithTrouble(error: unknown, notice: Notice): Promise<Response> {
  const { status, retryAfterSeconds } = resolveError(error);
  // Which recruiter may frame the study cannot be asked now. The page shows nothing of it, so anybody may.
  const frame = { name: "Parallax", language: "en", frameAncestors: status >= 500 ? ["*"] : [] };
  const response = await respondWithNotice(notice, frame, status);
  for (const [name, value] of Object.entries(retryHeader(retryAfterSeconds))) response.headers.set(name, value);
  return response;
}

/** A bug is logged whole and answered with nothing that an outsider could learn from. */
function resolveError(error: unknown): Pick<AppError, "message" | "field" | "retryAfterSeconds"> & {
  code: string;
  status: number;
} {
  const expected = explainError(error);
  if (expected) return expected;
  console.error(error);
  return {
    code: "internal",
    message: "Something went wrong here. It has been noted.",
    field: undefined,
    status: 500,
    retryAfterSeconds: undefined,
  };
}

function retryHeader(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "retry-after": String(Math.ceil(seconds)) };
}

const awayNotice: Notice = {
  title: "The study cannot be reached right now",
  text: "Something on our side does not answer. Nothing that you sent is lost.\n\nPlease wait a few seconds, then try again.",
};

const notSavedNotice: Notice = {
  title: "Your answer is not saved yet",
  text: "Something on our side does not answer. What you sent is kept in this page.\n\nPlease wait a few seconds, then send it again.",
};

const faultNotice: Notice = {
  title: "Something went wrong here",
  text: "It is not your doing, and nothing that was saved is lost. Please try again.\n\nIf it happens again, contact the researcher through the service that sent you here.",
};

function refusedNotice(refusal: AppError): Notice {
  const reason = refusal.field === undefined ? refusal.message : `“${refusal.field.slice(0, 60)}” ${refusal.message}`;
  return {
    title: "This could not be taken",
    text: `${reason.replace(/[.!?]?$/, ".")} Nothing was saved.\n\nGo back in your browser and try once more.`,
  };
}
