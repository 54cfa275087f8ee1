/** Creating a format takes a hundred times as long as using it, and a page has several instants. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * An instant as a date and time of day with its zone, in a language: "22 Nov 2026, 14:05 UTC". The server renders UTC;
 * the client script renders the same instant in the reader's time zone.
 */
export function formatInstant(instant: Date, language: string, timeZone = "UTC"): string {
  const key = `${language} ${timeZone}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat([language, "en"], {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
      timeZone,
    });
  formats.set(key, format);
  return format.format(instant);
}

/** A calendar day, such as 2026-05-31, in a language: "31 May 2026". */
export function formatCalendarDay(day: string, language: string): string {
  return new Intl.DateTimeFormat([language, "en"], { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
