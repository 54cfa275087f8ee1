"use client";

import { useSyncExternalStore } from "react";
import { formatLocalTime } from "@/lib/domain/format/times.ts";

/**
 * A time in the reader's time zone. Until the script has loaded, and without JavaScript, the time is in UTC and marked
 * as such.
 */
export function LocalTime({ at, withDate = false }: { at: string; withDate?: boolean }) {
  const isClient = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const instant = new Date(at);
  const text = isClient
    ? formatLocalTime(instant, withDate)
    : `${at.slice(withDate ? 0 : 11, 19).replace("T", " ")} UTC`;
  return <time dateTime={at}>{text}</time>;
}
