import type { CSSProperties } from "react";
import type { Layer, LayerKind } from "./layers.ts";

/**
 * The style of each kind of mark. Kinds differ in shape, so that no one depends on colour: the event is a band with a
 * line below, knowledge is dotted, an error has a thick line, a broken mark is dashed, a hint is wavy. No style changes
 * the width of a character, because the marks are drawn under a text field. If several marks on a word conflict, the
 * style that is later in this list is used.
 */
const looks: readonly [LayerKind, CSSProperties][] = [
  ["event", { background: "var(--info-wash)", boxShadow: "inset 0 -1px 0 0 var(--info)" }],
  ["knowledge", { background: "var(--good-wash)", ...underline("dotted", "var(--good)", "2px") }],
  ["differs", { background: "var(--sunken)", ...underline("dotted", "var(--edge)", "2px") }],
  [
    "error",
    { background: "color-mix(in oklab, var(--info-wash), var(--bad) 14%)", ...underline("solid", "var(--bad)", "3px") },
  ],
  ["hint", { background: "var(--warn-wash)", ...underline("wavy", "var(--warn)", "1.5px") }],
  ["broken", { background: "var(--bad-wash)", ...underline("dashed", "var(--bad)", "2px") }],
  ["selection", { background: "color-mix(in oklab, transparent, var(--focus) 28%)" }],
];

function underline(style: "dotted" | "solid" | "wavy" | "dashed", colour: string, thickness: string): CSSProperties {
  return {
    textDecorationLine: "underline",
    textDecorationStyle: style,
    textDecorationColor: colour,
    textDecorationThickness: thickness,
    textUnderlineOffset: "0.26em",
    textDecorationSkipInk: "none",
  };
}

/** The style of a piece of text with these layers; undefined if there are no layers. */
export function layerStyle(layers: readonly Layer[]): CSSProperties | undefined {
  if (layers.length === 0) return undefined;
  const kinds = new Set(layers.map((layer) => layer.kind));
  return Object.assign({}, ...looks.filter(([kind]) => kinds.has(kind)).map(([, look]) => look));
}

/** The style of a single kind, for legends. */
export function kindStyle(kind: LayerKind): CSSProperties {
  return layerStyle([{ id: "", kind, start: 0, end: 0 }]) ?? {};
}

export const layerNames: Readonly<Record<LayerKind, string>> = {
  knowledge: "knowledge",
  event: "event",
  error: "error",
  broken: "broken mark",
  hint: "hint",
  differs: "changed",
  selection: "selected",
};
