import { jsonResponse } from "@/lib/server/platform/http/error-response.ts";

export const dynamic = "force-dynamic";

/** The process runs and answers. It says nothing about the database: restarting this process would not bring that back. */
export function GET(): Response {
  return jsonResponse({ status: "alive" });
}
