import { entryParameters, parseEntry } from "@/lib/domain/survey/entry.ts";
import { proofName, tokenName } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { findTextProblem } from "@/lib/domain/text.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { splitFields } from "@/lib/server/sessions/read-post.ts";
import { resumeSession } from "@/lib/server/sessions/resume-session.ts";
import { getRunningProtocol, getStudyState, panelParamNames } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { isProvenForm } from "@/lib/server/studies/entry/arrival-proof.ts";
import { handleParticipantPost } from "../participant-endpoint.ts";

/** Resumes a session in any browser, by a signed external ID. */
export function POST(request: Request): Promise<Response> {
  return handleParticipantPost(request, async ({ fields }) => {
    const { study: slug, token } = fields;
    if (typeof slug !== "string") throw new AppError("invalid", "must name the study", "study");
    const unreadable = findTextProblem(slug, 200);
    if (unreadable) throw new AppError("invalid", unreadable, "study");
    if (typeof token !== "string" || !isToken(token)) throw new AppError("invalid", "is not a token", "token");
    const state = await getStudyState(slug);
    const running = state?.protocolVersionId ? await getRunningProtocol(state.protocolVersionId) : null;
    const panel = running && panelParamNames(running.protocol);
    const { carried, answers } = splitFields(fields, [
      "study",
      "token",
      "lang",
      tokenName,
      proofName,
      ...entryParameters(panel),
    ]);
    const [unknown] = Object.keys(answers);
    if (unknown !== undefined) throw new AppError("invalid", "is not a known field", unknown);
    const parsed = parseEntry(carried, panel);
    if (!parsed.ok) throw new AppError("invalid", parsed.message, parsed.field);
    if (!state || !parsed.entry || !isProvenForm(state, parsed.entry, token, carried[proofName])) {
      throw new AppError("invalid", "does not match the participant id", "sig");
    }
    if (!(await resumeSession(state.studyId, parsed.entry, hashToken(token)))) {
      throw new AppError("not-found", "Session not found.");
    }
    return new Response(null, {
      status: 303,
      headers: { location: `/s/${slug}/${token}`, "cache-control": "no-store" },
    });
  });
}
