import type { FactAccount } from "@/lib/domain/beliefs/account.ts";
import type { TemplateNote, TemplateSet } from "@/lib/domain/beliefs/templates.ts";

/** How many templates a file holds, for the account. */
export function templatesAccount(
  fileName: string | null,
  templates: TemplateSet,
  notes: readonly TemplateNote[],
): FactAccount["templates"] {
  return {
    fileName,
    count: [...templates.values()].reduce((sum, list) => sum + list.length, 0),
    categories: templates.size,
    notes: notes.map(({ place, message }) => ({ place, message })),
  };
}
