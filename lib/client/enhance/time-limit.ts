import { formatClockTime } from "./clock-time.ts";
import { say } from "./words.ts";

/** The remaining time is announced once to screen readers: when this much time is left, or a third if that is less. */
const announcedAtMs = 30_000;

/** The form is sent this long after the end, because the server would read an earlier post as an answer. */
const marginMs = 300;

/**
 * Shows the remaining time for an answer, and sends the form in its current state when the time is over. The server
 * enforces the limit, so changing this script cannot extend it.
 *
 * @param expire sends the form
 * @returns a function that stops the timers when the screen is replaced
 */
export function startTimeLimit(form: HTMLFormElement, expire: () => void): () => void {
  const clock = form.querySelector<HTMLElement>("[data-time-left]");
  const expired = form.querySelector<HTMLInputElement>("input[name=expired]");
  if (!clock || !expired) return () => undefined;
  const status = form.querySelector<HTMLElement>("[data-time-status]");
  const remainingMs = Number(form.dataset.timeLeftMs ?? 0);
  const endsAt = performance.now() + remainingMs;
  const timeLeft = () => say("timeTicking", { time: formatClockTime(endsAt - performance.now()) });
  const tick = () => {
    clock.textContent = timeLeft();
  };
  tick();
  const interval = setInterval(tick, 1000);
  const announceInMs = remainingMs - Math.min(announcedAtMs, Number(form.dataset.timeMs ?? 0) / 3);
  const announceTimer = setTimeout(
    () => {
      clock.classList.add("ending");
      if (status) status.textContent = timeLeft();
    },
    Math.max(0, announceInMs),
  );
  const stop = () => {
    clearInterval(interval);
    clearTimeout(announceTimer);
    clearTimeout(endTimer);
  };
  const endTimer = setTimeout(() => {
    stop();
    expired.value = "yes";
    expire();
  }, remainingMs + marginMs);
  return stop;
}
