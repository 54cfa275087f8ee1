import type { Metadata } from "next";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { isSetupOpen } from "@/lib/server/platform/auth/setup-link.ts";
import { SignInHeading } from "../sign-in-heading.tsx";
import { UserFields } from "../user-fields.tsx";
import { setupAction } from "./actions.ts";

export const metadata: Metadata = { title: "Set up" };

export default async function SetupPage({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const { token } = await searchParams;
  if (typeof token !== "string" || !(await isSetupOpen(token))) {
    return (
      <>
        <SignInHeading title="This link is no longer valid">
          The link has been used or has expired. If this installation has no owner yet, start Parallax again: it prints
          a new link on its console.
        </SignInHeading>
        <LinkButton href="/sign-in">Sign in</LinkButton>
      </>
    );
  }
  return (
    <>
      <SignInHeading title="Set up Parallax">
        You become the owner of this installation: you can invite people, create projects and change all settings.
      </SignInHeading>
      <ActionForm action={setupAction} hidden={{ token }} label="Set up">
        <UserFields />
        <SubmitButton size="large">Create account and sign in</SubmitButton>
      </ActionForm>
    </>
  );
}
