"use client";

import { useSyncExternalStore } from "react";
import { formatLocalTime } from "@/lib/domain/format/times.ts";

/** A time in the reader's time zone; before the script runs, and without one, in UTC with a note. */
export function LocalTime({ at, withDate = false }: { at: string; withDate?: boolean }) {
  const isHere = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const instant = new Date(at);
  const text = isHere ? formatLocalTime(instant, withDate) : `${at.slice(withDate ? 0 : 11, 19).replace("T", " ")} UTC`;
  return <time dateTime={at}>{text}</time>;
}
