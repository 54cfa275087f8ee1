import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** The fields of a new account. An invited address is fixed and cannot be changed. */
export function UserFields({ invitedEmail }: { invitedEmail?: string }) {
  return (
    <>
      <Field name="name" label="Your name" hint="Shown to colleagues.">
        <TextInput autoComplete="name" maxLength={120} />
      </Field>
      {invitedEmail === undefined ? (
        <Field name="email" label="E-mail address" hint="Used to sign in. Parallax sends no e-mail to this address.">
          <TextInput type="email" autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} />
        </Field>
      ) : (
        // Password managers store the new password under the user name that is in the same form.
        <input type="hidden" autoComplete="username" value={invitedEmail} readOnly />
      )}
      <Field
        name="password"
        label="Password"
        hint="At least 10 characters, of any kind. Three or four unrelated words are better than one word with symbols."
      >
        <TextInput type="password" autoComplete="new-password" minLength={10} maxLength={200} />
      </Field>
    </>
  );
}
