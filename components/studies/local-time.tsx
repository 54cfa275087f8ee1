"use client";

import { useSyncExternalStore } from "react";

/** An instant in the reader's own time; without a script, and until it has run, in UTC, which it says. */
export function LocalTime({ at, withDate = false }: { at: string; withDate?: boolean }) {
  const isHere = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const instant = new Date(at);
  const text = isHere ? local(instant, withDate) : `${at.slice(withDate ? 0 : 11, 19).replace("T", " ")} UTC`;
  return <time dateTime={at}>{text}</time>;
}

function local(instant: Date, withDate: boolean): string {
  return instant.toLocaleString("en-GB", {
    ...(withDate ? { day: "numeric", month: "short", year: "numeric" } : {}),
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}
