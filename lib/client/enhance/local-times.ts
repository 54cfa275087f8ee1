/** Shows times with date and zone in the reader's time zone. Without a script, the page shows them in UTC. */
export function localiseTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    time.textContent = toLocalTimeText(time.dateTime) ?? time.textContent;
  }
}

/**
 * Formats a time in the page's language and the reader's time zone, with the name of the zone; null for an invalid
 * time.
 */
export function toLocalTimeText(value: string): string | null {
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return null;
  return instant.toLocaleString(document.documentElement.lang || undefined, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
}
