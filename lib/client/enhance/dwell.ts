import { formatClockTime } from "./clock-time.ts";
import { say } from "./words.ts";

/**
 * Disables the buttons of a screen until its minimum time is over. The buttons stay focusable and state the reason. The
 * remaining time is shown, and its end is announced once. The server enforces the time, so changing this script cannot
 * shorten it.
 *
 * @returns a function that stops the timer when the screen is replaced
 */
export function startDwell(form: HTMLFormElement): () => void {
  const remainingMs = Number(form.dataset.remainingMs ?? 0);
  const totalMs = Number(form.dataset.dwellMs ?? 0);
  if (!(remainingMs > 0)) return () => undefined;
  const buttons = [...form.querySelectorAll<HTMLButtonElement>("button[type=submit]")];
  const box = form.querySelector<HTMLElement>(".dwell");
  const countdown = form.querySelector<HTMLElement>("[data-countdown]");
  const status = form.querySelector<HTMLElement>("[data-dwell-status]");
  const endsAt = performance.now() + remainingMs;
  for (const button of buttons) button.setAttribute("aria-disabled", "true");
  box?.style.setProperty("--dwell-left", `${remainingMs}ms`);
  box?.style.setProperty("--dwell-from", String(1 - remainingMs / totalMs));
  box?.classList.add("running");
  const formatTimeLeft = () => say("dwellTicking", { time: formatClockTime(endsAt - performance.now()) });
  const onClick = (event: Event) => {
    if (performance.now() >= endsAt) return;
    event.preventDefault();
    if (status) status.textContent = formatTimeLeft();
  };
  for (const button of buttons) button.addEventListener("click", onClick);
  const tick = () => {
    if (countdown) countdown.textContent = formatTimeLeft();
  };
  tick();
  const interval = setInterval(tick, 1000);
  const endTimer = setTimeout(() => {
    clearInterval(interval);
    box?.classList.remove("running");
    if (countdown) countdown.textContent = "";
    // The recordings of the screen may still have to be played to the end (playback.ts).
    if (form.dataset.unplayed) return;
    for (const button of buttons) button.removeAttribute("aria-disabled");
    if (status) status.textContent = say("dwellOver");
  }, remainingMs);
  return () => {
    clearInterval(interval);
    clearTimeout(endTimer);
  };
}
