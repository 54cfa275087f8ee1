import { handler, publicAccess } from "@/lib/server/platform/http/handler.ts";
import { servePackageFile } from "@/lib/server/platform/http/package-file.ts";

/** The script of the API reference. */
export const GET = handler({
  who: publicAccess,
  work: () => servePackageFile("swagger-ui-dist", "swagger-ui-bundle.js", "text/javascript"),
});
