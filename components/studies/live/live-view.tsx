import type { ComponentProps, ReactNode } from "react";
import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import type { CellGrid } from "@/lib/domain/survey/live/prepare-cells.ts";
import type { CompletionRate, SessionFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import type { StudyProgress } from "@/lib/domain/survey/live/prepare-strata.ts";
import type { TimeDistribution } from "@/lib/domain/survey/live/prepare-times.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { AutoRefresh } from "./auto-refresh.tsx";
import { CellGridFigure, fullLabel, targetText } from "./cell-grid.tsx";
import { CompletionStat } from "./completion-stat.tsx";
import { OutcomeTable, StepTable } from "./flow-tables.tsx";
import { TimeChart } from "./time-chart.tsx";

/** The state of a running study: progress, drop-out by screen, and durations. */
export function LiveView(props: {
  /** The stage whose answers are counted in the cells. */
  stage: string;
  readAt: string;
  isRunning: boolean;
  active: number;
  isActiveCapped: boolean;
  progress: StudyProgress;
  cells: CellGrid;
  flow: SessionFlow;
  completion: CompletionRate | null;
  times: readonly TimeDistribution[];
  /** The section on arrivals and claimed slots, if there is one. */
  arrivals: ReactNode;
  /** The current page of the table of cells, from 1; null if the table is collapsed. */
  cellPage: number | null;
  cellPageHref: (page: number) => string;
  /** The address of a file with one table or figure ("cells.csv"). */
  fileHref: (file: string) => string;
}) {
  const { progress, cells, flow, times, fileHref } = props;
  const summary = `${progress.filled} of ${progress.target} slots filled, ${props.active} people active now.`;
  return (
    <>
      <AutoRefresh readAt={props.readAt} isRunning={props.isRunning} summary={summary} />
      <Headline {...props} />
      <p className="mt-4 max-w-measure text-sm text-ink-soft">
        Slots and cells count complete sessions of stage {props.stage}, without people outside the quotas and without
        surplus answers; excluded answers count until they are replaced. Model answers are not included.
      </p>
      <div className="mt-12">
        <Section
          title="Groups"
          lead={
            progress.open > 0
              ? "Slots filled in each group. People outside the quotas are shown separately, without a target."
              : "Slots filled in each group."
          }
        >
          <div className="grid grid-cols-1 gap-x-10 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
            {progress.strata.map((stratum) =>
              stratum.target === null ? (
                <p key={stratum.id} className="flex flex-wrap justify-between gap-x-4 text-sm">
                  <span>{stratum.label}</span>
                  <span className="text-ink-soft tabular-nums">{formatCount(stratum.sessions)}, no target</span>
                </p>
              ) : (
                <Progress
                  key={stratum.id}
                  label={stratum.label}
                  side="people"
                  value={stratum.sessions}
                  maximum={stratum.target}
                />
              ),
            )}
          </div>
          <TableDownloads name="groups" fileHref={fileHref} />
        </Section>
        <CellsSection {...{ cells, fileHref }} page={props.cellPage} pageHref={props.cellPageHref} />
        <Section
          title="Drop-out by screen"
          lead="Counted in real time. Visitors who only view the consent page are not counted."
        >
          <StepTable flow={flow} />
          <TableDownloads name="screens" fileHref={fileHref} />
        </Section>
        {props.arrivals}
        <Section title="Session outcomes">
          <OutcomeTable flow={flow} />
          <TableDownloads name="outcomes" fileHref={fileHref} />
        </Section>
        <Section
          title="Response times"
          lead="Time between showing a screen and receiving its answer, measured by the server. Line: median; band: 10th to 90th percentile; dashed line: minimum time before Next. Percentiles are computed from a histogram and are accurate to 5%."
        >
          {times.length === 0 ? (
            <p className="text-ink-soft">No times yet.</p>
          ) : (
            <>
              <TimeCharts times={times} />
              <FigureDownloads
                name="times"
                svgHref={fileHref("times.svg")}
                specificationHref={fileHref("times.vl.json")}
              />
              <TableDownloads name="times" fileHref={fileHref} />
              <TableDownloads name="time-bars" fileHref={fileHref} />
            </>
          )}
        </Section>
      </div>
    </>
  );
}

function CellsSection({
  cells,
  page,
  pageHref,
  fileHref,
}: {
  cells: CellGrid;
  page: ComponentProps<typeof CellGridFigure>["page"];
  pageHref: ComponentProps<typeof CellGridFigure>["pageHref"];
  fileHref: (file: string) => string;
}) {
  return (
    <Section title="Items and conditions" lead={cellLead(cells)}>
      <CellGridFigure grid={cells} page={page} pageHref={pageHref} />
      <FigureDownloads
        name="cells"
        svgHref={fileHref("cells.svg")}
        specificationHref={fileHref("cells.vl.json")}
        canAdjust={false}
      />
      <TableDownloads name="cells" fileHref={fileHref} />
      <ConditionNotes notes={explainConditions(cells.blocks.map(({ label }) => label))} />
    </Section>
  );
}

function Headline({ progress, flow, completion, active, isActiveCapped }: Parameters<typeof LiveView>[0]) {
  return (
    <Stats>
      <Stat
        side="people"
        label="Slots filled"
        value={formatCount(progress.filled)}
        n={`of ${formatCount(progress.target)}`}
        note={formatSlotsNote(progress)}
      />
      <Stat
        label="Active now"
        value={`${formatCount(active)}${isActiveCapped ? " or more" : ""}`}
        note="seen in the last five minutes"
      />
      <CompletionStat completion={completion} />
      <Stat
        label="Surplus"
        value={formatCount(flow.surplus)}
        n={`of ${formatCount(flow.ended.complete)} completed`}
        note="kept and paid, not counted in the cells"
      />
    </Stats>
  );
}

/**
 * The note about filled slots: the number of answers if a slot has several placements, and the number of sessions
 * outside all groups.
 */
export function formatSlotsNote({ answers, filled, open }: StudyProgress): string {
  const parts = [
    answers > filled ? `${formatCount(answers)} answers` : "",
    open > 0 ? `${formatCount(open)} sessions outside all groups` : "",
  ];
  return parts.filter((part) => part !== "").join("; ");
}

function TimeCharts({ times }: { times: readonly TimeDistribution[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
      {times.map((time) => (
        <li key={time.key} className="grid grid-cols-1 min-w-0 content-start gap-1">
          <h3 className="font-medium">{time.label}</h3>
          <p className="text-sm text-ink-soft tabular-nums">
            median {formatOptionalDuration(time.medianMs)}, 10 to 90%: {formatOptionalDuration(time.lowMs)} to{" "}
            {formatOptionalDuration(time.highMs)}, n = {formatCount(time.n)}
          </p>
          <TimeChart time={time} />
        </li>
      ))}
    </ul>
  );
}

function cellLead({ target, full, cells, emptiest, fullest }: CellGrid): string {
  return `Each cell gets ${targetText(target)} answers. ${formatCount(full)} of ${formatCount(cells)} ${fullLabel(target)}; the emptiest has ${formatCount(emptiest)}, the fullest ${formatCount(fullest)}.`;
}

function formatOptionalDuration(milliseconds: number | null): string {
  return milliseconds === null ? "–" : formatDuration(milliseconds);
}
