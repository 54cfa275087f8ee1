import { Badge, type BadgeTone } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import {
  cellStatus,
  type MatrixCell,
  type MatrixStudy,
  type ResultMatrix,
} from "@/lib/domain/results/verdict/result-matrix.ts";

const tones: Record<ReturnType<typeof cellStatus>, BadgeTone> = {
  ready: "good",
  interim: "info",
  "text not verified": "warn",
  "no people yet": "neutral",
  "no model answers": "neutral",
};

/**
 * A table of models by studies, with the state of each comparison. Models are not ranked across studies, because
 * studies use different items.
 */
export function ResultMatrixTable({ matrix: { studies, models } }: { matrix: ResultMatrix }) {
  return (
    <Table caption="State of each comparison. Results are not pooled over studies, because the items differ">
      <thead>
        <tr>
          <Th>Model</Th>
          {studies.map((study) => (
            <Th key={study.id} className="min-w-44">
              <Link href={`/research/studies/${study.id}/results`}>{study.name}</Link>
              <span className="mt-1 flex flex-wrap gap-1.5">
                <Badge>{study.isLocked ? "locked" : study.status}</Badge>
                {study.stage !== "main" && <Badge>{study.stage}</Badge>}
                {study.isDemo && <Badge tone="info">Demo</Badge>}
              </span>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <Th scope="row">People</Th>
          {studies.map(({ id, people }) => (
            <Td key={id}>{formatNumberOf(people, "answer")}</Td>
          ))}
        </tr>
        {models.map(({ id, name, cells }) => (
          <tr key={id}>
            <Th scope="row">
              <Link href={`/research/models/${id}`}>{name}</Link>
            </Th>
            {studies.map((study) => (
              <MatrixEntry key={study.id} study={study} cell={cells[study.id]} />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function MatrixEntry({ study, cell }: { study: MatrixStudy; cell: MatrixCell | undefined }) {
  const status = cellStatus(study, cell);
  if (status === "no model answers") return <Td className="text-ink-soft">–</Td>;
  return (
    <Td>
      <Badge tone={tones[status]}>{status}</Badge>
      {cell && (
        <span className="block text-xs text-ink-soft">
          {formatNumberOf(cell.verified, "answer")}
          {cell.other > 0 && `, ${formatCount(cell.other)} to other texts`}
        </span>
      )}
    </Td>
  );
}
