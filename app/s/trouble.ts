import type { Notice } from "@/components/survey/notice-document.tsx";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { explainError } from "@/lib/server/platform/http/explain-error.ts";
import type { ParticipantPost } from "@/lib/server/sessions/read-post.ts";
import { plainFrame, sayOf } from "./page-frame.ts";
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
    const isAway = explainError(error)?.code === "unavailable";
    return respondWithTrouble(error, request, (say) => ({
      ...(isAway ? awayNotice(say) : faultNotice(say)),
      link: { url: pathname + search, label: say("tryAgain") },
    }));
  }
}

/** Why a plain form was not taken. What it carried is in the page, so that it can be sent again without a script. */
export function respondToFailedForm(error: unknown, request: Request, post: ParticipantPost | null): Promise<Response> {
  const expected = explainError(error);
  if (expected?.code === "too-many") return respondWithTrouble(error, request, tooManyNotice);
  if (expected && expected.code !== "unavailable") {
    return respondWithTrouble(error, request, (say) => refusedNotice(say, expected));
  }
  return respondWithTrouble(error, request, (say) => ({
    ...(expected ? notSavedNotice(say) : faultNotice(say)),
    ...(post && { action: { url: new URL(request.url).pathname, label: say("sendAgain"), hidden: post.fields } }),
  }));
}

/** The failure as facts for the enhancement script and for machines. */
export function respondToFailedPost(error: unknown): Response {
  const { code, message, field, status, retryAfterSeconds } = resolveError(error);
  return Response.json(
    { error: { code, message, field } },
    { status, headers: { "cache-control": "no-store", ...retryHeader(retryAfterSeconds) } },
  );
}

async function respondWithTrouble(error: unknown, request: Request, noticeIn: (say: Say) => Notice): Promise<Response> {
  const { status, retryAfterSeconds } = resolveError(error);
  // Which recruiter may frame the study cannot be asked now. The page shows nothing of it, so anybody may.
  const frame = { ...plainFrame(request), frameAncestors: status >= 500 ? ["*"] : [] };
  const response = await respondWithNotice(noticeIn(sayOf(frame)), frame, status);
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

function awayNotice(say: Say): Notice {
  return { title: say("awayTitle"), text: say("awayText") };
}

function notSavedNotice(say: Say): Notice {
  return { title: say("notSavedTitle"), text: say("notSavedText") };
}

function faultNotice(say: Say): Notice {
  return { title: say("faultTitle"), text: say("faultText") };
}

function tooManyNotice(say: Say): Notice {
  return { title: say("tooManyTitle"), text: say("tooManyText") };
}

function refusedNotice(say: Say, refusal: AppError): Notice {
  const reason = refusal.field === undefined ? refusal.message : `“${refusal.field.slice(0, 60)}” ${refusal.message}`;
  return { title: say("refusedTitle"), text: say("refusedText", { reason: reason.replace(/[.!?]?$/, ".") }) };
}
