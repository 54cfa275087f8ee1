import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { formatMoment } from "@/lib/domain/format/times.ts";
import type { OwnSecondFactor } from "@/lib/server/users/second-factor/own-second-factor.ts";
import {
  confirmAuthenticatorAction,
  removeAuthenticatorAction,
  renewRecoveryCodesAction,
  setUpAuthenticatorAction,
} from "./actions.ts";
import { CodeInput } from "./code-input.tsx";
import { ConfirmAuthenticatorForm, RenewRecoveryCodesForm } from "./recovery-codes.tsx";

/**
 * Sets up an authenticator app: password, QR code and first code, recovery codes. The form for the first code remains
 * in the tree after the app is confirmed, so that the recovery codes also appear in it if scripts are disabled.
 */
export function Authenticator({ factor, asksPassword }: { factor: OwnSecondFactor | null; asksPassword: boolean }) {
  return (
    <div className="grid max-w-md gap-5">
      {factor && (
        <ConfirmAuthenticatorForm action={confirmAuthenticatorAction} isConfirmed={factor.confirmedAt !== null}>
          {factor.setup ? (
            <AuthenticatorSetup setup={factor.setup} />
          ) : (
            <p>
              {factor.confirmedAt ? `Enabled since ${formatMoment(factor.confirmedAt)}.` : "The set-up cannot be read."}
            </p>
          )}
        </ConfirmAuthenticatorForm>
      )}
      {!factor?.confirmedAt && (
        <ActionForm action={setUpAuthenticatorAction} label="Set up an authenticator app" resetsOnSuccess>
          {asksPassword && (
            <Field name="current" label="Your password">
              <TextInput type="password" autoComplete="current-password" />
            </Field>
          )}
          <div>
            <SubmitButton look="secondary">{factor ? "Start again" : "Set up an authenticator app"}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </div>
  );
}

/** Forms that renew the recovery codes and turn off two-step sign-in; both require a code. */
export function ManageAuthenticator({ recoveryCodesLeft }: { recoveryCodesLeft: number }) {
  return (
    <div className="mt-6 grid max-w-md gap-6">
      <RenewRecoveryCodesForm action={renewRecoveryCodesAction}>
        <p>
          {recoveryCodesLeft === 1 ? "1 recovery code is" : `${recoveryCodesLeft} recovery codes are`} left. New ones
          replace them.
        </p>
      </RenewRecoveryCodesForm>
      <ActionForm action={removeAuthenticatorAction} label="Turn off two-step sign-in" resetsOnSuccess>
        <CodeInput label="Code to turn off two-step sign-in" />
        <div>
          <SubmitButton look="danger">Turn off two-step sign-in</SubmitButton>
        </div>
      </ActionForm>
    </div>
  );
}

function AuthenticatorSetup({ setup: { key, uri, qrCode } }: { setup: NonNullable<OwnSecondFactor["setup"]> }) {
  return (
    <>
      <p>
        Scan this with an authenticator app, or{" "}
        <a href={uri} className="underline underline-offset-4">
          open it on this device
        </a>
        . Then enter the code that the app shows.
      </p>
      {/* Dark on light in both themes, because many scanners read nothing else. */}
      <svg
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        role="img"
        aria-label="QR code"
        className="keep-colour w-full max-w-60"
      >
        <rect width={qrCode.size} height={qrCode.size} fill="white" />
        <path d={qrCode.path} fill="black" shapeRendering="crispEdges" />
      </svg>
      <div>
        <p className="text-sm text-ink-soft">Or type this key into the app:</p>
        <p className="font-mono text-sm break-all select-all">{key.replaceAll(/(.{4})(?=.)/g, "$1 ")}</p>
      </div>
    </>
  );
}
