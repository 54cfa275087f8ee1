/** Dots per drawn unit: a figure of 720 units becomes 2,160 dots wide, enough for a printed column. */
const dots = 3;

/** A server's SVG drawing as PNG; null if it could not be loaded or this browser cannot draw it. */
export async function convertSvgToPng(svgHref: string): Promise<Blob | null> {
  const svg = await fetch(svgHref)
    .then((response) => (response.ok ? response.text() : null))
    .catch(() => null);
  if (svg === null) return null;
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * dots;
    canvas.height = image.naturalHeight * dots;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
