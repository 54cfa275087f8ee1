import { jsonResponse } from "@/lib/server/platform/http/error-response.ts";
import { getUnreadiness } from "@/lib/server/platform/http/readiness.ts";

export const dynamic = "force-dynamic";

/** Whether this process should get requests: the database answers, its schema is the one we know, and we are not leaving. */
export async function GET(): Promise<Response> {
  const reason = await getUnreadiness();
  return reason === null ? jsonResponse({ status: "ready" }) : jsonResponse({ status: "not ready", reason }, 503);
}
