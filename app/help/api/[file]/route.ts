import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { anyone, handler } from "@/lib/server/platform/http/handler.ts";

const types = { "swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css" } as const;

/** The script and the style sheet of the API reference, from the package `swagger-ui-dist`. */
export const GET = handler({
  who: anyone,
  params: z.object({ file: z.enum(["swagger-ui-bundle.js", "swagger-ui.css"]) }),
  work: async ({ params: { file } }) => {
    const bytes = await readFile(join(process.cwd(), "node_modules/swagger-ui-dist", file));
    return new Response(new Uint8Array(bytes), {
      headers: { "Content-Type": `${types[file]}; charset=utf-8`, "Cache-Control": "public, max-age=86400" },
    });
  },
});
