import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { depositServices } from "@/lib/domain/release/deposit-services.ts";
import type { OutsideCopy } from "@/lib/domain/release/outside-copy.ts";
import { LocalTime } from "../local-time.tsx";

const kinds: Record<OutsideCopy["kind"], string> = {
  backup: "Backup",
  archive: "Archive of a project",
  release: "Release",
  deposit: "Deposit",
  identified: "Download with identifiers",
};

/** What a copy contains that is not of one study. */
const contents: Record<OutsideCopy["kind"], string> = {
  backup: "All studies",
  archive: "All studies of the project",
  release: "A collection",
  deposit: "A collection",
  identified: "All studies",
};

/** Lists copies of participants' data outside the database, with their dates. */
export function OutsideCopies({ copies }: { copies: OutsideCopy[] }) {
  if (copies.length === 0)
    return <p>No backup, archive, release, deposit or download with identifiers has been made.</p>;
  return (
    <Table caption="Copies outside the database" isCaptionHidden>
      <thead>
        <tr>
          <Th>Made</Th>
          <Th>Copy</Th>
          <Th>Contents</Th>
        </tr>
      </thead>
      <tbody>
        {copies.map((copy) => (
          <tr key={`${copy.kind} ${copy.at.toISOString()} ${copy.name}`}>
            <Td>
              <LocalTime at={copy.at.toISOString()} withDate />
            </Td>
            <Td className="wrap-anywhere">
              {kinds[copy.kind]}
              <span className="block text-sm text-ink-soft">{renderCopyName(copy)}</span>
            </Td>
            <Td>
              {copy.studyId ? (
                <Link href={`/research/studies/${copy.studyId}/results/release`}>{copy.study}</Link>
              ) : (
                contents[copy.kind]
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function renderCopyName({ kind, name, address, isEncrypted }: OutsideCopy) {
  if (kind === "backup") return isEncrypted ? `${name}, encrypted` : name;
  if (kind === "deposit") {
    const label = depositServices.find(({ value }) => value === name)?.label ?? name;
    return address ? <Link href={address}>{label}</Link> : label;
  }
  return kind === "identified" ? null : name;
}
