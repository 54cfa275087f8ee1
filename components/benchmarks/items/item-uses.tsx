import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatMinute } from "@/lib/domain/format/times.ts";

/** The studies that use an item, and all versions of the item. */
export function ItemUses({
  item: { studies, versions },
  leaveOut,
}: {
  item: {
    studies: readonly { id: string; name: string; itemVersionId: string; version: number; isDraft: boolean }[];
    versions: readonly { id: string; version: number; at: Date; text: string; reason: string }[];
  };
  /** Removes the item from a draft study; null for users who may not change studies. */
  leaveOut: FormAction<unknown> | null;
}) {
  return (
    <>
      <Section title="Studies" lead="A study keeps the item version with which it was created.">
        {studies.length === 0 ? (
          <p className="text-ink-soft">No study uses this item.</p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule">
            {studies.map((study) => (
              <li key={study.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span>
                  <Link href={`/research/studies/${study.id}`}>{study.name}</Link>{" "}
                  <span className="text-sm text-ink-soft">version {study.version}</span>
                </span>
                {leaveOut && study.isDraft && (
                  <ConfirmButton
                    action={leaveOut}
                    hidden={{ study: study.id, item: study.itemVersionId }}
                    size="small"
                    title="Remove this item from the study?"
                    consequence="The study keeps its other items. The item stays in the benchmark."
                    confirm="Remove"
                  >
                    Remove from the study
                  </ConfirmButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Versions">
        <Table caption="Versions of the item" isCaptionHidden>
          <thead>
            <tr>
              <Th isNumber>Version</Th>
              <Th>When (UTC)</Th>
              <Th>Text</Th>
              <Th>Reason</Th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={version.id}>
                <Td isNumber>{formatCount(version.version)}</Td>
                <Td className="whitespace-nowrap">{formatMinute(version.at)}</Td>
                <Td className="min-w-64">{version.text}</Td>
                <Td className="min-w-40">{version.reason || <span className="text-ink-soft">none stated</span>}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
    </>
  );
}
