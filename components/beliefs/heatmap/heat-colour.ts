/** Maximum share of the colour in a cell, in per cent, so that its text is readable in both themes. */
export const maxColourPercent = 55;

/** The background colour of a cell with this share (0 to 1). */
export function heatColour(side: "people" | "models" | "ink-soft", share: number): string {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * maxColourPercent * 10) / 10;
  return `color-mix(in oklab, var(--${side}) ${percent}%, var(--surface))`;
}

/** Missing values are hatched, so that they are not read as low values. */
export const hatching =
  "repeating-linear-gradient(135deg, transparent 0 5px, color-mix(in oklab, var(--edge) 45%, transparent) 5px 6px)";
