import type { ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";

/** What a server sends of an element whose parts wait for their turns, without the marks that a browser would need. */
export async function drawnMarkup(element: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(element);
  let markup = "";
  for await (const piece of prelude) markup += String(piece);
  return markup.replaceAll(/<!--.*?-->/gsu, "");
}
