"use client";

import { useContext, useId } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field, FieldError } from "@/components/ui/forms/field.tsx";
import { FormStateContext } from "@/components/ui/forms/field-context.ts";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { genreLabels, genres } from "@/lib/domain/stories/genres.ts";
import { sourceFields, sourceLabels } from "@/lib/domain/stories/items/story-source.ts";
import { knowledgeTypeEntries } from "@/lib/domain/stories/knowledge-types.ts";
import { SuppliedStoriesField } from "./supplied-stories-field.tsx";

interface FormProps {
  action: FormAction<{ planned: number }>;
  collectionId: string;
  /** What is missing before a model can be used; null if nothing is missing. */
  missing: string | null;
}

/**
 * Generates items from uploaded stories. Each story is first summarised if selected; erroneous stories and questions
 * are then generated from the result.
 */
export function ConstructFromStories({ action, collectionId, missing }: FormProps) {
  return (
    <ActionForm
      action={action}
      hidden={{ collection: collectionId, from: "stories" }}
      label="From your own stories"
      className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2"
    >
      <div className="sm:col-span-2">
        <SuppliedStoriesField />
      </div>
      <StorySourceFields />
      <Field name="genre" label="Genre">
        <Select options={genres.map((genre) => ({ value: genre, label: genreLabels[genre] }))} />
      </Field>
      <Checkbox
        name="summarise"
        label="First summarise each story in about 500 words"
        hint="If not selected, the story becomes an original without changes."
        defaultChecked
      />
      <ConstructionFields />
      <StartButton missing={missing} what="with these stories" />
    </ActionForm>
  );
}

/** The source that uploaded stories have by default. It is stored with all items that are generated from them. */
function StorySourceFields() {
  return (
    <fieldset className="grid items-start gap-5 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-3 text-sm text-ink-soft">
        Source of the stories. It is stored with every story and with everything generated from it, and exported.
      </legend>
      {sourceFields.map((field) => (
        <Field key={field} name={field} label={sourceLabels[field]} isOptional>
          <TextInput maxLength={field === "address" ? 2_000 : 500} autoComplete="off" />
        </Field>
      ))}
    </fieldset>
  );
}

/** Generates items from existing originals. */
export function ConstructFromOriginals({
  action,
  collectionId,
  missing,
  originals,
}: FormProps & { originals: number }) {
  return (
    <ActionForm
      action={action}
      hidden={{ collection: collectionId, from: "originals" }}
      label="From originals of this collection"
      className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2"
    >
      <RadioGroup
        name="which"
        legend="Originals"
        defaultValue="without"
        options={[
          { value: "without", label: "Only originals without generated items" },
          { value: "all", label: "All originals" },
        ]}
      />
      <div className="grid gap-5">
        <Field name="most" label="Max. originals" hint={`In the order of the collection; it has ${originals}.`}>
          <TextInput type="number" min={1} defaultValue={Math.min(20, Math.max(1, originals))} />
        </Field>
        <Checkbox
          name="summarise"
          label="Summarise each story in about 500 words"
          hint="The new text is shown next to the original, and an annotator can accept it."
        />
      </div>
      <ConstructionFields />
      <StartButton missing={missing} what="with originals" />
    </ActionForm>
  );
}

function ConstructionFields() {
  const { state } = useContext(FormStateContext);
  const refusal = state && !state.ok && state.field?.startsWith("knowledgeTypes") ? state.message : null;
  return (
    <>
      <Field name="erroneous" label="Erroneous stories from each">
        <TextInput type="number" min={0} max={4} defaultValue={1} inputMode="numeric" />
      </Field>
      <Field name="questions" label="Next-action questions from each">
        <TextInput type="number" min={0} max={4} defaultValue={1} inputMode="numeric" />
      </Field>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium leading-snug">Knowledge types, used in rotation</legend>
        {knowledgeTypeEntries.map(({ type, label }) => (
          <Checkbox key={type} name="knowledgeTypes" value={type} label={label} defaultChecked />
        ))}
        {refusal && <FieldError id="knowledge-types-error">{refusal}</FieldError>}
      </fieldset>
      <Field
        name="budgetUsd"
        label="Budget (USD)"
        hint="Computed from the prices that an admin entered for the model."
        isOptional
      >
        <TextInput inputMode="decimal" maxLength={12} />
      </Field>
    </>
  );
}

/** The button that starts the generation; shows what is missing if no model can be used. */
function StartButton({ missing, what }: { missing: string | null; what: string }) {
  const id = useId();
  if (missing === null) {
    return (
      <div className="sm:col-span-2">
        <SubmitButton>Start {what}</SubmitButton>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
      <Button look="primary" aria-disabled aria-describedby={id}>
        Start {what}
      </Button>
      <p id={id} className="max-w-measure text-sm text-ink-soft">
        {missing}
      </p>
    </div>
  );
}
