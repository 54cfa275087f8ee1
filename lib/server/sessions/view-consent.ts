import { type SessionView, viewScreen } from "@/lib/domain/survey/session-view.ts";
import { viewProgress } from "@/lib/domain/survey/view-progress.ts";
import type { RunningProtocol } from "./running-study.ts";
import { studyPageFrame } from "./view-session.ts";

/** The view of the first screen, before a session exists. */
export function viewConsent(running: RunningProtocol): SessionView {
  const consent = running.screens[0];
  if (!consent) throw new RangeError("a protocol without screens");
  return {
    ...studyPageFrame(running),
    screen: viewScreen(consent, running.protocol, running.language, null),
    index: 0,
    progress: viewProgress(running.screens, consent),
    dwell: { totalMs: 0, remainingMs: 0 },
    slot: null,
  };
}
