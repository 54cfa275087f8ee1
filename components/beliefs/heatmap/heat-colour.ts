/**
 * Maximum share of the colour in a cell's background, in per cent. Above it, text would not be readable in both themes.
 */
export const maxColourPercent = 55;

/** The background colour of a cell with the given share (0 to 1). */
export function heatColour(side: "people" | "models" | "ink-soft", share: number): string {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * maxColourPercent * 10) / 10;
  return `color-mix(in oklab, var(--${side}) ${percent}%, var(--surface))`;
}

/** The background of cells without a value. Hatching cannot be confused with a low value. */
export const hatching =
  "repeating-linear-gradient(135deg, transparent 0 5px, color-mix(in oklab, var(--edge) 45%, transparent) 5px 6px)";
