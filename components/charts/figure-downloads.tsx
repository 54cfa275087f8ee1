import { FileLinks } from "./file-links.tsx";

/**
 * Downloads of a figure: the drawing as SVG, PDF and PNG, its numbers as a Vega-Lite specification, and the page on
 * which its author adjusts it.
 *
 * @param called distinguishes it from other figures of the page; by default its file's name
 */
export function FigureDownloads({
  name,
  called = name,
  svgHref,
  specificationHref,
  canAdjust = true,
}: {
  name: string;
  called?: string;
  svgHref: string;
  specificationHref: string;
  /** False for a drawing whose parts cannot be chosen. */
  canAdjust?: boolean;
}) {
  const links = [
    { label: "SVG", ending: "svg", href: svgHref },
    { label: "PDF", ending: "pdf", href: withEnding(svgHref, "pdf") },
    { label: "PNG", ending: "png", href: withEnding(svgHref, "png") },
    { label: "Vega-Lite", ending: "vl.json", href: specificationHref },
  ];
  return <FileLinks {...{ name, called, links, canAdjust }} />;
}

function withEnding(href: string, ending: string): string {
  return href.replace(/\.svg(?=$|\?)/, `.${ending}`);
}
