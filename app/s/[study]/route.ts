import { isProven } from "@/lib/domain/survey/arrival-rules.ts";
import { codePageUrl } from "@/lib/domain/survey/completion-code.ts";
import { entryParameters, isTaskPreview, parseEntry, readQuery } from "@/lib/domain/survey/entry.ts";
import { chooseLanguage } from "@/lib/domain/survey/languages/messages.ts";
import { proofName, tokenName } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { findTokens } from "@/lib/domain/survey/recruiters/signed-arrival.ts";
import { findArrivalRefusal } from "@/lib/domain/survey/refuse-arrival.ts";
import { readArrival } from "@/lib/server/sessions/read-arrival.ts";
import { recordRefusedArrival } from "@/lib/server/sessions/refused-arrivals.ts";
import {
  getRunningProtocol,
  getStudyState,
  panelParamNames,
  translateRunning,
} from "@/lib/server/sessions/running-study.ts";
import { mintToken } from "@/lib/server/sessions/session-token.ts";
import { viewConsent } from "@/lib/server/sessions/view-consent.ts";
import { mintArrivalProof } from "@/lib/server/studies/entry/arrival-proof.ts";
import { proveArrival } from "@/lib/server/studies/entry/prove-arrival.ts";
import {
  closedNotice,
  deniedNotice,
  knownPersonNotice,
  previewNotice,
  refusedArrivalNotice,
  unknownStudyNotice,
  unreadableLinkNotice,
  welcomeBackNotice,
} from "../../participant/notices.ts";
import { createPlainFrame, createSay, createStudyFrame } from "../../participant/page-frame.ts";
import { respondWithNotice, respondWithScreen } from "../../participant/respond.tsx";
import { handleParticipantPage } from "../../participant/trouble.ts";

/**
 * The consent page. Nothing is stored until its form is sent: the session starts with the new token in the form. Until
 * then, the address keeps all parameters of the recruiter's link, so that every reload identifies the same participant.
 */
export function GET(request: Request, { params }: { params: Promise<{ study: string }> }): Promise<Response> {
  return handleParticipantPage(request, async () => {
    const { study: slug } = await params;
    const state = await getStudyState(slug);
    const stored = state?.protocolVersionId ? await getRunningProtocol(state.protocolVersionId) : null;
    if (!state || !stored || state.status === "draft") {
      const plain = createPlainFrame(request);
      return respondWithNotice(unknownStudyNotice(createSay(plain)), plain, 404);
    }
    const search = new URL(request.url).searchParams;
    const acceptLanguage = request.headers.get("accept-language");
    const running = translateRunning(stored, chooseLanguage(stored.languages, search.get("lang"), acceptLanguage));
    const frame = createStudyFrame(running);
    const say = createSay(frame);
    const query = readQuery(search);
    if (isTaskPreview(query)) return respondWithNotice(previewNotice(say, running), frame, 200);
    const panel = panelParamNames(running.protocol);
    const recruiter = running.protocol.recruiter?.kind ?? "none";
    const parsed = parseEntry(query, panel, recruiter);
    if (!parsed.ok) return respondWithNotice(unreadableLinkNotice(say, parsed), frame, 400);
    const names = entryParameters(panel);
    const carried = Object.fromEntries(
      [...search]
        .filter(([name]) => names.includes(name))
        .concat(search.has("lang") ? [["lang", running.language]] : [])
        // The form sends the token under one fixed name; the link may contain it under another name.
        .concat(
          findTokens(query)
            .slice(0, 1)
            .map((found) => [tokenName, found]),
        ),
    );
    const { entry } = parsed;
    const codeUrl = codePageUrl(slug, running.language);
    const proof = await proveArrival({ ...state, slug }, entry, query);
    const token = mintToken();
    const proofFields: Record<string, string> =
      entry && proof === "token" ? { [proofName]: mintArrivalProof(state, entry, token, new Date()) } : {};
    const arrival = entry && (await readArrival(state.studyId, entry));
    // After the study has closed, people can still continue a session or view its end page.
    const isKnown = arrival === "known" || arrival === "ended";
    if (isKnown && isProven(proof)) {
      const hidden = { study: slug, token, ...carried, ...proofFields };
      return respondWithNotice(welcomeBackNotice(say, hidden, arrival === "ended"), frame, 200);
    }
    if (isKnown) return respondWithNotice(knownPersonNotice(say, codeUrl, recruiter), frame, 200);
    if (state.status !== "open") return respondWithNotice(closedNotice(say, state.status, codeUrl), frame, 200);
    const refusal = findArrivalRefusal(state.arrivalRules, entry, proof, recruiter);
    if (refusal) {
      await recordRefusedArrival(state.studyId, refusal, entry);
      return respondWithNotice(refusedArrivalNotice(say, refusal), frame, refusal === "no-keys" ? 503 : 403);
    }
    if (arrival === "denied") {
      return respondWithNotice(deniedNotice(say, recruiter), frame, 403);
    }
    const hidden = { protocol: running.id, study: slug, token, ...carried, ...proofFields, lang: running.language };
    const targets = { action: "/api/v1/sessions", withdraw: null, hidden };
    return respondWithScreen({ ...viewConsent(running), choices: languageChoices(running, search) }, targets, frame);
  });
}

/** The address of this page in each available language. All other parameters of the link are kept. */
function languageChoices(running: { language: string; languages: readonly string[] }, search: URLSearchParams) {
  if (running.languages.length < 2) return [];
  return running.languages.map((language) => {
    const parameters = new URLSearchParams(search);
    parameters.set("lang", language);
    return { language, href: `?${parameters}`, isCurrent: language === running.language };
  });
}
