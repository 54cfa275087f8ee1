import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";

/** Downloads of a page's chart and table. Their file names are the same as under “Tables and tests”. */
export function BeliefDownloads({
  benchmark,
  kept,
  table,
  figure,
}: {
  benchmark: string;
  /** The query string with the filters that the files keep: rule, people and minimum number of pairs. */
  kept: string;
  table: string;
  figure: string;
}) {
  const hrefOf = (file: string) => beliefFile(benchmark, kept, file);
  return (
    <div className="grid gap-2">
      <FigureDownloads
        name={figure}
        svgHref={hrefOf(`${figure}.svg`)}
        specificationHref={hrefOf(`${figure}.vl.json`)}
      />
      <TableDownloads name={table} fileHref={hrefOf} />
    </div>
  );
}

/** The address of a file with one table or figure about expressions of belief. */
export function beliefFile(benchmark: string, kept: string, file: string): string {
  return `/api/v1/benchmarks/${benchmark}/beliefs/${file}${kept}`;
}
