import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A file of a package that is sent to browsers without changes. */
export async function servePackageFile(name: "swagger-ui-dist", file: string, type: string): Promise<Response> {
  const bytes = await readFile(join(process.cwd(), "node_modules", name, file));
  return new Response(new Uint8Array(bytes), { headers: { "Content-Type": `${type}; charset=utf-8` } });
}
