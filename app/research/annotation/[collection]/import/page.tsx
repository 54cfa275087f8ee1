import type { Metadata } from "next";
import { CollectionExports } from "@/components/annotation/collections/collection-exports.tsx";
import { StoryImport } from "@/components/annotation/collections/import/story-import.tsx";
import { SchemaFiles } from "@/components/annotation/schema-lead/schema-files.tsx";
import { StudyAnswersForm } from "@/components/annotation/schema-lead/study-answers-form.tsx";
import { ImportHistory } from "@/components/imports/import-history.tsx";
import { CodeBlock } from "@/components/ui/code.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { listCollectionImports } from "@/lib/server/annotation/import/undo-import.ts";
import { listStudiesOfItems } from "@/lib/server/annotation/schema/add-study-answers.ts";
import { getSchema } from "@/lib/server/annotation/schema/change-schema.ts";
import { listImports } from "@/lib/server/items/list-imports.ts";
import { addStudyAnswersAction, undoImportAction } from "../../actions.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Import and export" };

export default async function CollectionImportPage({ params }: { params: CollectionParams }) {
  const { actor, collection } = await requireCollection(params);
  const [imports, collectionImports] = await Promise.all([
    listImports(actor, collection.projectId, "annotation"),
    listCollectionImports(actor, collection.id),
  ]);
  const api = `/api/v1/annotation/collections/${collection.id}`;
  const task = collection.task && (await getSchema(actor, collection.id));
  const studies = task ? await listStudiesOfItems(actor, collection.id) : [];
  return (
    <>
      {task && <SchemaFiles api={api} schema={task.schema} />}
      {studies.length > 0 && (
        <StudyAnswersForm action={addStudyAnswersAction} collectionId={collection.id} studies={studies} />
      )}
      {!task && (
        <>
          <Section
            title="Import"
            lead="Items with defects are imported and repaired in the workspace. Rows that are not items are rejected. Importing a file again changes nothing."
          >
            <StoryImport address={`${api}/import`} />
            <details className="mt-6">
              <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
                On the command line
              </summary>
              <div className="mt-3">
                <CodeBlock label="Checking and importing on the command line">{commands}</CodeBlock>
              </div>
            </details>
          </Section>
          <Section
            title="Export"
            lead="The texts of refined items are generated from their marks, so they match the story word for word."
          >
            <CollectionExports address={`${api}/export`} />
          </Section>
        </>
      )}
      {collectionImports.length > 0 && (
        <Section
          title="Imports of this collection"
          lead="Undoing an import removes only the items that no one has started."
        >
          <ul>
            {collectionImports.map(({ id, fileName, at, items, untouched }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-3 border-t border-rule py-3 first:border-t-0"
              >
                <span className="wrap-anywhere">
                  {fileName}, {formatMoment(at)}: {formatNumberOf(items, "item")}, {formatCount(untouched)} not started
                </span>
                {untouched > 0 && (
                  <ConfirmButton
                    action={undoImportAction}
                    hidden={{ collection: collection.id, import: id }}
                    title="Undo this import?"
                    consequence={`${formatNumberOf(untouched, "item")} of ${fileName} will be removed. You can import the file again.`}
                    confirm="Undo the import"
                    size="small"
                  >
                    Undo
                  </ConfirmButton>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {imports.length > 0 && (
        <Section title="Earlier imports" lead="Imports into all collections of this project.">
          <ImportHistory imports={imports} />
        </Section>
      )}
    </>
  );
}

const commands = `parallax kste check Data --json
parallax kste import Data --collection "My stories"`;
