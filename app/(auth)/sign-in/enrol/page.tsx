import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Authenticator } from "@/app/account/authenticator.tsx";
import { signOutAction } from "@/app/session-actions.ts";
import { Button } from "@/components/ui/forms/button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { hasPassword } from "@/lib/server/platform/auth/change-password.ts";
import { pathAfterSignIn, requireSignIn } from "@/lib/server/platform/auth/require-user.ts";
import { parseDestination } from "@/lib/server/platform/http/destination.ts";
import { getOwnSecondFactor } from "@/lib/server/users/second-factor/own-second-factor.ts";
import { SignInHeading } from "../../sign-in-heading.tsx";

export const metadata: Metadata = { title: "Set up two-step sign-in" };

export default async function EnrolPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { to } = await searchParams;
  const signInState = await requireSignIn();
  if (signInState.step === "code") redirect(pathAfterSignIn("code", to));
  const factor = await getOwnSecondFactor(signInState);
  // After confirming the app, the user stays on this page to read the recovery codes.
  if (signInState.step === "complete" && !factor?.confirmedAt) redirect("/account");
  return (
    <>
      <SignInHeading title="Set up two-step sign-in">
        Your role requires an authenticator app. {signInState.step === "enrol" && "Set it up to continue."}
      </SignInHeading>
      <Authenticator factor={factor} asksPassword={await hasPassword(signInState.claims.userId)} />
      <div className="mt-6 border-t border-rule pt-4">
        {signInState.step === "complete" ? (
          <LinkButton href={parseDestination(to)}>Continue</LinkButton>
        ) : (
          <form action={signOutAction}>
            <Button type="submit" look="quiet" size="small">
              Sign out
            </Button>
          </form>
        )}
      </div>
    </>
  );
}
