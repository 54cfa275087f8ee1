import { DepthFigure } from "@/components/charts/depth-figure.tsx";
import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { Legend } from "@/components/charts/legend.tsx";
import { StatusCaption } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { RenderInOwnTask } from "@/components/ui/render-in-chunks.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeShare } from "@/lib/domain/format/figures.ts";
import { type CeilingLine, ceilingLegend } from "@/lib/domain/results/comparison/human-ceiling.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import type { DepthPanel } from "@/lib/domain/results/preparation/prepare-depth.ts";
import { comparisonFigureName } from "@/lib/domain/results/views/page-views.ts";
import { ShareCell } from "./comparison/comparison-table.tsx";

export interface DepthSeries {
  id: string;
  /** Null: people alone. */
  label: string | null;
  /** "280 cells that both answered" */
  note: string;
  panels: DepthPanel[];
}

/** Accuracy by depth. Each model has a row of charts, which show people on the same cells. */
export function DepthSection({
  series,
  chance,
  ceiling,
  status,
  fileHref,
}: {
  series: readonly DepthSeries[];
  chance: number | null;
  ceiling: readonly CeilingLine[];
  status: ResultStatus;
  /** The address of a file with one of the charts. */
  fileHref: (file: string) => string;
}) {
  const hasModels = series.some(({ label }) => label !== null);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Legend
        entries={[
          { mark: "majority", label: "People, majority vote" },
          { mark: "person", label: "People, mean of individuals" },
          ...(hasModels ? [{ mark: "model" as const, label: "Model" }] : []),
          ...(chance === null ? [] : [{ mark: "chance" as const, label: "Chance level" }]),
          ...(ceiling.length === 0 ? [] : [{ mark: "ceiling" as const, label: ceilingLegend(ceiling) }]),
        ]}
      />
      {series.map((one, index) => (
        <RenderInOwnTask key={one.id}>
          <figure
            className="keep-together grid grid-cols-1 gap-3"
            data-drawn-as={one.panels.map((_, place) => comparisonFigureName(index, place)).join(" ")}
          >
            <figcaption className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-serif text-lg">{one.label ?? "People"}</span>
              <span className="text-sm text-ink-soft">{one.note}</span>
            </figcaption>
            <StatusCaption status={status} />
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-x-8 gap-y-6">
              {one.panels.map((panel, place) => (
                <div key={panel.key} className="rounded-lg border border-rule bg-surface px-3 pt-3 pb-2 sm:px-5">
                  <h3 className="text-base font-semibold">
                    {panel.title}
                    <span className="font-normal text-ink-soft">, right answers in %</span>
                  </h3>
                  <DepthFigure
                    panel={panel}
                    chance={chance}
                    ceiling={ceiling}
                    label={`${one.label ?? "People"}, ${panel.title}. ${describePanel(panel, one.label)}`}
                  />
                  <FigureDownloads
                    name={comparisonFigureName(index, place)}
                    svgHref={fileHref(`${comparisonFigureName(index, place)}.svg`)}
                    specificationHref={fileHref(`${comparisonFigureName(index, place)}.vl.json`)}
                  />
                </div>
              ))}
            </div>
            <details className="rounded-md">
              <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
                The numbers of {one.label ?? "this picture"}
              </summary>
              <div className="mt-3">
                <DepthTable series={one} />
              </div>
            </details>
          </figure>
        </RenderInOwnTask>
      ))}
      <TableDownloads name="beside" fileHref={fileHref} />
    </div>
  );
}

function DepthTable({ series }: { series: DepthSeries }) {
  return (
    <Table caption={`${series.label ?? "People"} by depth, with 95% intervals`} takenAs="beside">
      <thead>
        <tr>
          <Th>Statements</Th>
          <Th isNumber>Majority</Th>
          <Th isNumber>Mean individual</Th>
          {series.label !== null && <Th isNumber>{series.label}</Th>}
        </tr>
      </thead>
      <tbody>
        {series.panels.flatMap((panel) =>
          panel.points.map((point) => (
            <tr key={`${panel.key}/${point.label}`}>
              <Th scope="row">
                {panel.title}, {point.label}
              </Th>
              <ShareCell share={point.majority} />
              <ShareCell share={point.people} unit="answers" />
              {series.label !== null && (point.model ? <ShareCell share={point.model} /> : <Td />)}
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
}

function describePanel(panel: DepthPanel, model: string | null): string {
  return panel.points
    .map((point) => {
      const people = `${point.label}: people’s majority ${describeShare(point.majority)}`;
      return point.model && model ? `${people}; ${model} ${describeShare(point.model)}` : people;
    })
    .join(". ");
}
