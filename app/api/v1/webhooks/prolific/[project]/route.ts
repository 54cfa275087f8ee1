import { errorResponse, jsonResponse } from "@/lib/server/platform/http/error-response.ts";
import { readText } from "@/lib/server/platform/http/read-body.ts";
import { receiveProlificWebhook } from "@/lib/server/recruiters/receive-webhook.ts";

/**
 * Receives Prolific's webhooks for one project. The signature covers the received bytes, so the route verifies it
 * before it parses the body.
 */
export async function POST(request: Request, { params }: { params: Promise<{ project: string }> }): Promise<Response> {
  try {
    const { headers } = request;
    const receipt = await receiveProlificWebhook(
      (await params).project,
      {
        timestamp: headers.get("x-prolific-request-timestamp"),
        signature: headers.get("x-prolific-request-signature"),
        eventId: headers.get("x-event-id"),
        happenedAt: headers.get("x-timestamp"),
        body: await readText(request),
      },
      new Date(),
    );
    return jsonResponse({ receipt });
  } catch (error) {
    return errorResponse(error);
  }
}
