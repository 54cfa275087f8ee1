import { watchAttention } from "./attention.ts";
import { removeDraft, restoreDraft, saveDraft } from "./draft.ts";
import { startDwell } from "./dwell.ts";
import { startErrorFinder } from "./error-finder.ts";
import { startLeaving } from "./leave.ts";
import { localiseTimes } from "./local-times.ts";
import { startPlayback } from "./playback.ts";
import { answerNames, collectFields, type PostFields, postUntilAnswered, type ScreenReply } from "./post.ts";
import { watchProcess } from "./process.ts";
import { offerResume, rememberSession } from "./resume.ts";
import { startSliders } from "./slider.ts";
import { startTaskConditions } from "./task-fields.ts";
import { startTaskSpans } from "./task-spans.ts";
import { startTextCounters } from "./text-counter.ts";
import { startTimeLimit } from "./time-limit.ts";
import { startWaiting } from "./wait.ts";
import { say } from "./words.ts";

/**
 * Enhances the participant's pages if scripts run. Answers are sent without leaving the page. They are stored on this
 * device until the server's receipt has the same hash, and are sent again as long as the page is open. All forms also
 * work without this script.
 */

const main = document.querySelector("main");
let stopDwell = (): void => undefined;
let stopLeaving = (): void => undefined;
let stopTimeLimit = (): void => undefined;
const attention = watchAttention();
const processWatch = watchProcess();

function prepareScreen(): void {
  stopDwell();
  stopLeaving();
  stopTimeLimit();
  localiseTimes(document);
  if (main) stopLeaving = startLeaving(main);
  const form = main?.querySelector<HTMLFormElement>("form[data-screen]");
  attention.reset();
  if (!form) return;
  stopDwell = startDwell(form);
  startPlayback(form);
  restoreDraft(form);
  processWatch.start(form);
  startErrorFinder(form);
  startSliders(form);
  startTaskConditions(form);
  startTaskSpans(form);
  startTextCounters(form);
  stopTimeLimit = startTimeLimit(form, () => void submit(form, null));
  form.addEventListener("input", () => saveDraft(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form, event.submitter);
  });
}

async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  if (form.dataset.sending || button?.getAttribute("aria-disabled") === "true") return;
  form.dataset.sending = "yes";
  saveDraft(form);
  const { visibleMs, focusLosses } = attention.read();
  const fields: PostFields = collectFields(form, button);
  const status = form.querySelector<HTMLElement>(".saving");
  const reply = await postUntilAnswered(
    form.action,
    {
      ...fields,
      "visible-ms": String(visibleMs),
      "focus-losses": String(focusLosses),
      process: JSON.stringify(processWatch.read()),
    },
    answerNames(form, fields),
    status,
  );
  delete form.dataset.sending;
  if (reply.status === "waiting" && reply.url) {
    // The page of the session waits for a slot, and continues with the submitted answers.
    rememberSession(reply.url, false);
    location.assign(reply.url);
    return;
  }
  if (!reply.html) {
    showMessage(status, reply.message ?? say("reloadPage"));
    return;
  }
  if (reply.status !== "invalid") removeDraft(form);
  showScreen(reply);
}

function showScreen(reply: ScreenReply): void {
  if (!main || reply.html === undefined) return;
  main.innerHTML = reply.html;
  document.title = reply.title ?? document.title;
  if (reply.url) {
    // Must run before the address changes: the session is stored under the parameters of the recruiter's link.
    rememberSession(reply.url, reply.hasEnded === true);
    history.replaceState(null, "", reply.url);
  }
  showWithdraw(reply.withdraw ?? null);
  prepareScreen();
  const problems = main.querySelector<HTMLElement>(".problem-summary");
  (problems ?? main.querySelector<HTMLElement>("h1"))?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Updates the link to withdraw, which is in the footer and therefore outside the replaced part of the page. */
function showWithdraw(address: string | null): void {
  const footer = document.querySelector(".study-footer");
  const link = footer?.querySelector<HTMLAnchorElement>("[data-withdraw]");
  if (!address) {
    link?.remove();
    return;
  }
  if (link) {
    link.href = address;
    return;
  }
  const newLink = document.createElement("a");
  newLink.href = address;
  newLink.dataset.withdraw = "";
  newLink.textContent = say("withdraw");
  footer?.append(newLink);
}

function showMessage(container: HTMLElement | null, message: string): void {
  if (!container) return;
  container.classList.add("waiting");
  container.textContent = message;
}

/** Renews the lease of the slot while the page is open and visible. */
function startHeartbeat(): void {
  setInterval(() => {
    const form = main?.querySelector<HTMLFormElement>("form[data-screen]");
    const token = form?.action.match(/\/sessions\/([A-Za-z0-9_-]{32})\/screens/)?.[1];
    if (!token || document.hidden) return;
    fetch(`/api/v1/sessions/${token}/heartbeat`, { method: "POST" }).catch(() => undefined);
  }, 60_000);
}

if (main) {
  offerResume(main);
  prepareScreen();
  startWaiting(main);
  startHeartbeat();
}
