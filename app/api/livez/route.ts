import { jsonResponse } from "@/lib/server/platform/http/error-response.ts";

export const dynamic = "force-dynamic";

/**
 * The process is running and responds. It does not check the database, because restarting this process would not repair
 * it.
 */
export function GET(): Response {
  return jsonResponse({ status: "alive" });
}
