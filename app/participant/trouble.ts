import type { ParticipantNotice } from "@/components/survey/notice-document.tsx";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { explainError } from "@/lib/server/platform/http/explain-error.ts";
import { findSession } from "@/lib/server/sessions/find-session.ts";
import type { ParticipantPost } from "@/lib/server/sessions/read-post.ts";
import { getRunningProtocol, translateRunning } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { createPlainFrame, createSay, createStudyFrame, type PageFrame } from "./page-frame.ts";
import { respondWithNotice } from "./respond.tsx";

/**
 * Runs `work` for a participant's page. If it fails unexpectedly or the database is unavailable, the response is a page
 * with a plain message and a way to continue.
 */
export async function handleParticipantPage(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const { pathname, search } = new URL(request.url);
    const isUnavailable = explainError(error)?.code === "unavailable";
    return respondWithErrorPage(error, request, null, (say) => ({
      ...(isUnavailable ? unavailableNotice(say) : faultNotice(say)),
      link: { url: pathname + search, label: say("tryAgain") },
    }));
  }
}

/**
 * The page after a plain form could not be stored. It contains the form's values, so that the participant can send the
 * form again without a script.
 */
export function respondToFailedForm(error: unknown, request: Request, post: ParticipantPost | null): Promise<Response> {
  const expected = explainError(error);
  if (expected?.code === "too-many") return respondWithErrorPage(error, request, post, tooManyNotice);
  if (expected && expected.code !== "unavailable") {
    return respondWithErrorPage(error, request, post, (say) => refusedNotice(say, expected));
  }
  return respondWithErrorPage(error, request, post, (say) => ({
    ...(expected ? notSavedNotice(say) : faultNotice(say)),
    ...(post && { action: { url: new URL(request.url).pathname, label: say("sendAgain"), hidden: post.fields } }),
  }));
}

/**
 * The failure as JSON. `detail` tells the participant, in their language, what they can do; the enhancement script
 * shows it.
 */
export async function respondToFailedPost(
  error: unknown,
  request: Request,
  post: ParticipantPost | null,
): Promise<Response> {
  const { code, message, field, status, retryAfterSeconds } = resolveError(error);
  const detail =
    code === "too-large" ? createSay(await chooseErrorFrame(code, request, post))("refusedTooLarge") : undefined;
  return Response.json(
    { error: { code, message, field, detail } },
    { status, headers: { "cache-control": "no-store", ...retryHeader(retryAfterSeconds) } },
  );
}

async function respondWithErrorPage(
  error: unknown,
  request: Request,
  post: ParticipantPost | null,
  createNotice: (say: Say) => ParticipantNotice,
): Promise<Response> {
  const { code, status, retryAfterSeconds } = resolveError(error);
  // The recruiter that may frame the study cannot be read now. The page contains no data of the study, so any site may
  // frame it.
  const frame = { ...(await chooseErrorFrame(code, request, post)), frameAncestors: status >= 500 ? ["*"] : [] };
  const response = await respondWithNotice(createNotice(createSay(frame)), frame, status);
  for (const [name, value] of Object.entries(retryHeader(retryAfterSeconds))) response.headers.set(name, value);
  return response;
}

/**
 * The frame of an error page. Its language is that of the session in the address, otherwise that of the form, otherwise
 * the browser's. The form's language is known even if the database is unavailable.
 */
async function chooseErrorFrame(code: string, request: Request, post: ParticipantPost | null): Promise<PageFrame> {
  const { page_language: formLanguage, lang } = post?.fields ?? {};
  const requestedLanguage = [formLanguage, lang].find((language) => typeof language === "string");
  const plain = createPlainFrame(request, typeof requestedLanguage === "string" ? requestedLanguage : null);
  if (code === "unavailable") return plain;
  const { language, words } = (await findSessionFrame(request).catch(() => null)) ?? plain;
  return { ...plain, language, words };
}

/** The frame of the session whose token is in the address; null without a token. */
async function findSessionFrame(request: Request): Promise<PageFrame | null> {
  const token = new URL(request.url).pathname.split("/").find(isToken);
  const session = token === undefined ? null : await findSession(hashToken(token), "only-look");
  const running = session && (await getRunningProtocol(session.protocolVersionId));
  return running && createStudyFrame(translateRunning(running, session.language));
}

/** An unexpected error is logged in full; the response contains no details. */
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

function unavailableNotice(say: Say): ParticipantNotice {
  return { title: say("awayTitle"), text: say("awayText") };
}

function notSavedNotice(say: Say): ParticipantNotice {
  return { title: say("notSavedTitle"), text: say("notSavedText") };
}

function faultNotice(say: Say): ParticipantNotice {
  return { title: say("faultTitle"), text: say("faultText") };
}

function tooManyNotice(say: Say): ParticipantNotice {
  return { title: say("tooManyTitle"), text: say("tooManyText") };
}

/** The notice for an invalid request. Its details are in English and for programs, so they are not shown. */
function refusedNotice(say: Say, refusal: AppError): ParticipantNotice {
  const reason = say(refusal.code === "too-large" ? "refusedTooLarge" : "refusedUnreadable");
  return { title: say("refusedTitle"), text: say("refusedText", { reason }) };
}
