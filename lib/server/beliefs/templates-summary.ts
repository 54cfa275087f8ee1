import type { ImportSummary } from "@/lib/domain/beliefs/import-summary.ts";
import type { TemplateNote, TemplateSet } from "@/lib/domain/beliefs/templates.ts";

/** The number of templates in a file, for the import summary. */
export function summariseTemplates(
  fileName: string | null,
  templates: TemplateSet,
  notes: readonly TemplateNote[],
): ImportSummary["templates"] {
  return {
    fileName,
    count: [...templates.values()].reduce((sum, list) => sum + list.length, 0),
    categories: templates.size,
    notes: notes.map(({ place, message }) => ({ place, message })),
  };
}
