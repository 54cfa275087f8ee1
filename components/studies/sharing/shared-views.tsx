import { Badge } from "@/components/ui/badge.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { SharedViewForm } from "./shared-view-form.tsx";

interface SharedViewLine {
  id: string;
  label: string;
  ending: string;
  isBlinded: boolean;
  createdAt: Date;
  createdBy: string | null;
  expiresAt: Date;
  lastUsedAt: Date | null;
  openings: number;
  ended: "expired" | "revoked" | null;
}

/** The links with which people without an account can read the results of a study. */
export function SharedViews({
  studyId,
  views,
  actions,
}: {
  studyId: string;
  views: readonly SharedViewLine[];
  actions: { create: FormAction<{ label: string; address: string }>; revoke: FormAction };
}) {
  return (
    <>
      <Section
        title="Create a link"
        lead="Anyone with the link can see the conclusion, the charts and the methods without signing in, but no items, answer keys or individual answers. Until the data lock, each view is recorded as an interim view."
      >
        <SharedViewForm studyId={studyId} action={actions.create} />
      </Section>
      <Section title="Links">
        {views.length === 0 ? (
          <EmptyState title="No links">Create a link to show the results to people without an account.</EmptyState>
        ) : (
          <Table caption="Links" isCaptionHidden>
            <thead>
              <tr>
                <Th>For</Th>
                <Th>Shows</Th>
                <Th>Created</Th>
                <Th>Last used</Th>
                <Th isNumber>Openings</Th>
                <Th>Expires</Th>
                <Th>
                  <span className="sr-only">Actions</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {views.map((view) => (
                <ViewRow key={view.id} studyId={studyId} view={view} revoke={actions.revoke} />
              ))}
            </tbody>
          </Table>
        )}
      </Section>
    </>
  );
}

function ViewRow({ studyId, view, revoke }: { studyId: string; view: SharedViewLine; revoke: FormAction }) {
  const { id, label, ending, isBlinded, createdAt, createdBy, expiresAt, lastUsedAt, openings, ended } = view;
  return (
    <tr>
      <Th scope="row" className="wrap-anywhere">
        {label} <span className="font-normal text-ink-soft">…{ending}</span>
      </Th>
      <Td>{isBlinded ? <Badge tone="info">blinded</Badge> : "all names"}</Td>
      <Td className="text-ink-soft">
        {formatMoment(createdAt)}
        {createdBy && `, ${createdBy}`}
      </Td>
      <Td className="text-ink-soft">{lastUsedAt ? formatMoment(lastUsedAt) : "never"}</Td>
      <Td isNumber>{formatCount(openings)}</Td>
      <Td className="text-ink-soft">{ended ? <Badge tone="warn">{ended}</Badge> : formatMoment(expiresAt)}</Td>
      <Td>
        {!ended && (
          <ConfirmButton
            look="quiet"
            size="small"
            action={revoke}
            hidden={{ study: studyId, view: id }}
            title="Revoke the link?"
            consequence={`The link for “${label}” stops working now. This cannot be undone.`}
            confirm="Revoke"
          >
            Revoke
          </ConfirmButton>
        )}
      </Td>
    </tr>
  );
}
