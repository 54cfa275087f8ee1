import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { ItemsForm } from "@/components/models/items-form.tsx";
import { ModelForm } from "@/components/models/model-form.tsx";
import { ModelRuns } from "@/components/models/model-runs.tsx";
import { RunDifferenceView } from "@/components/models/run-difference-view.tsx";
import { RunForm } from "@/components/models/run-form.tsx";
import { UnparsedOutputs } from "@/components/models/unparsed-outputs.tsx";
import { ReplicationTables } from "@/components/results/replication/replication-tables.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { ArchiveButton } from "@/components/ui/forms/archive-button.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { describeUnknownNames } from "@/lib/domain/items/item-selection.ts";
import { countsOtherTexts } from "@/lib/domain/items/other-texts.ts";
import { modelFacts } from "@/lib/domain/models/registry.ts";
import type { RunDifference } from "@/lib/domain/models/registry-view.ts";
import { rowsOfModel } from "@/lib/domain/replicate/model-tables.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { parseItemSelection } from "@/lib/domain/results/model/results-query.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { listBenchmarks } from "@/lib/server/items/benchmarks.ts";
import { findUnknownNames } from "@/lib/server/models/read-selection.ts";
import { compareRuns } from "@/lib/server/models/registry/compare-runs.ts";
import {
  loadModel,
  type ModelPage as ModelPageData,
  maxOutputPages,
  outputsPerPage,
} from "@/lib/server/models/registry/load-model.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { loadModelTables, type ModelTablesPage } from "@/lib/server/replicate/model-tables.ts";
import { recomputeAction } from "../../recompute-action.ts";
import {
  archiveModelAction,
  archiveRunAction,
  createRunAction,
  deleteModelAction,
  deleteRunAction,
  rereadAction,
  updateModelAction,
  updateRunAction,
} from "../actions.ts";
import { readPage, readQueryText } from "../read-query.ts";

export const metadata: Metadata = { title: "Model" };

export default async function ModelPage({
  params,
  searchParams,
}: {
  params: Promise<{ model: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireUser();
  const id = z.uuid().safeParse((await params).model).data;
  const searchQuery = await searchParams;
  const withMismatches = countsOtherTexts(searchQuery.parity);
  const items = readQueryText(searchQuery.items, 4_000);
  const { selection, problem } = parseItemSelection({ items });
  const { slice, page } = searchQuery;
  const query = { slice: readQueryText(slice), page: readPage(page), withMismatches, items: selection };
  const model = id === undefined ? null : await loadModel(actor, id, query);
  if (!model) notFound();
  const [first, second] = [searchQuery.first, searchQuery.second].map((run) => z.uuid().safeParse(run).data);
  const pair = first && second ? await compareRuns(actor, first, second, withMismatches, selection) : null;
  const answeredBenchmarks = [...new Set(model.runs.map(({ benchmarkId }) => benchmarkId))];
  const tables = (await Promise.all(answeredBenchmarks.map((one) => loadModelTables(actor, one, selection)))).flatMap(
    (one) => one ?? [],
  );
  const benchmarks = model.canWrite ? await listBenchmarks(actor, model.projectId) : [];
  const here = `/research/models/${model.id}`;
  const hrefOf = (changes: Record<string, string>) => {
    const settings = { slice: query.slice, items, parity: withMismatches ? "all" : "", ...changes };
    const parameters = new URLSearchParams(Object.entries(settings).filter(([, value]) => value !== ""));
    return parameters.size === 0 ? here : `${here}?${parameters}`;
  };
  const fileHref = (file: string) => {
    const parity = withMismatches ? "all" : "matching";
    const parameters = new URLSearchParams({ slice: query.slice, items, parity });
    if (first && second) for (const [name, run] of Object.entries({ first, second })) parameters.set(name, run);
    return `/api/v1/models/${model.id}/tables/${file}?${parameters}`;
  };
  return (
    <Page>
      <PageHeader
        title={model.name}
        breadcrumbs={[{ href: "/research/models", label: "Models" }]}
        badge={
          <>
            {model.isDemo && <Badge tone="info">Synthetic</Badge>}
            {model.isArchived && <Badge>Archived</Badge>}
          </>
        }
      />
      <DescriptionList
        entries={modelFacts.map(([fact, term]) => ({ key: fact, term, value: model.facts[fact] ?? "not stated" }))}
      />
      <ModelForms {...{ model }} />
      <Section
        title="Runs"
        lead={`Accuracy by the newest keys, with a 95% interval over stories, or source groups if a group has several stories. Unparsed answers count as wrong; the column “Accuracy without unparsed” excludes them, as the plan of a study can. Answers to a different text than the item’s ${withMismatches ? "count" : "are excluded"}.`}
        actions={
          <LinkButton href={hrefOf({ parity: withMismatches ? "" : "all" })}>
            {withMismatches ? "Exclude answers to other texts" : "Count all answers"}
          </LinkButton>
        }
      >
        <ItemsForm
          here={here}
          kept={{ slice: query.slice, parity: withMismatches ? "all" : "" }}
          items={items}
          problem={problem ?? describeUnknownNames(await findUnknownNames(answeredBenchmarks, selection))}
        />
        <ModelRuns
          runs={model.runs}
          states={model.states}
          here={here}
          hrefOf={(slice) => hrefOf({ slice })}
          slice={query.slice}
          fileHref={fileHref}
          canWrite={model.canWrite}
          actions={{ recomputeAction, updateRunAction, archiveRunAction, deleteRunAction, rereadAction }}
        />
      </Section>
      <NewRunForm {...{ model, benchmarks }} />
      {tables.map((one) => (
        <StoryTables key={one.benchmark.id} page={one} model={model.name} />
      ))}
      <RunComparison {...{ model, here, withMismatches, items, first, second, pair, fileHref }} />
      <Section
        title="Unparsed outputs"
        lead="Texts from which no answer could be parsed, with the applied rule. You can correct parsed answers on the page of the run."
      >
        <UnparsedOutputs
          unparsed={model.unparsed}
          page={Math.min(query.page, maxOutputPages)}
          perPage={outputsPerPage}
          mostPages={maxOutputPages}
          here={here}
        />
      </Section>
    </Page>
  );
}

/** The form that creates a run whose answers are entered manually. */
function NewRunForm({
  model,
  benchmarks,
}: {
  model: ModelPageData;
  benchmarks: readonly { id: string; name: string }[];
}) {
  return (
    model.canWrite &&
    benchmarks.length > 0 && (
      <details className="no-print mt-6">
        <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
          Enter a run by hand
        </summary>
        <div className="mt-4">
          <RunForm
            action={createRunAction}
            hidden={{ model: model.id }}
            label="New run"
            benchmarks={benchmarks.map(({ id, name }) => ({ id, name }))}
          />
        </div>
      </details>
    )
  );
}

/** The model's rows in the tables of story errors and next actions, for one benchmark. */
function StoryTables({ page: { benchmark, state }, model }: { page: ModelTablesPage; model: string }) {
  return (
    <Section
      title={`Story errors and next actions on ${benchmark.name}`}
      lead="The columns of Tables 2 to 4 and Figures 3 and 4 of Yang et al. 2026 over all runs and the selected items, with 95% intervals over source groups."
      actions={<LinkButton href={`/research/models/tables/${benchmark.id}`}>All models</LinkButton>}
    >
      <ResultNote state={state} what="the tables of the model" recompute={recomputeAction} />
      <ReplicationTables
        tables={rowsOfModel(state.stored?.document.tables ?? [], model)}
        people={exploratory}
        files={null}
      />
    </Section>
  );
}

/** Forms to correct, archive and delete a model. */
function ModelForms({ model }: { model: ModelPageData }) {
  return (
    model.canWrite && (
      <div className="no-print mt-4 grid grid-cols-1 gap-4">
        <details>
          <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
            Edit model details
          </summary>
          <div className="mt-4">
            <ModelForm
              action={updateModelAction}
              hidden={{ model: model.id }}
              label="Model details"
              name={model.name}
              facts={model.facts}
            />
          </div>
        </details>
        <div className="flex flex-wrap gap-3">
          <ArchiveButton
            action={archiveModelAction}
            hidden={{ model: model.id }}
            isArchived={model.isArchived}
            titles={{ archive: "Archive this model?", restore: "Restore this model?" }}
            consequence="The model’s runs, answers and results are kept."
          />
          {model.runs.length === 0 && (
            <ConfirmButton
              action={deleteModelAction}
              hidden={{ model: model.id }}
              title="Delete this model?"
              consequence="The model has no runs. This cannot be undone."
              confirm="Delete"
            >
              Delete
            </ConfirmButton>
          )}
        </div>
      </div>
    )
  );
}

/** The comparison of two runs of the model. */
function RunComparison({
  model,
  here,
  withMismatches,
  items,
  first,
  second,
  pair,
  fileHref,
}: {
  model: ModelPageData;
  here: string;
  withMismatches: boolean;
  /** The selection of items as a line. */
  items: string;
  first: string | undefined;
  second: string | undefined;
  pair: ResultState<RunDifference> | null;
  fileHref: (file: string) => string;
}) {
  return (
    model.runs.length > 1 && (
      <Section
        title="Differences between two runs"
        lead="Paired comparison on the items that both runs answered. The test is exploratory because no analysis plan names it."
      >
        <RunDifferenceView
          here={here}
          withMismatches={withMismatches}
          items={items}
          runs={model.runs}
          first={first}
          second={second}
          difference={pair ? (pair.stored?.document ?? null) : undefined}
          note={
            pair && <ResultNote state={pair} what="the differences between the two runs" recompute={recomputeAction} />
          }
          fileHref={fileHref}
        />
      </Section>
    )
  );
}
