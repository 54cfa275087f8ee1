import { EstimateLines } from "@/components/charts/estimate.tsx";
import { StatusCaption } from "@/components/charts/status-note.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate, formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { type Display, displayLabels } from "@/lib/domain/items/kinds/ikd/display.ts";
import type { ErrorEvaluation, EvaluationFigure } from "@/lib/domain/results/model/error-evaluation.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";

/** The human row of the paper's Table 2: once with intervals, and once computed exactly as in the paper. */
export function ErrorEvaluationTable({ evaluation, status }: { evaluation: ErrorEvaluation; status: ResultStatus }) {
  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-ink-soft">
        Classification is the share of stories judged correctly. Localisation is the overlap of the marked words with
        the wrong words (intersection over union by word), or 1 for a consistent story judged as consistent. Intervals
        are 95% and clustered by person and story (Cameron, Gelbach and Miller, t on the smaller number of clusters less
        one). Scored by key version {evaluation.keyVersions.join(", ")}
        {evaluation.excluded > 0 && `; ${evaluation.excluded} excluded answers do not count`}.
      </p>
      <Table caption="Finding and marking logical errors (Yang et al. 2026, Table 2)" takenAs="evaluation">
        <thead>
          <tr>
            <Th>Highlighted</Th>
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
      <StatusCaption status={status} />
      <p className="text-sm text-ink-soft">
        As in the paper, over {evaluation.table.nPos} answers to consistent stories and {evaluation.table.nNeg} to
        stories with an error, which gives no interval: positive {formatQuantity(evaluation.table.posCls)}, negative{" "}
        {formatQuantity(evaluation.table.negCls)}, full {formatQuantity(evaluation.table.fullCls)}; localisation{" "}
        {formatQuantity(evaluation.table.negLoc)} on the negative and {formatQuantity(evaluation.table.fullLoc)} on the
        full set.
      </p>
    </div>
  );
}

function FigureCell({ figure }: { figure: EvaluationFigure }) {
  return (
    <Td isNumber>
      <EstimateLines
        of={describeEstimate(
          figure,
          `n = ${figure.n}, ${formatNumberOf(figure.people, "person", "people")}, ${formatNumberOf(figure.stories, "story", "stories")}`,
          { unit: "number", decimals: 2 },
        )}
      />
    </Td>
  );
}
