/** A duration for people: "0.4 s", "12 s", "1 min 5 s", "1 h 2 min". */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return formatSeconds(milliseconds);
  const wholeSeconds = Math.round(seconds);
  if (wholeSeconds < 60) return `${wholeSeconds} s`;
  const minutes = Math.floor(wholeSeconds / 60);
  if (minutes < 60) return wholeSeconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${wholeSeconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** A duration in seconds with one decimal, for any length: "3.4 s". */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The UTC date of an instant: "2026-11-23". */
export function formatDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** An instant to the minute: "2026-11-23 14:05 UTC". */
export function formatMinute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** An instant to the second: "2026-11-23 14:05:09 UTC". */
export function formatSecond(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The UTC date of an instant with the name of the month: "23 November 2026". */
export function formatLongDay(instant: Date): string {
  return instant.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
}

/** An instant in UTC with the name of the month: "23 Nov 2026, 14:05 UTC". */
export function formatMoment(instant: Date | string): string {
  return `${new Date(instant).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })} UTC`;
}

/** An instant in the time zone of the reader's device, to the second ("14:05:09"). Only for use in the browser. */
export function formatLocalTime(instant: Date, withDate = false): string {
  const date = { day: "numeric", month: "short", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return instant.toLocaleString("en-GB", { ...(withDate ? date : {}), ...time });
}

/** A time of day in the time zone of the reader's device ("14:05"). Only for use in the browser. */
export function formatLocalClock(instant: Date): string {
  return instant.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
