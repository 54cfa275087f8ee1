import type { Metadata } from "next";
import { headers } from "next/headers";
import { Badge } from "@/components/ui/badge.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { can, requirePerson } from "@/lib/server/platform/access/access.ts";
import { hasPassword } from "@/lib/server/platform/auth/change-password.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";
import { listOwnSessions } from "@/lib/server/platform/auth/own-sessions.ts";
import { requireSignIn } from "@/lib/server/platform/auth/require-user.ts";
import { getOwnSecondFactor } from "@/lib/server/users/second-factor/own-second-factor.ts";
import { changePasswordAction, endSessionAction, signOutEverywhereAction } from "./actions.ts";
import { Authenticator, ManageAuthenticator } from "./authenticator.tsx";
import { SessionTable } from "./session-table.tsx";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const { actor, projects, project } = await requireProjectContext();
  const [sessions, asksPassword, factor] = await Promise.all([
    listOwnSessions(actor, await headers()),
    hasPassword(requirePerson(actor)),
    getOwnSecondFactor(await requireSignIn()),
  ]);
  return (
    <Page isNarrow>
      <PageHeader title="Your account" />
      <Section title="Your details">
        <DescriptionList
          entries={[
            { term: "Name", value: actor.name },
            { term: "E-mail address", value: actor.email },
            ...(actor.isOwner ? [{ term: "Installation", value: <Badge>owner</Badge> }] : []),
            {
              term: "Projects",
              value: projects.length === 0 ? "none" : projects.map(({ name, role }) => `${name} (${role})`).join(", "),
            },
          ]}
        />
      </Section>
      {asksPassword && <PasswordSection />}
      <Section
        title="Two-step sign-in"
        lead="After the password, you enter a code from an authenticator app on your phone or computer."
      >
        <Authenticator factor={factor} asksPassword={asksPassword} />
        {factor?.confirmedAt && <ManageAuthenticator recoveryCodesLeft={factor.recoveryCodesLeft} />}
      </Section>
      {project && can(actor, "research.read", project.id) && (
        <Section title="API tokens" lead="Programs use a token to read or change a project on your behalf.">
          <Link href="/account/tokens">Manage API tokens</Link>
        </Section>
      )}
      <Section
        title="Sessions"
        lead="The browsers in which you are signed in. Revoke a session that you do not recognise, and change your password."
      >
        <div className="mb-5">
          <SessionTable sessions={sessions} endSession={endSessionAction} />
        </div>
        <ConfirmButton
          action={signOutEverywhereAction}
          title="Sign out everywhere?"
          consequence="You are signed out in all browsers immediately, including this one."
          confirm="Sign out everywhere"
        >
          Sign out everywhere
        </ConfirmButton>
      </Section>
    </Page>
  );
}

function PasswordSection() {
  return (
    <Section title="Password" lead="A new password signs you out in all other browsers.">
      <ActionForm
        action={changePasswordAction}
        resetsOnSuccess
        label="Change your password"
        className="grid max-w-md gap-5"
      >
        <Field name="current" label="Current password">
          <TextInput type="password" autoComplete="current-password" />
        </Field>
        <Field
          name="password"
          label="New password"
          hint="At least 10 characters, of any kind. Three or four unrelated words make a good password."
        >
          <TextInput type="password" autoComplete="new-password" minLength={10} maxLength={200} />
        </Field>
        <div>
          <SubmitButton look="secondary">Change password</SubmitButton>
        </div>
      </ActionForm>
    </Section>
  );
}
