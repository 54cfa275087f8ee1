import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ParityCounts, ParityPage } from "@/lib/domain/results/preparation/parity-page.ts";
import { comparedAnswers } from "@/lib/domain/results/views/models/parity-view.ts";
import { UncountedNote } from "../uncounted-note.tsx";
import { AskModelsAgain } from "./ask-again.tsx";
import { DifferingStimulus } from "./differing-stimulus.tsx";
import { type ParityActions, SignForm } from "./sign-form.tsx";

/** All stimuli that differ between models and people, with their differences and sign-offs. */
export function ParityView({
  studyId,
  page,
  base,
  actions,
}: {
  studyId: string;
  page: ParityPage;
  base: string;
  actions: ParityActions | null;
}) {
  const { counts, stimuli, unsigned, uncounted } = page;
  const compared = comparedAnswers(counts);
  const fileHref = (file: string) => `/api/v1/studies/${studyId}/parity/${file}`;
  if (compared === 0) {
    return uncounted ? (
      <UncountedNote {...uncounted} />
    ) : (
      <EmptyState title="No model has answered these items">
        After predictions are imported, this page shows where a model was shown a different stimulus than people.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      {uncounted && <UncountedNote {...uncounted} />}
      <div className="grid grid-cols-1 gap-3">
        <Counts counts={counts} compared={compared} />
        <p className="max-w-measure text-sm text-ink-soft">
          Every answer of a model to an item of this study is counted, each repeat separately, even if no people
          answered the item. Answers of people are not counted.
        </p>
        <TableDownloads name="parity" called="these numbers" fileHref={fileHref} />
        {stimuli.length > 0 && (
          <TableDownloads name="differing" called="every stimulus that differs" fileHref={fileHref} />
        )}
      </div>
      {unsigned > 0 ? (
        <Callout
          tone="bad"
          title={`Models were shown different content in ${formatNumberOf(unsigned, "stimulus", "stimuli")} without sign-off`}
        >
          <p>
            The main stage cannot be opened before each stimulus of the plan’s models and items is signed off with a
            reason. These answers are excluded from tests unless the analysis plan or a filter includes them.
          </p>
          {actions && <SignForm studyId={studyId} action={actions.sign} label={`Sign off all ${unsigned}`} />}
        </Callout>
      ) : (
        counts.content > 0 && <Callout tone="good">All stimuli with different content are signed off.</Callout>
      )}
      {counts.presentation > 0 && (
        <Callout tone="warn" title="Same content, different surrounding text">
          {formatNumberOf(counts.presentation, "answer")} have the same story, question and options as people’s in
          different wording. The correspondence of conditions on the results page can declare them equivalent.
        </Callout>
      )}
      {actions && page.models.length > 0 && (
        <AskModelsAgain models={page.models} studyId={studyId} benchmarkId={actions.benchmarkId} />
      )}
      {stimuli.length === 0 ? (
        <p>No differing stimuli are known.</p>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {stimuli.map((stimulus) => (
            <li key={`${stimulus.itemVersionId}/${stimulus.conditionKey}/${stimulus.shownHash}`} className="py-6">
              <DifferingStimulus stimulus={stimulus} studyId={studyId} base={base} actions={actions} />
            </li>
          ))}
        </ul>
      )}
      {page.pages > 1 && (
        <nav aria-label="Pages" className="flex flex-wrap items-center gap-4">
          {page.page > 1 && <Link href={`${base}/results/parity?page=${page.page - 1}`}>Previous</Link>}
          <span>
            Page {page.page} of {page.pages}
          </span>
          {page.page < page.pages && <Link href={`${base}/results/parity?page=${page.page + 1}`}>Next</Link>}
        </nav>
      )}
    </div>
  );
}

function Counts({ counts, compared }: { counts: ParityCounts; compared: number }) {
  const n = `of ${formatNumberOf(compared, "answer")}`;
  return (
    <Stats>
      <Stat
        label="Same, verified"
        value={String(counts.verified)}
        n={n}
        note={
          counts.declared > 0
            ? `${counts.declared} with different wording that a declared pair of conditions allows`
            : "by prompt or fingerprint"
        }
      />
      <Stat label="Different content" value={String(counts.content)} n={n} />
      <Stat
        label="Different surrounding text"
        value={String(counts.presentation)}
        n={n}
        note="without a declared pair"
      />
      <Stat
        label="Unverified"
        value={String(counts.unproved + counts.otherVersion)}
        n={n}
        note={
          counts.otherVersion > 0
            ? `${counts.otherVersion} with a fingerprint of an older version, so nothing can be concluded`
            : "have neither prompt nor fingerprint"
        }
      />
      <Stat
        label="Not compared"
        value={String(counts.unmatched)}
        n={n}
        note="under conditions that correspond to none"
      />
    </Stats>
  );
}
