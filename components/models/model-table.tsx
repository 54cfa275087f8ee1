import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatPart } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { ListedModel } from "@/lib/domain/models/registry-view.ts";

/** Models with their properties and numbers of answers. */
export function ModelTable({ models }: { models: readonly ListedModel[] }) {
  return (
    <Table caption="Models. The share of unparsed answers covers all answers of a model (no interval)" isCaptionHidden>
      <thead>
        <tr>
          <Th>Model</Th>
          <Th>Family</Th>
          <Th isNumber>Parameters</Th>
          <Th>Tuning</Th>
          <Th>Weights</Th>
          <Th>Released</Th>
          <Th isNumber>Runs</Th>
          <Th isNumber>Answers</Th>
          <Th isNumber>Unparsed</Th>
        </tr>
      </thead>
      <tbody>
        {models.map(({ id, name, isDemo, isArchived, facts, runs, answers, unparsed }) => (
          <tr key={id}>
            <Th scope="row" className="min-w-44">
              <Link href={`/research/models/${id}`}>{name}</Link> {isDemo && <Badge tone="info">Synthetic</Badge>}{" "}
              {isArchived && <Badge>Archived</Badge>}
            </Th>
            <Td>{facts.family ?? "–"}</Td>
            <Td isNumber>{facts.sizeBillions === undefined ? "–" : `${facts.sizeBillions} B`}</Td>
            <Td>{facts.tuning ?? "–"}</Td>
            <Td>{facts.access ?? "–"}</Td>
            <Td>{facts.released ?? "–"}</Td>
            <Td isNumber>{formatCount(runs)}</Td>
            <Td isNumber>{formatCount(answers)}</Td>
            <Td isNumber>{unparsed === 0 ? "0" : formatPart(unparsed, answers)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
