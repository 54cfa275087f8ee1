import { DescriptionList } from "@/components/ui/description-list.tsx";
import type { ImportSummary } from "@/lib/domain/beliefs/import-summary.ts";
import { categories } from "@/lib/domain/beliefs/typology.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

/** The templates and the seed from which a benchmark's expressions were generated. */
export function TemplateFacts({
  source: { importSummary, seed, allTemplates },
}: {
  source: { importSummary: ImportSummary; seed: string; allTemplates: boolean };
}) {
  const { fileName, count, categories: coveredCategories, notes } = importSummary.templates;
  return (
    <DescriptionList
      entries={[
        {
          term: "Templates",
          value: `${fileName ?? "Parallax templates"}: ${formatNumberOf(count, "template")} in ${coveredCategories} of ${categories.length} categories`,
        },
        { term: "Expressions of a fact", value: allTemplates ? "one per template" : "one per category" },
        { term: "Seed", value: seed },
        ...(notes.length > 0
          ? [
              {
                term: "Notes",
                value: (
                  <ul className="grid gap-1">
                    {notes.slice(0, 30).map(({ place, message }) => (
                      <li key={`${place}/${message}`}>
                        {place} {message}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
