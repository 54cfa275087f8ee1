/**
 * An instant as a date and time of day with its zone, in a language: "22 Nov 2026, 14:05 UTC". The server writes UTC and
 * says so; the enhancement script writes the same in the reader's own zone.
 */
export function formatInstant(instant: Date, language: string, timeZone = "UTC"): string {
  return new Intl.DateTimeFormat([language, "en"], {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(instant);
}
