import type { FormTargets } from "@/components/survey/survey-screen.tsx";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import type { RunningProtocol } from "@/lib/server/sessions/running-study.ts";

/**
 * The addresses to which the forms of a session's current screen post.
 *
 * @param query parameters that the address must keep, because nothing is stored about someone who declined
 */
export function sessionTargets(running: RunningProtocol, token: string, view: SessionView, query: string): FormTargets {
  return {
    action: `/api/v1/sessions/${token}/screens/${view.index}`,
    withdraw: canWithdraw(view) ? `/s/${running.slug}/${token}/withdraw` : null,
    hidden: { protocol: running.id, page_language: view.study.language },
    media: `/api/v1/sessions/${token}/media/`,
    stay: `/s/${running.slug}/${token}${query && `?${query}`}`,
  };
}

/**
 * Whether the page offers a withdrawal: during and after a session, except if the person has withdrawn or never
 * started.
 */
function canWithdraw(view: SessionView): boolean {
  if (view.screen.kind === "end") return view.screen.outcome === "complete";
  return view.index > 0;
}
