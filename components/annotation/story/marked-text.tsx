import { memo } from "react";
import { type Layer, splitByLayers } from "./layers.ts";
import { layerNames, layerStyle } from "./mark-style.ts";

/**
 * A read-only text with marks. Screen readers announce the start and end of each mark, unless the text is a drawing
 * under a text field.
 */
export const MarkedText = memo(function MarkedText({
  text,
  layers,
  isUnderField = false,
}: {
  text: string;
  layers: readonly Layer[];
  isUnderField?: boolean;
}) {
  return splitByLayers(text, layers).map((piece) => {
    if (piece.layers.length === 0) return piece.text;
    const beginning = piece.layers.filter((layer) => layer.start === piece.start);
    const ends = piece.layers.filter(
      (layer) => layer.end === piece.start + piece.text.length && !beginning.includes(layer),
    );
    const complete = piece.layers.filter(
      (layer) => layer.start === piece.start && layer.end === piece.start + piece.text.length,
    );
    const describeLayers = (list: readonly Layer[], word: string) =>
      !isUnderField &&
      list.length > 0 && (
        <span className="sr-only">{` [${list.map((layer) => layerNames[layer.kind]).join(", ")}${word}] `}</span>
      );
    return (
      <span
        key={`${piece.start}-${piece.text.length}-${piece.layers.map(({ id }) => id).join()}`}
        data-marks={piece.layers.map((layer) => layer.id).join(" ")}
        className="keep-colour rounded-[1px] box-decoration-clone"
        style={layerStyle(piece.layers)}
      >
        {describeLayers(beginning, "")}
        {piece.text === "" ? <EmptyMarkPosition /> : piece.text}
        {describeLayers([...ends, ...complete], " ends")}
      </span>
    );
  });
});

/** Shows the position of a mark whose words were deleted, as a line without width. */
function EmptyMarkPosition() {
  return (
    <span aria-hidden="true" className="relative">
      <span className="absolute -top-[0.1em] -left-px h-[1.2em] border-l-2 border-dashed border-bad" />
    </span>
  );
}

/** Scrolls a mark into the middle of the screen. */
export function scrollToMark(container: HTMLElement | null, id: string, behavior?: ScrollBehavior): void {
  const piece = [...(container?.querySelectorAll<HTMLElement>("[data-marks]") ?? [])].find((one) =>
    one.dataset.marks?.split(" ").includes(id),
  );
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  piece?.scrollIntoView({ block: "center", behavior: behavior ?? (isCalm ? "auto" : "smooth") });
}
