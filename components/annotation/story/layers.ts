/** The kinds of marks of a passage in the workspace. */
export type LayerKind = "knowledge" | "event" | "error" | "broken" | "hint" | "differs" | "selection";

/** One marked stretch: half-open character range. `id` is what can be scrolled to. */
export interface Layer {
  id: string;
  kind: LayerKind;
  start: number;
  end: number;
}

/** A piece of the text under the same layers throughout. */
export interface LayeredPiece {
  start: number;
  text: string;
  layers: Layer[];
}

/**
 * A text cut wherever a layer begins or ends. The pieces one after the other are the text, so that what is drawn from
 * them lies exactly over a text field. Empty layers give an empty piece at their place: a mark that lost its words can
 * still be shown. Ranges outside the text are drawn as far as they reach.
 */
export function layeredPieces(text: string, layers: readonly Layer[]): LayeredPiece[] {
  const inside = layers.map((layer) => ({
    ...layer,
    start: Math.min(Math.max(0, layer.start), text.length),
    end: Math.min(Math.max(0, layer.end), text.length),
  }));
  const cuts = new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].sort((left, right) => left - right);
  const pieces: LayeredPiece[] = [];
  places.forEach((start, index) => {
    const empty = inside.filter((layer) => layer.start === start && layer.end === start);
    if (empty.length > 0) pieces.push({ start, text: "", layers: empty });
    const end = places[index + 1];
    if (end === undefined) return;
    const over = inside.filter((layer) => layer.start <= start && layer.end >= end);
    pieces.push({ start, text: text.slice(start, end), layers: over });
  });
  return pieces;
}

/**
 * Layers that were worked out for an earlier text, moved to where they belong after a change; one that the change
 * touched is left out until it is worked out again. So an underline never jumps while a check is still on its way.
 */
export function movedLayers(
  layers: readonly Layer[],
  change: { start: number; end: number; text: string } | null,
): Layer[] {
  if (change === null) return [...layers];
  const shift = change.text.length - (change.end - change.start);
  return layers.flatMap((layer) => {
    if (layer.end <= change.start) return [layer];
    if (layer.start >= change.end) return [{ ...layer, start: layer.start + shift, end: layer.end + shift }];
    return [];
  });
}
