import { LocalTime } from "@/components/studies/local-time.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatMebibytes } from "@/lib/domain/format/figures.ts";

export interface VersionLine {
  id: string;
  level: string;
  version: string;
  changes: string;
  bytes: number;
  sha256: string;
  createdAt: Date;
  createdBy: string | null;
  withdrawnAt: Date | null;
  withdrawnReason: string;
  /** When the public page of the version was published; null if it has no public page. */
  pageSince: Date | null;
}

/** The versions of a release, newest first, with their changes. */
export function VersionTable({
  hidden,
  versions,
  canWrite,
  canIdentify,
  withdraw,
  setPage,
}: {
  /** The fields that name the subject. */
  hidden: Record<string, string>;
  versions: readonly VersionLine[];
  canWrite: boolean;
  canIdentify: boolean;
  withdraw: FormAction;
  setPage: FormAction;
}) {
  return (
    <Table caption="Versions" isCaptionHidden>
      <thead>
        <tr>
          <Th>Version</Th>
          <Th>Changes</Th>
          <Th>Archive</Th>
          <Th>Public page</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {versions.map((line) => (
          <tr key={line.id}>
            <Th scope="row">
              {line.version} <Badge>{line.level}</Badge>
              <span className="block font-normal text-ink-soft">
                <LocalTime at={line.createdAt.toISOString()} withDate />
                {line.createdBy && `, ${line.createdBy}`}
              </span>
            </Th>
            <Td className="min-w-48 wrap-anywhere">{line.changes || "–"}</Td>
            <Td className="min-w-48">
              <Archive line={line} isOpen={line.level !== "identified" || canIdentify} />
            </Td>
            <Td className="min-w-36">
              <PublicPageCell hidden={hidden} line={line} canWrite={canWrite} setPage={setPage} />
            </Td>
            <Td className="text-right">
              {canWrite && line.withdrawnAt === null && (
                <ConfirmButton
                  look="quiet"
                  size="small"
                  action={withdraw}
                  hidden={{ ...hidden, release: line.id }}
                  title={`Withdraw version ${line.version}?`}
                  consequence="The zip file is deleted; the version stays in the list with the reason. This cannot be undone. Copies in other archives are not affected."
                  confirm="Withdraw"
                  fields={
                    <Field name="reason" label="Reason">
                      <TextArea maxLength={2_000} />
                    </Field>
                  }
                >
                  Withdraw
                </ConfirmButton>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Whether a version has a public page (by default it has none), with a button that publishes or removes the page. */
function PublicPageCell({
  hidden,
  line: { id, level, version, withdrawnAt, pageSince },
  canWrite,
  setPage,
}: {
  /** The fields that name the subject. */
  hidden: Record<string, string>;
  line: VersionLine;
  canWrite: boolean;
  setPage: FormAction;
}) {
  if (level !== "public") return <span className="text-ink-soft">only of public versions</span>;
  const hasPage = pageSince !== null;
  return (
    <div className="grid justify-items-start gap-1">
      {hasPage ? <Link href={`/releases/${id}`}>Open the page</Link> : <span className="text-ink-soft">off</span>}
      {canWrite && (hasPage || withdrawnAt === null) && (
        <ConfirmButton
          look="quiet"
          size="small"
          action={setPage}
          hidden={{ ...hidden, release: id, page: hasPage ? "off" : "on" }}
          title={hasPage ? `Remove the page of version ${version}?` : `Publish a page of version ${version}?`}
          consequence={
            hasPage
              ? "The address of the page stops working. The version does not change."
              : "Anyone with the address can see the results and methods of this version and download its zip file without an account. The page shows no items, keys or single answers. You can remove it at any time."
          }
          confirm={hasPage ? "Remove the page" : "Publish the page"}
          isDangerous={hasPage}
        >
          {hasPage ? "Remove the page" : "Publish a page"}
        </ConfirmButton>
      )}
    </div>
  );
}

function Archive({ line, isOpen }: { line: VersionLine; isOpen: boolean }) {
  const { id, bytes, sha256, withdrawnAt, withdrawnReason } = line;
  return (
    <>
      {withdrawnAt ? (
        <>
          <Badge tone="bad">withdrawn</Badge> {withdrawnReason}
        </>
      ) : isOpen ? (
        <Link href={`/api/v1/releases/${id}/archive`} download>
          Download ({formatMebibytes(bytes)} MB)
        </Link>
      ) : (
        "You may not download this level."
      )}
      <span className="block text-xs break-all text-ink-soft">SHA-256 {sha256}</span>
    </>
  );
}
