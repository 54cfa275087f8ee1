/** The kinds of marks that a text can have in the workspace. */
export type LayerKind = "knowledge" | "event" | "error" | "broken" | "hint" | "differs" | "selection";

/** One marked range of characters; `end` is exclusive. `id` identifies the mark for scrolling. */
export interface Layer {
  id: string;
  kind: LayerKind;
  start: number;
  end: number;
}

/** A part of the text in which all characters have the same layers. */
export interface LayeredPiece {
  start: number;
  text: string;
  layers: Layer[];
}

/**
 * Splits a text wherever a layer starts or ends. The pieces together are the whole text, so that a drawing of them can
 * lie exactly under a text field. An empty layer gives an empty piece, so that the position of a mark that lost its
 * words can be shown. Ranges are clipped to the text.
 */
export function splitByLayers(text: string, layers: readonly Layer[]): LayeredPiece[] {
  const clipped = layers.map((layer) => ({
    ...layer,
    start: Math.min(Math.max(0, layer.start), text.length),
    end: Math.min(Math.max(0, layer.end), text.length),
  }));
  const cuts = new Set([0, text.length, ...clipped.flatMap(({ start, end }) => [start, end])]);
  const boundaries = [...cuts].sort((left, right) => left - right);
  const pieces: LayeredPiece[] = [];
  boundaries.forEach((start, index) => {
    const empty = clipped.filter((layer) => layer.start === start && layer.end === start);
    if (empty.length > 0) pieces.push({ start, text: "", layers: empty });
    const end = boundaries[index + 1];
    if (end === undefined) return;
    const covering = clipped.filter((layer) => layer.start <= start && layer.end >= end);
    pieces.push({ start, text: text.slice(start, end), layers: covering });
  });
  return pieces;
}

/**
 * Moves the layers of an earlier text by an edit. Layers that the edit touched are omitted until the next check.
 * Underlines therefore do not jump while a check is running.
 */
export function moveLayers(
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
