import { CodeForm } from "@/components/survey/code-form.tsx";
import { chooseLanguage } from "@/lib/domain/survey/languages/messages.ts";
import { getRunningProtocol, getStudyState, translateRunning } from "@/lib/server/sessions/running-study.ts";
import { unknownStudyNotice } from "../../../participant/notices.ts";
import { createPlainFrame, createSay, createStudyFrame } from "../../../participant/page-frame.ts";
import { respondWithNotice, respondWithPage } from "../../../participant/respond.tsx";
import { handleParticipantPage } from "../../../participant/trouble.ts";

/**
 * The page on which a participant sees the stored data by completion code. It is available in every state of the study.
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
    const language = chooseLanguage(stored.languages, search.get("lang"), request.headers.get("accept-language"));
    const frame = createStudyFrame(translateRunning(stored, language));
    const say = createSay(frame);
    return respondWithPage(
      say("codePageTitle"),
      CodeForm({ say, study: slug, language, problem: null, code: "" }),
      frame,
    );
  });
}
