import type { ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";

/** The HTML of an element with suspended parts, as the server sends it, without React's markers. */
export async function drawnMarkup(element: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(element);
  let markup = "";
  for await (const piece of prelude) markup += String(piece);
  return markup.replaceAll(/<!--.*?-->/gsu, "");
}
