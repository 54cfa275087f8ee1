import Form from "next/form";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";

/** Maximum length of a pasted text. The text becomes part of an address, whose length is limited. */
export const maxPasteLength = 4_000;

/**
 * The form for a problem in the English of MindGames. It is a plain GET form, so the text becomes part of the address.
 */
export function EnglishForm({
  path,
  premise,
  hypothesis,
  names,
  error,
}: {
  path: string;
  premise: string;
  hypothesis: string;
  names: string;
  error?: string | undefined;
}) {
  return (
    <Form action={path} className="grid max-w-[52rem] gap-5" aria-label="Paste English">
      <input type="hidden" name="mode" value="english" />
      <Field
        name="premise"
        label="Premise"
        hint="Use the sentences of MindGames: first the persons, then the public announcements."
        {...(error === undefined ? {} : { error })}
      >
        <TextArea defaultValue={premise} maxLength={maxPasteLength} rows={5} required />
      </Field>
      <Field name="hypothesis" label="Hypothesis">
        <TextInput defaultValue={hypothesis} maxLength={500} required />
      </Field>
      <NamesField names={names} hint="Only needed for persons whom the text counts but does not name." />
      <div>
        <Button type="submit" look="primary">
          Show the problem
        </Button>
      </div>
    </Form>
  );
}

/** The form for a problem as SMCDEL text. The text must have one VALID? query and the format of MindGames. */
export function FormulaForm({
  path,
  smcdel,
  names,
  setup,
  error,
}: {
  path: string;
  smcdel: string;
  names: string;
  setup: string;
  error?: string | undefined;
}) {
  return (
    <Form action={path} className="grid max-w-[52rem] gap-5" aria-label="Paste SMCDEL text">
      <input type="hidden" name="mode" value="smcdel" />
      <Field
        name="smcdel"
        label="SMCDEL text"
        hint="VARS, LAW, OBS and one VALID? query; agents are called Agenta, Agentb and so on."
        {...(error === undefined ? {} : { error })}
      >
        <TextArea
          defaultValue={smcdel}
          maxLength={maxPasteLength}
          rows={5}
          required
          spellCheck={false}
          className="font-mono text-sm"
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <NamesField names={names} hint="Used instead of Ann, Bob, Cleo and so on." />
        <Field name="setup" label="Setup" isOptional hint="The kind of facts.">
          <Select
            defaultValue={setup}
            required={false}
            options={[
              { value: "", label: "Determined by who sees whom" },
              ...setups.map((value) => ({ value, label: setupLabels[value].name })),
            ]}
          />
        </Field>
      </div>
      <div>
        <Button type="submit" look="primary">
          Show the problem
        </Button>
      </div>
    </Form>
  );
}

function NamesField({ names, hint }: { names: string; hint: string }) {
  return (
    <Field name="names" label="Names" isOptional hint={hint}>
      <TextInput defaultValue={names} maxLength={300} placeholder="Ann, Bob, Cleo" required={false} />
    </Field>
  );
}
