import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";

/**
 * The remaining time for an answer. The enhancement script (lib/client/enhance/time-limit.ts) counts down and announces
 * the time once to screen readers. Without JavaScript, the note keeps the remaining time at the page load.
 */
export function TimeNote({ limit, say }: { limit: NonNullable<SessionView["timeLimit"]>; say: Say }) {
  const seconds = Math.ceil(limit.remainingMs / 1000);
  return (
    <>
      <p className="time-limit" role="timer" data-time-left>
        {seconds > 0 ? say("timeRemaining", { seconds }) : say("timeOver")}
      </p>
      <p className="visually-hidden" role="status" data-time-status />
      <input type="hidden" name="expired" value="" data-carried />
    </>
  );
}
