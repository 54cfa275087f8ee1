import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { readForm } from "@/lib/server/platform/http/read-body.ts";
import { previewDraft, previewSessions } from "@/lib/server/studies/draft/preview-study.ts";
import { respondWithPreview, respondWithPreviewNotice } from "../../respond-with-preview.tsx";

/** Previews an unsaved form. The request contains the form, and nothing is stored. */
export const POST = handler({
  who: requireActor,
  async work({ request }) {
    const { actor, project } = await requireProject("research.write");
    const query = new URL(request.url).searchParams;
    const { draft, study } = await readForm(request, 2 * 1024 * 1024);
    const editedStudy = typeof study === "string" && study !== "" ? study : null;
    try {
      if (query.get("page") === "sessions") {
        const { title, text } = await previewSessions(actor, project.id, parseDraft(draft), editedStudy);
        return await respondWithPreviewNotice(title, text, 200);
      }
      const choice = {
        page: query.get("page") ?? undefined,
        item: query.get("item") ?? undefined,
        condition: query.get("condition") ?? undefined,
      };
      const view = await previewDraft(actor, project.id, parseDraft(draft), choice, editedStudy);
      if (view) return await respondWithPreview(actor, view, query.get("theme"));
      return await respondWithPreviewNotice(
        "Nothing to show",
        "Choose at least one item and one condition first.",
        200,
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      return respondWithPreviewNotice("No preview available", error.message, 200);
    }
  },
});

function parseDraft(text: string | string[] | undefined): unknown {
  if (typeof text !== "string") throw new AppError("invalid", "No form to show.", "draft");
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The form could not be read.", "draft");
  }
}
