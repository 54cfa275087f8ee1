import { readDecliningParticipant } from "@/app/participant/declining-participant.ts";
import {
  closedNotice,
  deniedNotice,
  knownPersonNotice,
  previewNotice,
  refusedArrivalNotice,
} from "@/app/participant/notices.ts";
import { createSay, createStudyFrame } from "@/app/participant/page-frame.ts";
import { respondWithFragment, respondWithNotice, respondWithScreen } from "@/app/participant/respond.tsx";
import { carriedFields, handlePost } from "@/app/participant/take-post.tsx";
import type { ArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { codePageUrl } from "@/lib/domain/survey/completion-code.ts";
import { entryParameters, isTaskPreview, parseEntry } from "@/lib/domain/survey/entry.ts";
import { type FormFields, parseConsent } from "@/lib/domain/survey/parse-answers.ts";
import { proofName, tokenName } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { findArrivalRefusal } from "@/lib/domain/survey/refuse-arrival.ts";
import { findTextProblem } from "@/lib/domain/text.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { networkHash } from "@/lib/server/platform/network/network-hash.ts";
import { type CreateResult, createSession } from "@/lib/server/sessions/create-session.ts";
import { splitFields } from "@/lib/server/sessions/read-post.ts";
import { recordRefusedArrival } from "@/lib/server/sessions/refused-arrivals.ts";
import {
  getRunningProtocol,
  getStudyState,
  isProtocolId,
  panelParamNames,
  type RunningProtocol,
  type StudyState,
  translateRunning,
} from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { viewConsent } from "@/lib/server/sessions/view-consent.ts";
import { isProvenForm } from "@/lib/server/studies/entry/arrival-proof.ts";
import { handleParticipantPost } from "./participant-endpoint.ts";

/**
 * Handles the consent form: starts the session with the token that the page created, then stores the consent as the
 * first screen.
 */
export function POST(request: Request): Promise<Response> {
  return handleParticipantPost(request, async ({ fields, isEnhanced }) => {
    // The session uses the protocol version that the participant has read, even if a newer version exists.
    const stored = await readShownProtocol(fields.protocol);
    const panel = stored && panelParamNames(stored.protocol);
    const names = [...carriedFields, "study", "token", "lang", tokenName, proofName, ...entryParameters(panel)];
    const { carried, answers } = splitFields(fields, names);
    const { slug, token } = readStudyAndToken(carried);
    const state = await getStudyState(slug);
    if (!state?.protocolVersionId) throw new AppError("not-found", "There is no such study.");
    if (stored?.studyId !== state.studyId) {
      throw new AppError("invalid", "must be the protocol that the form carried", "protocol");
    }
    const recruiter = stored.protocol.recruiter?.kind ?? "none";
    const entry = parseEntry(carried, panel, recruiter);
    if (!entry.ok) throw new AppError("invalid", entry.message, entry.field);
    const running = translateRunning(stored, typeof carried.lang === "string" ? carried.lang : null);
    const frame = createStudyFrame(running);
    if (isTaskPreview(carried)) {
      const notice = previewNotice(createSay(frame), running);
      if (isEnhanced) return refusalResponse("conflict", notice.title, notice.text);
      return respondWithNotice(notice, frame, 409);
    }
    const targets = { action: "/api/v1/sessions", withdraw: null, hidden: collectHiddenFields(carried) };
    const consent = parseConsent(running.protocol.consent.boxes ?? [], answers);
    if (!consent.ok) {
      const [error] = consent.problems;
      const stringAnswers = Object.fromEntries(
        Object.entries(answers).filter((field): field is [string, string] => typeof field[1] === "string"),
      );
      const view = { ...viewConsent(running), problems: consent.problems, given: stringAnswers };
      if (!isEnhanced) return respondWithScreen(view, targets, frame, 422);
      return respondWithFragment(view, targets, { status: "invalid", error: { code: "invalid", ...error } }, 422);
    }
    const agrees = consent.answers.consent === "yes";
    const isProvedEntry = entry.entry !== null && isProvenForm(state, entry.entry, token, carried[proofName]);
    const proof = isProvedEntry ? "signature" : "none";
    const refusal = agrees ? findArrivalRefusal(state.arrivalRules, entry.entry, proof, recruiter) : null;
    if (refusal) {
      await recordRefusedArrival(state.studyId, refusal, entry.entry);
      const notice = refusedArrivalNotice(createSay(frame), refusal);
      return isEnhanced
        ? refusalResponse("forbidden", notice.title, notice.text, 403)
        : respondWithNotice(notice, frame, 403);
    }
    // Nothing is stored about a person who declines.
    const network = agrees ? await hashNetwork(state.arrivalRules, request.headers) : null;
    const participantEntry = agrees ? entry.entry : null;
    const decliningParticipant = agrees ? null : readDecliningParticipant(running, state, carried);
    const created = await createSession(
      state.studyId,
      running.id,
      hashToken(token),
      participantEntry,
      network,
      running.language,
    );
    if (!created.ok) return respondToRefusal(created.reason, { running, state, carried, isEnhanced });
    return handlePost({
      request,
      running,
      token,
      screen: 0,
      answers,
      carried,
      isEnhanced,
      formTargets: targets,
      decliningParticipant,
    });
  });
}

function readStudyAndToken(carried: FormFields): { slug: string; token: string } {
  const { study: slug, token } = carried;
  if (typeof slug !== "string") throw new AppError("invalid", "must name the study", "study");
  const unreadable = findTextProblem(slug, 200);
  if (unreadable) throw new AppError("invalid", unreadable, "study");
  if (typeof token !== "string" || !isToken(token)) throw new AppError("invalid", "is not a token", "token");
  return { slug, token };
}

/**
 * Responds with the reason why no session was started. A plain form is redirected to the study's address with all
 * parameters of the recruiter's link. That page shows the same reason, and a reload or a copied address keeps the
 * parameters.
 */
async function respondToRefusal(
  reason: Extract<CreateResult, { ok: false }>["reason"],
  post: { running: RunningProtocol; state: StudyState; carried: FormFields; isEnhanced: boolean },
): Promise<Response> {
  const { running, state, carried, isEnhanced } = post;
  const frame = createStudyFrame(running);
  if (!isEnhanced) {
    const names = [...entryParameters(panelParamNames(running.protocol)), tokenName, "lang"];
    const urlParameters = Object.entries(carried).filter(
      (field): field is [string, string] => names.includes(field[0]) && typeof field[1] === "string",
    );
    const search = new URLSearchParams(urlParameters).toString();
    const location = `/s/${running.slug}${search ? `?${search}` : ""}`;
    return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  }
  const say = createSay(frame);
  const codeUrl = codePageUrl(running.slug, running.language);
  const recruiter = running.protocol.recruiter?.kind ?? "none";
  const notices = {
    "known-person": () => knownPersonNotice(say, codeUrl, recruiter),
    "denied-person": () => deniedNotice(say, recruiter),
    "not-open": () => closedNotice(say, state.status === "paused" ? "paused" : "closed", codeUrl),
  };
  const notice = notices[reason]();
  return refusalResponse("conflict", notice.title, notice.text);
}

function refusalResponse(code: string, message: string, detail: string, status = 409): Response {
  return Response.json({ error: { code, message, detail } }, { status, headers: { "cache-control": "no-store" } });
}

/** Hashes the network only if the study limits the number of sessions per network. */
async function hashNetwork(rules: ArrivalRules, headers: Headers): Promise<string | null> {
  return rules.networkCap === null ? null : await networkHash(headers);
}

async function readShownProtocol(id: string | string[] | undefined): Promise<RunningProtocol | null> {
  return typeof id === "string" && isProtocolId(id) ? getRunningProtocol(id) : null;
}

function collectHiddenFields(carried: FormFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(carried).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" && !["visible-ms", "focus-losses"].includes(entry[0]),
    ),
  );
}
