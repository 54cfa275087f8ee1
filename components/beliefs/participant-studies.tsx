import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { ParticipantStudy } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** The studies that use a benchmark's expressions. */
export function ParticipantStudies({ studies }: { studies: readonly ParticipantStudy[] }) {
  return (
    <Table caption="Studies with people" isCaptionHidden>
      <thead>
        <tr>
          <Th>Study</Th>
          <Th>Stage</Th>
          <Th>State</Th>
          <Th isNumber>Finished</Th>
          <Th isNumber>Slots</Th>
        </tr>
      </thead>
      <tbody>
        {studies.map((study) => (
          <tr key={study.id}>
            <Th scope="row">
              <Link href={`/research/studies/${study.id}`}>{study.name}</Link>
            </Th>
            <Td>{study.stage}</Td>
            <Td>{study.status}</Td>
            <Td isNumber>{formatCount(study.complete)}</Td>
            <Td isNumber>{formatCount(study.slots)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
