import { listRequiredPlayers, readPlayback } from "../playback.ts";
import { say } from "./words.ts";

/**
 * Disables the buttons of a screen until its recordings were played to the end, and reports this with the answer.
 * Without the script, the server enforces only the minimum time.
 */
export function startPlayback(form: HTMLFormElement): void {
  const playbackField = form.querySelector<HTMLInputElement>("input[name=playback]");
  const players = listRequiredPlayers(form);
  if (!playbackField || players.length === 0) return;
  const status = form.querySelector<HTMLElement>("[data-play-status]");
  const buttons = [...form.querySelectorAll<HTMLButtonElement>("button[type=submit]")];
  form.dataset.unplayed = "yes";
  for (const button of buttons) {
    button.setAttribute("aria-disabled", "true");
    button.addEventListener("click", (event) => {
      if (!form.dataset.unplayed) return;
      event.preventDefault();
      if (status) status.textContent = say("playFirst");
    });
  }
  const refresh = () => {
    playbackField.value = readPlayback(players);
    if (playbackField.value === "partial" || !form.dataset.unplayed) return;
    delete form.dataset.unplayed;
    if (status) status.textContent = "";
    if (!form.querySelector(".dwell.running")) for (const button of buttons) button.removeAttribute("aria-disabled");
  };
  for (const player of players)
    for (const event of ["timeupdate", "ended", "error", "loadedmetadata"]) player.addEventListener(event, refresh);
  refresh();
}
