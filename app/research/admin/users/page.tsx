import type { Metadata } from "next";
import { Badge } from "@/components/ui/badge.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { roles } from "@/lib/domain/roles.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import type { ProjectChoice } from "@/lib/server/platform/auth/list-projects.ts";
import type { OpenInvitation } from "@/lib/server/users/list-users.ts";
import { listInvitations, listUsers } from "@/lib/server/users/list-users.ts";
import { getRequiredRoles } from "@/lib/server/users/second-factor/required-roles.ts";
import { AdminTabs } from "../admin-tabs.tsx";
import { roleLabels } from "../role-labels.ts";
import { requireSecondFactorAction, revokeInvitationAction } from "./actions.ts";
import { InviteForm } from "./invite-form.tsx";
import { PersonActions } from "./person-actions.tsx";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  const { actor, project } = await requireProject("users.manage");
  const [people, invitations, requiredRoles] = await Promise.all([
    listUsers(actor, project.id),
    listInvitations(actor, project.id),
    getRequiredRoles(),
  ]);
  return (
    <Page>
      <PageHeader title="Administration" lead={`Members of ${project.name} and their roles.`} />
      <AdminTabs current="/research/admin/users" isOwner={actor.isOwner} />
      <Section title="Users">
        <Table caption={`Users in ${project.name}`} isCaptionHidden>
          <thead>
            <tr>
              <Th>Person</Th>
              <Th>Role</Th>
              <Th>Signed in</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.userId}>
                <Th scope="row">
                  <span className="block">
                    {person.name}
                    {person.userId === actor.userId && <span className="font-normal text-ink-soft"> (you)</span>}
                  </span>
                  <span className="block font-normal wrap-anywhere text-ink-soft">{person.email}</span>
                </Th>
                <Td>
                  <span className="flex flex-wrap gap-1.5">
                    <Badge tone={person.role === "admin" ? "info" : "neutral"}>{person.role}</Badge>
                    {person.isOwner && <Badge>owner</Badge>}
                    {person.hasSecondFactor && <Badge>two-step</Badge>}
                    {person.isDisabled && <Badge tone="warn">disabled</Badge>}
                  </span>
                </Td>
                <Td className="text-ink-soft">
                  {person.lastSeenAt
                    ? `${person.sessions === 1 ? "1 browser" : `${person.sessions} browsers`}, last ${formatMoment(person.lastSeenAt)}`
                    : "not now"}
                </Td>
                <Td>
                  <PersonActions projectId={project.id} person={person} isSelf={person.userId === actor.userId} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section
        title="Invite a user"
        lead="You create a link and send it yourself; no e-mail is sent. It works once, for this address only, and for a week."
      >
        <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <InviteForm projectId={project.id} />
          <div>
            <h3 className="mb-2 text-sm text-ink-soft">Rights of each role</h3>
            <DescriptionList entries={roles.map((role) => ({ key: role, term: role, value: roleLabels[role] }))} />
          </div>
        </div>
      </Section>
      <OpenInvitations {...{ invitations, project }} />
      {actor.isOwner && (
        <Section
          title="Two-step sign-in"
          lead="Members with these roles, in any project, must use an authenticator app. Owners count as admins."
        >
          <ActionForm action={requireSecondFactorAction} label="Require two-step sign-in" className="grid gap-5">
            <fieldset className="grid sm:grid-cols-3">
              <legend className="mb-1 font-medium">Required for</legend>
              {roles.map((role) => (
                <Checkbox key={role} name={role} label={role} defaultChecked={requiredRoles.includes(role)} />
              ))}
            </fieldset>
            <div>
              <SubmitButton look="secondary">Save</SubmitButton>
            </div>
          </ActionForm>
        </Section>
      )}
    </Page>
  );
}

/** Pending invitations. */
function OpenInvitations({ invitations, project }: { invitations: OpenInvitation[]; project: ProjectChoice }) {
  return (
    invitations.length > 0 && (
      <Section title="Open invitations">
        <Table caption="Pending invitations" isCaptionHidden>
          <thead>
            <tr>
              <Th>Address</Th>
              <Th>Role</Th>
              <Th>Invited by</Th>
              <Th>Until</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <Th scope="row" className="wrap-anywhere">
                  {invitation.email}
                </Th>
                <Td>
                  <Badge>{invitation.role}</Badge>
                </Td>
                <Td>{invitation.invitedBy}</Td>
                <Td className="text-ink-soft">
                  {invitation.isExpired ? <Badge tone="warn">expired</Badge> : formatMoment(invitation.expiresAt)}
                </Td>
                <Td>
                  <ConfirmButton
                    look="quiet"
                    size="small"
                    action={revokeInvitationAction}
                    hidden={{ projectId: project.id, invitationId: invitation.id }}
                    title="Revoke the invitation?"
                    consequence={`The link sent to ${invitation.email} stops working. You can invite them again.`}
                    confirm="Revoke"
                  >
                    Revoke
                  </ConfirmButton>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
    )
  );
}
