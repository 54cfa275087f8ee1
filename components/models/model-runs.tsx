import { EstimateTd, EstimateTds } from "@/components/charts/estimate.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { ArchiveButton } from "@/components/ui/forms/archive-button.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { ParityBadges } from "@/components/ui/parity-badge.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatRightOf } from "@/lib/domain/format/figures.ts";
import { formatDay } from "@/lib/domain/format/times.ts";
import { runSettings } from "@/lib/domain/models/registry.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ModelRunFacts } from "@/lib/domain/results/model/model-run.ts";
import { partsOfRun } from "@/lib/domain/results/views/models/run-views.ts";
import { RunForm } from "./run-form.tsx";

interface RunFormActions {
  recomputeAction: FormAction<null>;
  updateRunAction: FormAction<unknown>;
  archiveRunAction: FormAction<unknown>;
  deleteRunAction: FormAction<unknown>;
  rereadAction: FormAction<{ read: number; changed: number; isApplied: boolean }>;
}

/** The runs of a model: scores overall and by attribute of the items, settings, and source files. */
export function ModelRuns({
  runs,
  states,
  here,
  hrefOf,
  slice,
  fileHref,
  canWrite,
  actions,
}: {
  runs: readonly ModelRunFacts[];
  /** For each run, the state of its computed scores. */
  states: readonly ResultState<unknown>[];
  here: string;
  /** The address of the page with scores by the given attribute; an empty attribute means by condition. */
  hrefOf: (slice: string) => string;
  slice: string;
  /** The address of a file with all these tables ("runs.csv"). */
  fileHref: (file: string) => string;
  canWrite: boolean;
  actions: RunFormActions;
}) {
  if (runs.length === 0)
    return <EmptyState title="No runs yet">Import predictions of this model, or enter a run below.</EmptyState>;
  return (
    <div className="grid grid-cols-1 gap-8">
      {runs.map((run) => (
        <article key={run.id} aria-label={`${run.source} on ${run.benchmark}`} className="grid grid-cols-1 gap-3">
          <h3 className="flex flex-wrap items-center gap-3 font-serif text-xl">
            {run.source} <span className="text-base text-ink-soft">on</span>
            <Link href={`/research/benchmarks/${run.benchmarkId}`}>{run.benchmark}</Link>
            {run.isArchived && <Badge>Archived</Badge>}
            {run.figures && <ParityBadges parity={run.figures.parity} />}
          </h3>
          <p className="text-sm text-ink-soft">
            {formatDay(run.at)}
            {run.fileName && `, from ${run.fileName}`}
            {run.fileSha256 && ` (SHA-256 ${run.fileSha256.slice(0, 12)}…)`}
            {formatSettings(run)}
          </p>
          {states
            .filter(({ subject }) => subject.startsWith(run.id))
            .map((state) => (
              <ResultNote
                key={run.id}
                state={state}
                what={`the score of ${run.source}`}
                recompute={actions.recomputeAction}
              />
            ))}
          <nav aria-label={`Parts of ${run.source}`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {(run.figures ? ["", ...run.figures.attributes] : []).map((name) => (
              <Link key={name} href={hrefOf(name)} aria-current={name === slice ? "true" : undefined}>
                {name === "" ? "by condition" : `by ${name}`}
              </Link>
            ))}
          </nav>
          {run.figures && <Scores source={run.source} figures={run.figures} />}
          <p className="text-sm">
            <Link href={`${here}/runs/${run.id}`}>Answers of {run.source}, one by one</Link>
          </p>
          {canWrite && <RunTools run={run} actions={actions} />}
        </article>
      ))}
      {runs.some(({ figures }) => figures !== null) && (
        <TableDownloads name="runs" called="all these runs" fileHref={fileHref} />
      )}
    </div>
  );
}

function formatSettings({ settings }: ModelRunFacts): string {
  const statedSettings = runSettings.flatMap(([name, label]) =>
    settings[name] ? [`${label.toLowerCase()} ${settings[name]}`] : [],
  );
  return statedSettings.length > 0 ? `; ${statedSettings.join(", ")}` : "; settings not stated";
}

function Scores({ source, figures }: { source: string; figures: NonNullable<ModelRunFacts["figures"]> }) {
  return (
    <Table caption={`Accuracy of ${source}`} isCaptionHidden takenAs="runs">
      <thead>
        <tr>
          <Th>Part</Th>
          <Th isNumber>Accuracy</Th>
          <Th isNumber>95% interval</Th>
          <Th isNumber>Right / n</Th>
          <Th isNumber>Unparsed</Th>
          <Th isNumber>Accuracy without unparsed</Th>
          <Th isNumber>Items without key</Th>
        </tr>
      </thead>
      <tbody>
        {partsOfRun(figures).map(({ name, share, parsed, unparsed, withoutKey }) => (
          <tr key={name}>
            <Th scope="row">{name.replaceAll(";", ", ")}</Th>
            <EstimateTds of={describeEstimate(share, formatRightOf(share))} />
            <Td isNumber>{formatCount(unparsed)}</Td>
            {unparsed === 0 ? (
              <Td isNumber>the same</Td>
            ) : (
              <EstimateTd of={describeEstimate(parsed, formatRightOf(parsed))} />
            )}
            <Td isNumber>{formatCount(withoutKey)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function RunTools({ run, actions }: { run: ModelRunFacts; actions: RunFormActions }) {
  return (
    <div className="no-print grid grid-cols-1 gap-3">
      {run.figures && run.figures.readByOlder > 0 && (
        <ActionForm
          action={actions.rereadAction}
          hidden={{ benchmark: run.benchmarkId }}
          label={`Parse the texts of ${run.benchmark} again`}
          className="flex flex-wrap items-center gap-3 text-sm"
        >
          <span>{formatCount(run.figures.readByOlder)} texts were parsed by an older parser version.</span>
          <SubmitButton name="apply" value="no" look="secondary">
            Preview the changes
          </SubmitButton>
          <SubmitButton name="apply" value="yes" look="secondary">
            Parse the texts again
          </SubmitButton>
        </ActionForm>
      )}
      <details>
        <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
          Correct the settings of {run.source}
        </summary>
        <div className="mt-4">
          <RunForm
            action={actions.updateRunAction}
            hidden={{ run: run.id }}
            label={`Settings of ${run.source}`}
            source={run.source}
            settings={run.settings}
          />
        </div>
      </details>
      <div className="flex flex-wrap gap-3">
        <ArchiveButton
          action={actions.archiveRunAction}
          hidden={{ run: run.id }}
          isArchived={run.isArchived}
          titles={{ archive: "Archive this run?", restore: "Restore this run?" }}
          consequence="The answers and the results that use them are kept."
        >
          {run.isArchived ? "Restore the run" : "Archive the run"}
        </ArchiveButton>
        <ConfirmButton
          action={actions.deleteRunAction}
          hidden={{ run: run.id }}
          title={`Delete ${run.source} with its ${run.figures ? `${formatCount(run.figures.answers)} ` : ""}answers?`}
          consequence="The answers cannot be restored. A run cannot be deleted if a study of its benchmark was opened."
          confirm="Delete"
        >
          Delete the run
        </ConfirmButton>
      </div>
    </div>
  );
}
