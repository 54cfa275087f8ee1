import { FileLinks } from "./file-links.tsx";

/**
 * Downloads of a figure: the drawing as SVG, PDF and PNG, the numbers as a Vega-Lite specification, and a link to the
 * page that adjusts the figure.
 *
 * @param called a label that distinguishes this figure on the page; by default the file name
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
  /** False if the parts of the figure cannot be selected. */
  canAdjust?: boolean;
}) {
  const links = [
    { label: "SVG", ending: "svg", href: svgHref },
    { label: "PDF", ending: "pdf", href: addEnding(svgHref, "pdf") },
    { label: "PNG", ending: "png", href: addEnding(svgHref, "png") },
    { label: "Vega-Lite", ending: "vl.json", href: specificationHref },
  ];
  return <FileLinks {...{ name, called, links, canAdjust }} />;
}

function addEnding(href: string, ending: string): string {
  return href.replace(/\.svg(?=$|\?)/, `.${ending}`);
}
