"use client";

import * as z from "zod";
import { ImportForm } from "@/components/imports/import-form.tsx";
import { KeyReasonField } from "@/components/imports/key-reason-field.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { CheckTable } from "./check-table.tsx";

const summarySchema = z.object({
  rows: z.number(),
  withProblems: z.number(),
  malformed: z.number(),
  unreadableFormula: z.number(),
  unreadableText: z.number(),
  differing: z.number(),
  contradictory: z.number(),
  labelNotByFormula: z.number(),
  labelNotByText: z.number(),
});
/** The fields of the server's report that this form uses. */
const reportSchema = z.object({
  benchmarkId: z.string(),
  benchmarkName: z.string(),
  skipped: z.number(),
  check: summarySchema,
  checkBySetup: z.array(z.object({ setup: z.enum(setups), check: summarySchema })),
  findings: z.array(
    z.object({
      line: z.number(),
      index: z.number().nullable(),
      setup: z.enum(setups).nullable(),
      problems: z.array(z.string()),
    }),
  ),
});
type ProblemReport = z.infer<typeof reportSchema>;

/** The form that imports a file of MindGames rows. It then shows the problems of each row. */
export function ProblemImportForm({
  projectId,
  knownSets,
}: {
  projectId: string;
  /** The names of existing sets, to which the file can be added. */
  knownSets: readonly string[];
}) {
  return (
    <ImportForm
      label="Import problems"
      addressOf={`/api/v1/projects/${projectId}/problems?benchmark={benchmark}&gold={gold}&skip={skip}&reason={reason}`}
      renderMore={(answer) => <ImportFindings report={reportSchema.parse(answer)} />}
    >
      <Field name="benchmark" label="Set" hint="A new name creates a new benchmark.">
        <TextInput list="known-sets" maxLength={200} required />
      </Field>
      <datalist id="known-sets">
        {knownSets.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field name="gold" label="Answer key" hint="The choices differ for rows whose text and formula differ.">
        <Select
          options={[
            { value: "stored", label: "the label in the file" },
            { value: "text", label: "the label computed from the text" },
          ]}
        />
      </Field>
      <Field name="skip" label="Inconsistent rows">
        <Select
          required={false}
          options={[
            { value: "", label: "Import and report" },
            { value: "mismatches", label: "Exclude and report" },
          ]}
        />
      </Field>
      <KeyReasonField />
    </ImportForm>
  );
}

function ImportFindings({ report }: { report: ProblemReport }) {
  const { check, findings, skipped } = report;
  return (
    <div className="mt-5 grid grid-cols-1 gap-5">
      {skipped > 0 && <p>{formatNumberOf(skipped, "row")} excluded because text and formula disagree.</p>}
      {check.withProblems === 0 ? (
        <Callout tone="good">Label, formula and text agree in every row.</Callout>
      ) : (
        <>
          <Callout tone="warn">
            {formatCount(check.withProblems)} of {formatNumberOf(check.rows, "row")} are inconsistent.
          </Callout>
          <CheckTable check={check} bySetup={report.checkBySetup} />
          <Findings findings={findings} total={check.withProblems} />
        </>
      )}
      <p>
        <Link href={`/research/mindgames/sets/${report.benchmarkId}`}>Go to “{report.benchmarkName}”</Link>
      </p>
    </div>
  );
}

function Findings({ findings, total }: { findings: ProblemReport["findings"]; total: number }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Table caption="Errors by row" maxHeight="24rem">
        <thead>
          <tr>
            <Th isNumber>Line</Th>
            <Th isNumber>Index</Th>
            <Th>Setup</Th>
            <Th>Problem</Th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ line, index, setup, problems }) => (
            <tr key={line}>
              <Td isNumber>{formatCount(line)}</Td>
              <Td isNumber>{index ?? "–"}</Td>
              <Td className="whitespace-nowrap">{setup === null ? "–" : setupLabels[setup].name}</Td>
              <Td className="min-w-64">
                {problems.map((problem) => (
                  <p key={problem}>{problem}</p>
                ))}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {total > findings.length && (
        <p className="text-sm text-ink-soft">And {formatCount(total - findings.length)} more.</p>
      )}
    </div>
  );
}
