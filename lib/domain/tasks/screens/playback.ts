import type { ShownField } from "./task-screen.ts";

/**
 * How much of the recordings on a screen was played, as reported by the browser. `failed`: a recording cannot be played
 * on the device.
 */
export const playbacks = ["partial", "complete", "failed"] as const;
export type Playback = (typeof playbacks)[number];

/** The files that must be played completely, by SHA-256. */
export function listFilesToPlay(shown: readonly ShownField[]): string[] {
  const files = shown.flatMap(({ value, isPlayedCompletely }) =>
    isPlayedCompletely && typeof value === "object" && "sha256" in value ? [value.sha256] : [],
  );
  return [...new Set(files)];
}
