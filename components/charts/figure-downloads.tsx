"use client";

import { useState } from "react";
import { buttonStyle } from "@/components/ui/button-style.ts";

/** Dots per drawn unit: a figure of 720 units becomes 2,160 dots wide, enough for a printed column. */
const dots = 3;

/** Ways to take a figure away: the drawing as SVG and as PNG, and its numbers as a Vega-Lite specification. */
export function FigureDownloads({
  name,
  svgHref,
  specificationHref,
}: {
  name: string;
  svgHref: string;
  specificationHref: string;
}) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const savePng = async () => {
    setTrouble(null);
    const png = await drawPng(svgHref).catch(() => null);
    if (!png) {
      setTrouble("The picture could not be drawn. Please take the SVG.");
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
      <a href={svgHref} download={`${name}.svg`} className={buttonStyle("quiet", "small")}>
        SVG
      </a>
      <button type="button" onClick={savePng} className={buttonStyle("quiet", "small")}>
        PNG
      </button>
      <a href={specificationHref} download={`${name}.vl.json`} className={buttonStyle("quiet", "small")}>
        Vega-Lite
      </a>
      {trouble && <span role="alert">{trouble}</span>}
    </p>
  );
}

async function drawPng(svgHref: string): Promise<Blob | null> {
  const response = await fetch(svgHref);
  if (!response.ok) return null;
  const address = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * dots;
    canvas.height = image.naturalHeight * dots;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
