import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CodeInput } from "@/app/account/code-input.tsx";
import { signOutAction } from "@/app/session-actions.ts";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { pathAfterSignIn, requireSignIn } from "@/lib/server/platform/auth/require-user.ts";
import { parseDestination } from "@/lib/server/platform/http/destination.ts";
import { SignInHeading } from "../../sign-in-heading.tsx";
import { enterCodeAction } from "../actions.ts";

export const metadata: Metadata = { title: "Enter the code" };

export default async function CodePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { to } = await searchParams;
  const { actor, step } = await requireSignIn();
  if (step !== "code") redirect(pathAfterSignIn(step, to));
  return (
    <>
      <SignInHeading title="Enter the code">
        You sign in as {actor.email}. Your authenticator app shows the code.
      </SignInHeading>
      <ActionForm action={enterCodeAction} hidden={{ to: parseDestination(to) }} label="Enter the code">
        <CodeInput label="Code" hint="Six digits. If you do not have the app with you, enter a recovery code." />
        <SubmitButton size="large">Continue</SubmitButton>
      </ActionForm>
      <div className="mt-6 border-t border-rule pt-4 text-sm text-ink-soft">
        <p>If you have lost both the app and the recovery codes, ask the operator of this installation.</p>
        <form action={signOutAction} className="mt-3">
          <Button type="submit" look="quiet" size="small">
            Cancel
          </Button>
        </form>
      </div>
    </>
  );
}
