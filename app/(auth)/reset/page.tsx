import type { Metadata } from "next";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { getResetPerson } from "@/lib/server/users/reset-link.ts";
import { SignInHeading } from "../sign-in-heading.tsx";
import { resetAction } from "./actions.ts";

export const metadata: Metadata = { title: "New password" };

export default async function ResetPage({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const { token } = await searchParams;
  const person = typeof token === "string" ? await getResetPerson(token) : null;
  if (!person || typeof token !== "string") {
    return (
      <>
        <SignInHeading title="This link is no longer valid">
          The link has been used, or a day has passed. Please ask an admin of your project for a new one.
        </SignInHeading>
        <LinkButton href="/sign-in">Sign in</LinkButton>
      </>
    );
  }
  return (
    <>
      <SignInHeading title="Set a new password">
        For {person.name}, {person.email}. You will be signed out in all browsers.
      </SignInHeading>
      <ActionForm action={resetAction} hidden={{ token }} label="Set a new password">
        <input type="hidden" autoComplete="username" value={person.email} readOnly />
        <Field
          name="password"
          label="New password"
          hint="At least 10 characters, of any kind. Three or four unrelated words make a good password."
        >
          <TextInput type="password" autoComplete="new-password" minLength={10} maxLength={200} />
        </Field>
        <SubmitButton size="large">Set password and sign in</SubmitButton>
      </ActionForm>
    </>
  );
}
