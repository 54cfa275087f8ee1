import type { ShownField } from "./task-screen.ts";

/**
 * How much of the recordings of a screen was played, as the browser reports it. `failed`: a recording cannot be played
 * on this device.
 */
export const playbacks = ["partial", "complete", "failed"] as const;
export type Playback = (typeof playbacks)[number];

/** The files that must be played completely, by SHA-256. */
export function filesToPlay(shown: readonly ShownField[]): string[] {
  const files = shown.flatMap(({ value, isPlayedCompletely }) =>
    isPlayedCompletely && typeof value === "object" && "sha256" in value ? [value.sha256] : [],
  );
  return [...new Set(files)];
}
