import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";

/** Downloads of a page's figure and table of expressions; the same names as on “Tables and tests”. */
export function TakeAway({
  benchmark,
  kept,
  table,
  figure,
}: {
  benchmark: string;
  /** The rest of the address: rule, people and minimum number of pairs. */
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

/** The address of a table or figure about expressions as a file. */
export function beliefFile(benchmark: string, kept: string, file: string): string {
  return `/api/v1/benchmarks/${benchmark}/beliefs/${file}${kept}`;
}
