import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { listOmittedAnswers } from "@/lib/domain/interchange/annotation/omitted-answers.ts";
import { isMedia } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { SchemaImportForm } from "./schema-import.tsx";

const formats = [
  {
    format: "jsonl",
    name: "JSON lines",
    hint: "Items with all answers, suggestions and accepted answers. Importing the file restores the same items.",
  },
  {
    format: "csv",
    name: "Table (CSV)",
    hint: "One row per annotator and item, with the given and the accepted answer to each question.",
  },
  { format: "xlsx", name: "Table (XLSX)", hint: "The same table as a workbook, up to 50,000 rows." },
  {
    format: "zip",
    name: "JSON lines with media (zip)",
    hint: "The same file with images and recordings. Can be imported into another installation.",
  },
  {
    format: "hf",
    name: "Hugging Face folder (zip)",
    hint: "One row per annotator and item, a table of aggregated answers, the task schema and a dataset card.",
  },
  { format: "label-studio", name: "Label Studio (JSON)", hint: "Tasks with annotations and predictions." },
  {
    format: "label-studio-config",
    name: "Label Studio configuration (XML)",
    hint: "The labelling configuration of a project for these tasks.",
  },
  { format: "prodigy", name: "Prodigy (JSONL)", hint: "One line per annotator and item." },
  { format: "conll", name: "CoNLL", hint: "Tokens with BIO tags of the accepted answers; for spans in a text." },
] as const;

/** The import and the exports of a collection that uses a task schema. */
export function SchemaFiles({ api, schema }: { api: string; schema: TaskSchema }) {
  return (
    <>
      <Section
        title="Import"
        lead="A table (CSV, TSV, XLSX), JSON lines, Label Studio tasks (JSON), Prodigy JSONL, or CoNLL. Rows that do not match the task schema are rejected; the report names the field. Importing a file again changes nothing."
      >
        <SchemaImportForm address={`${api}/schema-import`} schema={schema} />
      </Section>
      <Section title="Export" lead="People are numbered, not named.">
        <Table caption="Exports of the collection" isCaptionHidden>
          <thead>
            <tr>
              <Th>Format</Th>
              <Th>Content</Th>
              <Th>File</Th>
            </tr>
          </thead>
          <tbody>
            {formats
              .filter(({ format }) => format !== "conll" || schema.answer.some(({ type }) => type === "spans"))
              .filter(({ format }) => format !== "zip" || schema.stimulus.some(isMedia))
              .map(({ format, name, hint }) => (
                <tr key={format}>
                  <Th scope="row">{name}</Th>
                  <Td className="min-w-56">
                    {hint} <OmittedAnswers {...{ schema, format }} />
                  </Td>
                  <Td>
                    <Link
                      href={`${api}/schema-export?format=${format}`}
                      download
                      prefetch={false}
                      aria-label={`All items as ${name}`}
                    >
                      Download
                    </Link>
                  </Td>
                </tr>
              ))}
          </tbody>
        </Table>
      </Section>
    </>
  );
}

/** The answers that a file for another tool cannot have. */
function OmittedAnswers({ schema, format }: { schema: TaskSchema; format: (typeof formats)[number]["format"] }) {
  const labels = format === "prodigy" || format === "label-studio" ? listOmittedAnswers(schema, format) : [];
  return labels.length > 0 && <span className="text-ink-soft">Incomplete answers: {labels.join(", ")}.</span>;
}
