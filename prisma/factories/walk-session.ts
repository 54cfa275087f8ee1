import type { ScreenProcess } from "../../lib/domain/survey/cleaning/screen-process.ts";
import { createSession } from "../../lib/server/sessions/create-session.ts";
import { getRunningProtocol, type RunningProtocol } from "../../lib/server/sessions/running-study.ts";
import { hashToken, mintToken } from "../../lib/server/sessions/session-token.ts";
import { type SubmitResult, submitScreen } from "../../lib/server/sessions/submit-screen.ts";
import type { MadeStudy } from "./make-study.ts";

/** A scripted participant who calls the use cases directly, without HTTP. */
export interface Walker {
  token: string;
  running: RunningProtocol;
  post(screen: number, fields: Record<string, string | string[]>, process?: ScreenProcess): Promise<SubmitResult>;
}

export async function startWalker(study: MadeStudy): Promise<Walker> {
  const running = await getRunningProtocol(study.protocolVersionId);
  if (!running) throw new Error("the study has no protocol");
  const token = mintToken();
  const created = await createSession(study.id, study.protocolVersionId, hashToken(token), null);
  if (!created.ok) throw new Error(`no session: ${created.reason}`);
  return {
    token,
    running,
    post: (screen, fields, process) =>
      submitScreen(running, token, { screen, fields, reported: { visibleMs: null, focusLosses: null, process } }),
  };
}

export const speaksEnglish = { residence: "uk", "first-language": "yes", "most-used-language": "english" };

/**
 * Submits the screens of Street's session up to and including a given one: 0 consent, 1 English, 2 about you, 3 story,
 * 4 answer, 5 why.
 */
export async function walkTo(
  walker: Walker,
  last: number,
  person: { age?: string; gender?: string; choice?: string; explanation?: string; process?: ScreenProcess } = {},
): Promise<SubmitResult> {
  const answers: Record<string, string>[] = [
    { consent: "yes" },
    speaksEnglish,
    { age: person.age ?? "18-29", gender: person.gender ?? "female" },
    {},
    { choice: person.choice ?? "true" },
    { explanation: person.explanation ?? "Because the story says so." },
  ];
  let result: SubmitResult = { status: "unknown" };
  for (let screen = 0; screen <= last; screen += 1)
    result = await walker.post(screen, answers[screen] ?? {}, person.process);
  return result;
}
