import { environment } from "@/lib/server/environment.ts";
import { AppError } from "@/lib/server/http/app-error.ts";

/**
 * Runs a participant's write and turns expected failures into answers. There are no cookies to ride on, so the origin
 * check only keeps other sites from starting passages in a visitor's name; a sandboxed frame sends `null` and is let in.
 */
export async function participantDoor(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    if (isForeign(request)) {
      throw new AppError("invalid", "This form was sent from another site.");
    }
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, field, status } = error;
    return Response.json({ error: { code, message, field } }, { status, headers: { "cache-control": "no-store" } });
  }
}

function isForeign(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin === null || origin === "null") return false;
  if (origin === environment().publicUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get("host");
}
