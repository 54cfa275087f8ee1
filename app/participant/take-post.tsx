import { parseScreenProcess } from "@/lib/domain/survey/cleaning/screen-process.ts";
import type { FieldProblem } from "@/lib/domain/survey/parse-answers.ts";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { playbacks } from "@/lib/domain/tasks/screens/playback.ts";
import { findSession } from "@/lib/server/sessions/find-session.ts";
import { getRunningProtocol, type RunningProtocol, translateRunning } from "@/lib/server/sessions/running-study.ts";
import { hashToken } from "@/lib/server/sessions/session-token.ts";
import { type SubmitResult, submitScreen } from "@/lib/server/sessions/submit-screen.ts";
import { viewEndPage, viewNextScreen, viewStoredSession } from "@/lib/server/sessions/view-session.ts";
import type { DecliningParticipant } from "./declining-participant.ts";
import { unknownSessionNotice, waitNotice } from "./notices.ts";
import { createPlainFrame, createSay, createStudyFrame } from "./page-frame.ts";
import { respondWithFragment, respondWithNotice, respondWithScreen } from "./respond.tsx";
import { sessionTargets } from "./targets.ts";

/** The hidden fields of every participant form. The language is for an error page. */
export const carriedFields = [
  "protocol",
  "page_language",
  "visible-ms",
  "focus-losses",
  "process",
  "playback",
  "expired",
] as const;

interface HandledPost {
  request: Request;
  /** The protocol that the form names, in the form's language; the next screen is in the session's language. */
  running: RunningProtocol;
  token: string;
  screen: number;
  answers: Record<string, string | string[] | undefined>;
  carried: Record<string, string | string[] | undefined>;
  isEnhanced: boolean;
  /** The targets of the posted form, needed to show the form again with its problems. */
  formTargets?: ReturnType<typeof sessionTargets>;
  /** The person who declines, as the recruiter's link identifies them, if the return link needs their ID. */
  decliningParticipant?: DecliningParticipant | null;
}

/**
 * Stores the answers of one screen and responds with the next screen. The enhancement script receives a fragment. A
 * plain form is redirected to the session's address, so that reload and back never post twice.
 */
export async function handlePost(post: HandledPost): Promise<Response> {
  const { running, token } = post;
  const result = await submitScreen(running, token, {
    screen: post.screen,
    fields: post.answers,
    language: running.language,
    reported: {
      visibleMs: parseCount(post.carried["visible-ms"]),
      focusLosses: parseCount(post.carried["focus-losses"]),
      process: parseScreenProcess(post.carried.process),
      playback: playbacks.find((one) => one === post.carried.playback) ?? null,
      isExpiry: post.carried.expired === "yes",
    },
  });
  if (result.status === "unknown") return respondUnknownSession(post.request, post.isEnhanced);
  if (result.status === "waiting") return respondWithWait(post, result);
  if (result.status === "invalid") return respondWithProblems(post, { problems: result.problems, isEarly: false });
  if (!post.isEnhanced) {
    // For a plain form, a redirect would lose the entered answers.
    if (isTooEarly(result) && Object.keys(post.answers).length > 0)
      return respondWithProblems(post, { problems: [], isEarly: true });
    const location = buildAddress(post, noteParameter(result));
    return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  }
  const view = await viewResult(post, result);
  const facts = { ...describeResult(result), url: buildAddress(post, "") };
  const targets = sessionTargets(running, token, view, post.decliningParticipant?.query ?? "");
  return respondWithFragment(view, targets, facts, chooseStatusCode(result));
}

/**
 * The address of the session's page. Nothing is stored about a person who declined, so their address keeps the
 * parameters that the return link needs.
 */
function buildAddress({ running, token, decliningParticipant }: HandledPost, note: string): string {
  const query = [note, decliningParticipant?.query ?? ""].filter((part) => part !== "").join("&");
  return `/s/${running.slug}/${token}${query && `?${query}`}`;
}

function isTooEarly(result: SubmitResult): boolean {
  return result.status === "refused" && result.refusal.reason === "too-early";
}

/**
 * The parameter that makes the page show a message after a plain form's redirect: the form was sent too early or too
 * late, or the session has just ended.
 */
function noteParameter(result: Exclude<SubmitResult, { status: "unknown" | "invalid" | "waiting" }>): string {
  if (isTooEarly(result)) return "early";
  if (result.status !== "advanced") return "";
  if (result.stepped.outcome) return "done";
  return result.isTimedOut ? "late" : "";
}

function describeResult(result: Exclude<SubmitResult, { status: "unknown" | "invalid" | "waiting" }>) {
  switch (result.status) {
    case "advanced":
      return { status: "saved", receipt: result.receipt };
    case "repeated":
      return { status: result.same ? "saved" : "kept-earlier", receipt: result.receipt };
    case "refused":
      return { status: result.refusal.reason, receipt: null };
  }
}

/** The HTTP status. Repeating the same answer is a success; a different answer to an earlier screen is a conflict. */
function chooseStatusCode(result: Exclude<SubmitResult, { status: "unknown" | "invalid" | "waiting" }>): number {
  if (result.status === "advanced") return 200;
  if (result.status === "repeated") return result.same ? 200 : 409;
  return 409;
}

async function viewResult(
  { running: posted, token, screen, decliningParticipant }: HandledPost,
  result: Exclude<SubmitResult, { status: "unknown" | "invalid" | "waiting" }>,
): Promise<SessionView> {
  const page = { token, decliningParticipant: decliningParticipant?.entry ?? null };
  if (result.status !== "advanced") {
    return viewStoredSession(translateRunning(posted, result.session.language), result.session, page);
  }
  const { stepped } = result;
  const running = translateRunning(posted, stepped.language);
  if (stepped.outcome) {
    const lastScreen = stepped.outcome === "over-quota" ? screen : (result.next?.index ?? screen);
    return viewEndPage(
      running,
      { ...stepped, outcome: stepped.outcome, screen: lastScreen },
      { ...page, isFresh: true },
    );
  }
  const next = result.next && running.screens[result.next.index];
  if (!next) throw new Error("a step that neither ended the session nor showed a screen");
  const view = await viewNextScreen(running, {
    sessionId: stepped.sessionId,
    screen: next,
    itemVersionId: stepped.itemVersionId,
    previousItemVersionId: stepped.previousItemVersionId,
    conditionId: stepped.conditionId,
    answer: result.answer,
    since: null,
    slot: stepped.keptUntil ? { keptUntil: stepped.keptUntil.toISOString(), lost: false } : null,
  });
  return { ...view, isAfterTimeout: result.isTimedOut };
}

/**
 * Responds that all slots are reserved: redirects to the session's page, which waits and resends the submitted answers
 * automatically.
 */
function respondWithWait(post: HandledPost, wait: Extract<SubmitResult, { status: "waiting" }>): Response {
  const location = buildAddress(post, "");
  const headers = { "cache-control": "no-store", "retry-after": secondsUntil(wait.until) };
  if (!post.isEnhanced) return new Response(null, { status: 303, headers: { ...headers, location } });
  const notice = waitNotice(createSay(createStudyFrame(post.running)), wait, null);
  const error = { code: "conflict", message: notice.title, detail: notice.title };
  return Response.json({ status: "waiting", receipt: null, url: location, error }, { status: 409, headers });
}

function secondsUntil(moment: Date): string {
  return String(Math.max(1, Math.ceil((moment.getTime() - Date.now()) / 1_000)));
}

/**
 * Shows the same screen again with the given answers, and with a sentence for each invalid field or the message that
 * the form was sent too early.
 */
async function respondWithProblems(
  post: HandledPost,
  { problems, isEarly }: { problems: FieldProblem[]; isEarly: boolean },
): Promise<Response> {
  const session = await findSession(hashToken(post.token), "renew");
  if (!session) return respondUnknownSession(post.request, post.isEnhanced);
  const stored = await getRunningProtocol(session.protocolVersionId);
  if (!stored) return respondUnknownSession(post.request, post.isEnhanced);
  const running = translateRunning(stored, session.language);
  const view = {
    ...(await viewStoredSession(running, session, { token: post.token })),
    ...{ problems, isEarly },
    given: Object.fromEntries(
      // All checked values of one name, separated by spaces; the values themselves contain no spaces.
      Object.entries(post.answers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(" ")]],
      ),
    ),
  };
  const targets = post.formTargets ?? sessionTargets(running, post.token, view, "");
  if (!post.isEnhanced) return respondWithScreen(view, targets, createStudyFrame(running), isEarly ? 409 : 422);
  const [first] = problems;
  const facts = { status: "invalid", error: { code: "invalid", ...first }, receipt: null };
  return respondWithFragment(view, targets, facts, 422);
}

/**
 * The response for an unknown token, an unknown screen, or a protocol of another study. The three cases look the same.
 */
export async function respondUnknownSession(request: Request, isEnhanced: boolean): Promise<Response> {
  if (!isEnhanced) {
    const frame = createPlainFrame(request);
    return respondWithNotice(unknownSessionNotice(createSay(frame), null), frame, 404);
  }
  const message = "Session not found. The link may be incomplete.";
  return Response.json(
    { error: { code: "not-found", message } },
    { status: 404, headers: { "cache-control": "no-store" } },
  );
}

/**
 * Parses a non-negative whole number that a browser reports. Any other value gives null and does not invalidate the
 * answer.
 */
function parseCount(value: string | string[] | undefined): number | null {
  if (typeof value !== "string" || !/^\d{1,9}$/.test(value)) return null;
  return Number(value);
}
