import { findSession } from "@/lib/server/sessions/find-session.ts";
import { getRunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { hashToken, isToken } from "@/lib/server/sessions/session-token.ts";
import { unknownSessionNotice } from "../../../notices.ts";
import { respondWithNotice } from "../../../respond.tsx";
import { participantPage } from "../../../trouble.ts";

/** Asks once more before somebody withdraws, and says what will happen to the answers. */
export function GET(
  request: Request,
  { params }: { params: Promise<{ study: string; token: string }> },
): Promise<Response> {
  return participantPage(request, async () => {
    const { study: slug, token } = await params;
    const session = isToken(token) ? await findSession(hashToken(token), "only-look") : null;
    const running = session && (await getRunningProtocol(session.protocolVersionId));
    if (!session || !running || running.slug !== slug) {
      return respondWithNotice(unknownSessionNotice, { name: "Parallax", language: "en", frameAncestors: [] }, 404);
    }
    const consequence =
      running.protocol.withdrawal === "erase"
        ? "Your answers will be removed. This cannot be undone."
        : "You will not be asked anything more. The answers that you have already given are kept, as the information at the beginning said.";
    return respondWithNotice(
      {
        title: "Do you want to withdraw?",
        text: `You can leave the study now without giving a reason. ${consequence}`,
        action: {
          url: `/api/v1/sessions/${token}/withdraw`,
          label: "Withdraw from the study",
          hidden: { confirm: "yes" },
          isDangerous: true,
        },
        link: { url: `/s/${slug}/${token}`, label: "Go back to the study" },
      },
      { name: running.studyName, language: running.language, frameAncestors: running.protocol.frameAncestors },
      200,
    );
  });
}
