import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { currentActor } from "@/lib/server/platform/auth/current-actor.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { parseDestination } from "@/lib/server/platform/http/destination.ts";
import { explainProviderProblem } from "@/lib/server/users/provider/provider-problem.ts";
import { SignInHeading } from "../sign-in-heading.tsx";
import { signInAction } from "./actions.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const query = await searchParams;
  const destination = parseDestination(query.to);
  const { provider } = environment();
  const problem = provider && explainProviderProblem(query.problem);
  if (await currentActor()) redirect(destination);
  return (
    <>
      <SignInHeading title="Sign in">
        For researchers, annotators and reviewers. Participants need no account.
      </SignInHeading>
      {query["signed-out"] !== undefined && (
        <Callout tone="good" className="mb-5">
          You are signed out.
        </Callout>
      )}
      {problem && (
        <Callout tone="bad" className="mb-5">
          {problem}
        </Callout>
      )}
      {provider && (
        <div className="mb-6 grid gap-6">
          {/* A plain link, so that the router does not prefetch the address. */}
          <a
            href={`/api/auth/oidc?to=${encodeURIComponent(destination)}`}
            className={buttonStyle("secondary", "large")}
          >
            Sign in with {provider.name}
          </a>
          <p className="border-t border-rule pt-4 text-sm text-ink-soft">Or with a password:</p>
        </div>
      )}
      <ActionForm action={signInAction} hidden={{ to: destination }} label="Sign in">
        <Field name="email" label="E-mail address">
          <TextInput type="email" autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field name="password" label="Password">
          <TextInput type="password" autoComplete="current-password" />
        </Field>
        <SubmitButton size="large">Sign in</SubmitButton>
      </ActionForm>
      <p className="mt-6 border-t border-rule pt-4 text-sm text-ink-soft">
        Accounts are created by invitation. If you have forgotten your password, ask an admin of your project.
      </p>
    </>
  );
}
