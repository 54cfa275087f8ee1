import { jsonResponse } from "@/lib/server/platform/http/error-response.ts";

export const dynamic = "force-dynamic";

/**
 * Reports that the process is running and responds. Does not check the database, because restarting this process would
 * not repair it.
 */
export function GET(): Response {
  return jsonResponse({ status: "alive" });
}
