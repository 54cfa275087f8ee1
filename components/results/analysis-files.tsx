import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import type { OutcomeMeasure } from "@/lib/domain/results/plan/planned-outcome.ts";

/** Downloads of the page's figures and tables. They follow the analysis plan and ignore the filters of the page. */
export function AnalysisFiles({
  studyId,
  stage,
  hasCurve,
  outcome,
}: {
  studyId: string;
  stage: string;
  hasCurve: boolean;
  /** The outcome in the analysis plan, on which the available files depend. */
  outcome: OutcomeMeasure;
}) {
  const fileHref = (file: string) => `/api/v1/studies/${studyId}/analysis/${file}?stage=${stage}`;
  const curve = hasCurve && outcome === "accuracy" ? ["crowd"] : [];
  const figures = outcome === "localisation" ? [] : ["headline", ...curve];
  const tables = outcome === "localisation" ? [] : ["comparisons", "conditions", "unparsed", ...curve];
  return (
    <details className="no-print text-sm">
      <summary className="w-fit rounded-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
        Download these figures and tables
      </summary>
      <div className="mt-3 grid gap-3">
        <p className="text-ink-soft">
          Under the analysis plan, independent of the filters: figures, tables, the methods paragraph and one sentence
          per test with its data hash.
        </p>
        {figures.map((name) => (
          <div key={name}>
            <p>Figure “{name}”</p>
            <FigureDownloads
              name={name}
              svgHref={fileHref(`${name}.svg`)}
              specificationHref={fileHref(`${name}.vl.json`)}
              canAdjust={false}
            />
          </div>
        ))}
        {[...tables, "confirmatory"].map((name) => (
          <div key={name}>
            <p>Table “{name}”</p>
            <TableDownloads name={name} fileHref={fileHref} canAdjust={false} />
          </div>
        ))}
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          <a className="underline" href={fileHref("methods.md")} download="methods.md">
            Methods paragraph
          </a>
          <a className="underline" href={fileHref("sentences.md")} download="sentences.md">
            Test results as sentences
          </a>
        </p>
      </div>
    </details>
  );
}
