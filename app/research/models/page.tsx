import type { Metadata } from "next";
import { ImportForm } from "@/components/imports/import-form.tsx";
import { ImportHistory } from "@/components/imports/import-history.tsx";
import { ModelTable } from "@/components/models/model-table.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { CodeBlock } from "@/components/ui/code.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";
import { listBenchmarks } from "@/lib/server/items/benchmarks.ts";
import { listImports } from "@/lib/server/items/list-imports.ts";
import { listModels } from "@/lib/server/models/list-models.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";

export const metadata: Metadata = { title: "Models" };

export default async function ModelsPage() {
  const { actor, project } = await requireProject("research.read");
  const [models, benchmarks, imports] = await Promise.all([
    listModels(actor, project.id),
    listBenchmarks(actor, project.id),
    listImports(actor, project.id, "predictions"),
  ]);
  return (
    <Page>
      <PageHeader title="Models" lead="What models answered, and whether it is known what they were shown." />
      {models.length === 0 ? (
        <EmptyState title="No model yet">
          Import a prediction file below, and each model stands here with its evaluations.
        </EmptyState>
      ) : (
        <ModelTable models={models} />
      )}
      {can(actor, "research.write", project.id) && (
        <Section
          title="Import predictions"
          lead="Our prediction file, or the log of lm-evaluation-harness, Inspect or an OpenAI-compatible endpoint: the format is recognised by content. Answers are taken as they are, computed from log-probabilities, or read in the model's text."
        >
          {benchmarks.length === 0 ? (
            <Callout>
              Predictions need their items first. Import an item file under{" "}
              <Link href="/research/benchmarks">Benchmarks</Link>.
            </Callout>
          ) : (
            <>
              <ImportForm
                label="Import predictions"
                fileLabel="File"
                hasPreview
                accept=".jsonl,.ndjson,.json,.txt,.csv,.tsv,.eval,application/x-ndjson"
                addressOf="/api/v1/benchmarks/{benchmark}/predictions?source={source}&model={model}&condition={condition}"
              >
                <Field name="benchmark" label="Benchmark" hint="Whose items the models answered.">
                  <Select options={benchmarks.map(({ id, name }) => ({ value: id, label: name }))} />
                </Field>
                <Field name="source" label="Evaluation" hint="Keeps two runs of one model apart.">
                  <TextInput defaultValue="import" maxLength={200} required />
                </Field>
                <Field name="model" label="Model" hint="Where the file does not name it." isOptional>
                  <TextInput maxLength={200} />
                </Field>
                <Field
                  name="condition"
                  label="Condition"
                  hint="Of another tool’s log, such as story=no-story; prompt=human."
                  isOptional
                >
                  <TextInput maxLength={600} />
                </Field>
              </ImportForm>
              <details className="mt-6">
                <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
                  What a line looks like
                </summary>
                <div className="mt-3">
                  <CodeBlock label="One line of a prediction file">{predictionExample}</CodeBlock>
                </div>
              </details>
            </>
          )}
        </Section>
      )}
      {imports.length > 0 && (
        <Section title="Earlier imports">
          <ImportHistory imports={imports} />
        </Section>
      )}
    </Page>
  );
}

const predictionExample = `{"model": "my-model", "item": "parcel-1", "condition": {"prompt": "human", "questionOrder": "true-false"}, "prompt": "Please read the following story …", "logprobs": {"True": -0.1, "False": -2.4}}`;
