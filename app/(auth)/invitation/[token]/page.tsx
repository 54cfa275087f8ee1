import type { Metadata } from "next";
import { signOutAction } from "@/app/session-actions.ts";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { currentActor } from "@/lib/server/platform/auth/current-actor.ts";
import { getInvitation } from "@/lib/server/users/accept-invitation.ts";
import { SignInHeading } from "../../sign-in-heading.tsx";
import { UserFields } from "../../user-fields.tsx";
import { joinAsNewcomer, joinAsSignedIn, joinWithPassword } from "./actions.ts";

export const metadata: Metadata = { title: "Invitation" };

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [invitation, actor] = await Promise.all([getInvitation(token), currentActor()]);
  if (!invitation) {
    return (
      <>
        <SignInHeading title="This invitation is no longer valid">
          The link has been used or revoked, or a week has passed. Please ask the person who invited you for a new link.
        </SignInHeading>
        <LinkButton href="/sign-in">Sign in</LinkButton>
      </>
    );
  }
  const heading = (
    <SignInHeading title={`Join ${invitation.projectName}`}>
      {invitation.invitedBy} invites {invitation.email} as {invitation.role}.
    </SignInHeading>
  );
  if (actor && actor.email !== invitation.email) {
    return (
      <>
        {heading}
        <Callout tone="warn">
          You are signed in as {actor.email}. Sign out and open the link again to accept it as {invitation.email}.
        </Callout>
        <form action={signOutAction} className="mt-5">
          <Button type="submit">Sign out</Button>
        </form>
      </>
    );
  }
  if (actor) {
    return (
      <>
        {heading}
        <ActionForm action={joinAsSignedIn} hidden={{ token }} label="Accept the invitation">
          <SubmitButton size="large">Join the project</SubmitButton>
        </ActionForm>
      </>
    );
  }
  if (invitation.isUser) {
    return (
      <>
        {heading}
        <ActionForm action={joinWithPassword} hidden={{ token }} label="Accept the invitation">
          <Field name="password" label="Your password" hint={`Your account: ${invitation.email}`}>
            <TextInput type="password" autoComplete="current-password" />
          </Field>
          <SubmitButton size="large">Sign in and join</SubmitButton>
        </ActionForm>
      </>
    );
  }
  return (
    <>
      {heading}
      <ActionForm action={joinAsNewcomer} hidden={{ token }} label="Accept the invitation">
        <UserFields invitedEmail={invitation.email} />
        <SubmitButton size="large">Create account and join</SubmitButton>
      </ActionForm>
    </>
  );
}
