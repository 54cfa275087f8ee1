"use client";

import { useState } from "react";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { convertSvgToPng } from "@/lib/client/figures/draw-png.ts";

/**
 * Downloads of a figure: the drawing as SVG and as PNG, and its numbers as a Vega-Lite specification.
 *
 * @param called distinguishes it from other figures of the page; by default its file's name
 */
export function FigureDownloads({
  name,
  called = name,
  svgHref,
  specificationHref,
}: {
  name: string;
  called?: string;
  svgHref: string;
  specificationHref: string;
}) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const savePng = async () => {
    setTrouble(null);
    const png = await convertSvgToPng(svgHref);
    if (!png) {
      setTrouble("The picture could not be drawn. Please download the SVG.");
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(png);
    link.download = `${name}.png`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <p className="no-print flex flex-wrap items-center gap-2 text-sm">
      <a
        href={svgHref}
        download={`${name}.svg`}
        aria-label={`SVG: ${called}`}
        className={buttonStyle("quiet", "small")}
      >
        SVG
      </a>
      <button type="button" onClick={savePng} aria-label={`PNG: ${called}`} className={buttonStyle("quiet", "small")}>
        PNG
      </button>
      <a
        href={specificationHref}
        download={`${name}.vl.json`}
        aria-label={`Vega-Lite: ${called}`}
        className={buttonStyle("quiet", "small")}
      >
        Vega-Lite
      </a>
      {trouble && <span role="alert">{trouble}</span>}
    </p>
  );
}
