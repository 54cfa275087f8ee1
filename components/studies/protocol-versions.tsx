import { Badge } from "@/components/ui/badge.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { LocalTime } from "./local-time.tsx";

/** All versions of a protocol, with their fingerprints. No version is ever changed or removed. */
export function ProtocolVersions({
  versions,
  isFrozen,
}: {
  versions: readonly {
    id: string;
    version: number;
    hash: string;
    createdAt: Date;
    createdBy: string | null;
    isCurrent: boolean;
  }[];
  isFrozen: boolean;
}) {
  return (
    <Section
      title="Versions"
      lead={
        isFrozen
          ? "Each saved change is a new version for people who start afterwards. Each answer records its protocol version."
          : "Each saved change is a new version, also while the study is a draft."
      }
    >
      <Table caption="Versions of the protocol" isCaptionHidden>
        <thead>
          <tr>
            <Th>Version</Th>
            <Th>Saved</Th>
            <Th>By</Th>
            <Th>SHA-256 of the document</Th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.id}>
              <Th scope="row">
                <span className="flex items-center gap-2">
                  {version.version}
                  {version.isCurrent && <Badge tone="good">In use</Badge>}
                </span>
              </Th>
              <Td className="whitespace-nowrap">
                <LocalTime at={version.createdAt.toISOString()} withDate />
              </Td>
              <Td>{version.createdBy ?? "The installation"}</Td>
              <Td>
                <code className="text-xs break-all">{version.hash}</code>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
