import { makeCandidate } from "../annotation/make-candidate.ts";
import { simulateDemo } from "../demo/simulate-demo.ts";
import { reportShortcutsInSteps, shortcutJobKind } from "../epistemic/shortcut-job.ts";
import type { JobHandler } from "./run-job.ts";

/** What each kind of background work does. A feature with background work adds its line here. */
export const jobHandlers: Readonly<Record<string, JobHandler>> = {
  candidate: makeCandidate(),
  "simulate-demo": simulateDemo,
  [shortcutJobKind]: reportShortcutsInSteps,
};
