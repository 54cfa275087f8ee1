import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatNumber } from "@/lib/domain/format/figures.ts";
import { type Display, displayLabels } from "@/lib/domain/items/kinds/consistency/display.ts";
import type { ErrorEvaluation, EvaluationFigure } from "@/lib/domain/results/model/error-evaluation.ts";

/** The human row of the paper's Table 2, with intervals, and the paper's own computation below it. */
export function ErrorEvaluationTable({ evaluation }: { evaluation: ErrorEvaluation }) {
  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-ink-soft">
        Classification is the share judged correctly. Localisation is the overlap of the words marked with the words
        that are wrong (intersection over union by word); a consistent story counts 1 when called consistent. Intervals
        are 95% and clustered by person and story (Cameron, Gelbach and Miller, t on the smaller number of clusters less
        one). Scored by key version {evaluation.keyVersions.join(", ")}
        {evaluation.excluded > 0 && `; ${evaluation.excluded} excluded answers do not count`}.
      </p>
      <Table caption="Finding and marking logical errors (Yang et al. 2026, Table 2)" takenAs="evaluation">
        <thead>
          <tr>
            <Th>What was highlighted</Th>
            <Th isNumber>Positive: consistent stories</Th>
            <Th isNumber>Negative: stories with an error</Th>
            <Th isNumber>Full</Th>
            <Th isNumber>Localisation, negative</Th>
            <Th isNumber>Localisation, full</Th>
          </tr>
        </thead>
        <tbody>
          {evaluation.rows.map((row) => (
            <tr key={row.ablation}>
              <Th scope="row">{displayLabels[row.ablation as Display] ?? row.ablation}</Th>
              <FigureCell figure={row.positive} />
              <FigureCell figure={row.negative} />
              <FigureCell figure={row.full} />
              <FigureCell figure={row.negativeLocalisation} />
              <FigureCell figure={row.fullLocalisation} />
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="text-sm text-ink-soft">
        By the paper's arithmetic over {evaluation.table.nPos} answers to consistent stories and {evaluation.table.nNeg}{" "}
        to stories with an error, which gives no interval: positive {share(evaluation.table.posCls)}, negative{" "}
        {share(evaluation.table.negCls)}, full {share(evaluation.table.fullCls)}; localisation{" "}
        {share(evaluation.table.negLoc)} on the negative and {share(evaluation.table.fullLoc)} on the full set.
      </p>
    </div>
  );
}

function FigureCell({ figure }: { figure: EvaluationFigure }) {
  return (
    <Td isNumber>
      <span className="block text-lg tabular-nums">{share(figure.value)}</span>
      <span className="block text-xs text-ink-soft tabular-nums">
        {figure.low !== null && figure.high !== null ? `${share(figure.low)} to ${share(figure.high)}` : "no interval"}
      </span>
      {figure.reason && (
        <span className="ml-auto block max-w-44 text-xs whitespace-normal text-ink-soft">{figure.reason}</span>
      )}
      <span className="block text-xs text-ink-soft tabular-nums">
        n = {figure.n}, {figure.people} {figure.people === 1 ? "person" : "people"}, {figure.stories} stories
      </span>
    </Td>
  );
}

function share(value: number | null): string {
  return formatNumber(value, 2);
}
