import * as z from "zod";
import { notThere } from "../../platform/errors/app-error.ts";

/** The columns of `media` that a response needs. */
export const mediaRow = z.strictObject({ type: z.string(), bytes: z.instanceof(Uint8Array) });

/** A stored file as a response; not found for none. It is never run as a page of its own. */
export function mediaResponse(file: z.infer<typeof mediaRow> | undefined): Response {
  if (!file) throw notThere();
  return new Response(Buffer.from(file.bytes), {
    headers: {
      "Content-Type": file.type,
      "Content-Length": `${file.bytes.byteLength}`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "private, max-age=3600",
    },
  });
}
