import { respondWithCodePage } from "@/app/participant/code-page.tsx";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { handleParticipantPost } from "../../participant-endpoint.ts";

/** Withdraws the session with this completion code, and shows the data that are still stored. */
export function POST(request: Request): Promise<Response> {
  return handleParticipantPost(request, ({ fields }) => {
    const { answers, confirm } = fields;
    if (confirm !== "yes") throw new AppError("invalid", "must be yes", "confirm");
    if (answers !== "keep" && answers !== "erase") throw new AppError("invalid", "must be keep or erase", "answers");
    return respondWithCodePage(request, fields, answers);
  });
}
