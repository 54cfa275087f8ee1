import { CodeForm } from "@/components/survey/code-form.tsx";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { networkOf } from "@/lib/server/platform/http/rate-limit.ts";
import { type Withdrawal, withdrawById } from "@/lib/server/sessions/erasure/withdraw.ts";
import { findSessionByCode } from "@/lib/server/sessions/find-session-by-code.ts";
import { readOwnData } from "@/lib/server/sessions/own-data/read-own-data.ts";
import { getRunningProtocol, getStudyState, translateRunning } from "@/lib/server/sessions/running-study.ts";
import { renderStoredData } from "./own-data.tsx";
import { createSay, createStudyFrame } from "./page-frame.ts";
import { respondWithPage } from "./respond.tsx";

const knownFields = ["study", "code", "lang", "confirm", "answers"];

/**
 * The page for a participant with a completion code. It shows the stored data, also after a withdrawal. Only forms send
 * the code; no address contains it.
 */
export async function respondWithCodePage(
  request: Request,
  fields: Readonly<Record<string, string | string[]>>,
  withdrawal: Withdrawal | null,
): Promise<Response> {
  const unknown = Object.keys(fields).find((field) => !knownFields.includes(field));
  if (unknown !== undefined) throw new AppError("invalid", "is not a known field", unknown);
  const { study: slug, code, lang } = fields;
  if (typeof slug !== "string") throw new AppError("invalid", "must name the study", "study");
  if (typeof code !== "string") throw new AppError("invalid", "must be a code", "code");
  const state = await getStudyState(slug);
  const current = state?.protocolVersionId ? await getRunningProtocol(state.protocolVersionId) : null;
  if (!state || !current) throw new AppError("not-found", "There is no such study.");
  const session = await findSessionByCode(state.studyId, code, networkOf(request.headers));
  const stored = session ? await getRunningProtocol(session.protocolVersionId) : current;
  const running = translateRunning(stored ?? current, session?.language ?? (typeof lang === "string" ? lang : null));
  const frame = createStudyFrame(running);
  const say = createSay(frame);
  if (!session) {
    const problem = say("codeUnknown");
    const form = CodeForm({ say, study: slug, language: running.language, problem, code: code.slice(0, 40) });
    return respondWithPage(say("codePageTitle"), form, frame, { status: 404 });
  }
  if (withdrawal) await withdrawById(session.sessionId, withdrawal);
  const data = await readOwnData(running, session.sessionId);
  const target = { action: "/api/v1/sessions/by-code/withdraw", hidden: { study: slug, code } };
  return respondWithPage(say("dataTitle"), renderStoredData(say, running, data, target, null), frame, {
    hasTimes: true,
  });
}
