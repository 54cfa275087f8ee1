import { closedNotice, knownPersonNotice, refusedArrivalNotice } from "@/app/s/notices.ts";
import { respondWithFragment, respondWithNotice, respondWithScreen } from "@/app/s/respond.tsx";
import { carriedFields, takePost } from "@/app/s/take-post.tsx";
import type { Notice } from "@/components/survey/notice-document.tsx";
import { type ArrivalRules, refuseArrival } from "@/lib/domain/survey/arrival-rules.ts";
import { entryParameters, parseEntry } from "@/lib/domain/survey/entry.ts";
import { consentQuestion, parseAnswers } from "@/lib/domain/survey/parse-answers.ts";
import { refuseText } from "@/lib/domain/text.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { networkHash } from "@/lib/server/platform/network/network-hash.ts";
import { createSession, type NetworkLimit } from "@/lib/server/sessions/create-session.ts";
import { splitFields } from "@/lib/server/sessions/read-post.ts";
import { recordRefusedArrival } from "@/lib/server/sessions/refused-arrivals.ts";
import {
  getRunningProtocol,
  getStudyState,
  isProtocolId,
  type RunningProtocol,
} from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { viewConsent } from "@/lib/server/sessions/view-consent.ts";
import { isSigned } from "@/lib/server/studies/entry-signature.ts";
import { participantPost } from "./participant-endpoint.ts";

/** The consent form: begins the session of the token that the page minted, then takes the consent like any screen. */
export function POST(request: Request): Promise<Response> {
  return participantPost(request, async ({ fields, isEnhanced }) => {
    const { carried, answers } = splitFields(fields, [...carriedFields, "study", "token", ...entryParameters]);
    const { study: slug, token } = carried;
    if (typeof slug !== "string") throw new AppError("invalid", "must name the study", "study");
    const unreadable = refuseText(slug, 200);
    if (unreadable) throw new AppError("invalid", unreadable, "study");
    if (typeof token !== "string" || !isToken(token)) throw new AppError("invalid", "is not a token", "token");
    const entry = parseEntry(carried);
    if (!entry.ok) throw new AppError("invalid", entry.message, entry.field);
    const state = await getStudyState(slug);
    if (!state?.protocolVersionId) throw new AppError("not-found", "There is no such study.");
    // The session runs under the text that this person read, though a newer one may have come since.
    const running = await readShownProtocol(carried.protocol);
    if (running?.studyId !== state.studyId) {
      throw new AppError("invalid", "must be the protocol that the form carried", "protocol");
    }
    const refuse = (notice: Notice, status: number) => refuseStart(running, notice, isEnhanced, status);
    const targets = { action: "/api/v1/sessions", withdraw: null, hidden: hiddenFields(carried) };
    const consent = parseAnswers([consentQuestion], answers);
    if (!consent.ok) {
      const [error] = consent.problems;
      const view = { ...viewConsent(running), problems: consent.problems };
      if (!isEnhanced) return respondWithScreen(view, targets, running.protocol.frameAncestors, 422);
      return respondWithFragment(view, targets, { status: "invalid", error: { code: "invalid", ...error } }, 422);
    }
    const agrees = consent.answers.consent === "yes";
    const isSignedEntry = entry.entry !== null && isSigned(state, entry.entry);
    const misfit = agrees ? refuseArrival(state.arrivalRules, entry.entry, isSignedEntry) : null;
    if (misfit) {
      await recordRefusedArrival(state.studyId, misfit, entry.entry);
      return refuse(refusedArrivalNotice(misfit), 403);
    }
    // Somebody who declines leaves no trace of who they are.
    const created = await createSession(
      state.studyId,
      running.id,
      hashToken(token),
      agrees ? entry.entry : null,
      await networkLimit(state.arrivalRules, request.headers),
    );
    if (!created.ok) {
      if (created.reason === "network-full") await recordRefusedArrival(state.studyId, "network-full", entry.entry);
      return refuse(noticeOf(created.reason, state.status === "paused"), 409);
    }
    return takePost({ running, token, screen: 0, answers, carried, isEnhanced, formTargets: targets });
  });
}

type Refused = Exclude<Awaited<ReturnType<typeof createSession>>, { ok: true }>["reason"];

function noticeOf(reason: Refused, isPaused: boolean): Notice {
  switch (reason) {
    case "known-person":
      return knownPersonNotice;
    case "network-full":
      return refusedArrivalNotice("network-full");
    case "not-open":
      return closedNotice(isPaused ? "paused" : "closed");
  }
}

/** Nothing begins; the script shows the sentence, a plain form gets a page. */
async function refuseStart(
  running: RunningProtocol,
  notice: Notice,
  isEnhanced: boolean,
  status: number,
): Promise<Response> {
  if (isEnhanced) {
    const code = status === 403 ? "forbidden" : "conflict";
    return Response.json({ error: { code, message: notice.title, detail: notice.text } }, { status });
  }
  const frame = {
    name: running.studyName,
    language: running.language,
    frameAncestors: running.protocol.frameAncestors,
  };
  return respondWithNotice(notice, frame, status);
}

/** The network's hash is made only where a study counts networks. */
async function networkLimit(rules: ArrivalRules, headers: Headers): Promise<NetworkLimit> {
  return { hash: rules.networkCap === null ? null : await networkHash(headers), cap: rules.networkCap };
}

async function readShownProtocol(id: string | string[] | undefined): Promise<RunningProtocol | null> {
  return typeof id === "string" && isProtocolId(id) ? getRunningProtocol(id) : null;
}

function hiddenFields(carried: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(carried).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" && !["visible-ms", "focus-losses"].includes(entry[0]),
    ),
  );
}
