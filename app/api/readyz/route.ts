import { jsonResponse } from "@/lib/server/platform/http/error-response.ts";
import { getUnreadyReason } from "@/lib/server/platform/http/readiness.ts";

export const dynamic = "force-dynamic";

/**
 * Whether this process can accept requests: the database responds, its schema version is known, and the process is not
 * shutting down.
 */
export async function GET(): Promise<Response> {
  const reason = await getUnreadyReason();
  return reason === null ? jsonResponse({ status: "ready" }) : jsonResponse({ status: "not ready", reason }, 503);
}
