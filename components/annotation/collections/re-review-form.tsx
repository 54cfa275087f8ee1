import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import type { ReReviewChoice, ReReviewPreview } from "@/lib/domain/annotation/re-review.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";

/** Selects the decided items to review again. The form is plain, and its selection is in the query string. */
export function ReReviewSelection({
  chosen,
  problem,
  base,
  codes,
  task,
  people,
}: {
  chosen: ReReviewChoice | null;
  /** A criterion that cannot be used, and why. */
  problem: { field: string; message: string } | null;
  base: string;
  codes: readonly { code: string; label: string }[];
  /** Of a task schema: the answers and the columns of metadata to choose from; null for stories. */
  task: { answers: readonly { value: string; label: string }[]; attributes: readonly string[] } | null;
  people: readonly { userId: string; name: string }[];
}) {
  const errorOf = (name: string) => (problem?.field === name ? { error: `This field ${problem.message}.` } : {});
  const allOption = { value: "", label: "all" };
  return (
    <form action={base} aria-label="Select items" className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {task === null ? (
          <>
            <Field name="kind" label="Kind" isOptional {...errorOf("kind")}>
              <Select
                defaultValue={chosen?.kind ?? ""}
                options={[
                  allOption,
                  ...Object.entries(kindLabels)
                    .filter(([kind]) => kind !== "schema")
                    .map(([value, label]) => ({ value, label })),
                ]}
              />
            </Field>
            <Field name="code" label="Fault or reason" isOptional {...errorOf("code")}>
              <Select
                defaultValue={chosen?.code ?? ""}
                options={[allOption, ...codes.map(({ code, label }) => ({ value: code, label }))]}
              />
            </Field>
          </>
        ) : (
          <>
            <Field name="answer" label="Given answer" isOptional {...errorOf("answer")}>
              <Select defaultValue={chosen?.answer ?? ""} options={[allOption, ...task.answers]} />
            </Field>
            {task.attributes.length > 0 && (
              <>
                <Field name="attribute" label="Metadata column" isOptional {...errorOf("attribute")}>
                  <Select
                    defaultValue={chosen?.attribute ?? ""}
                    options={[allOption, ...task.attributes.map((name) => ({ value: name, label: name }))]}
                  />
                </Field>
                <Field name="value" label="Value in this column" isOptional {...errorOf("value")}>
                  <TextInput maxLength={2_000} defaultValue={chosen?.value ?? ""} />
                </Field>
              </>
            )}
          </>
        )}
        <Field name="personId" label="Annotated or reviewed by" isOptional {...errorOf("personId")}>
          <Select
            defaultValue={chosen?.personId ?? ""}
            options={[allOption, ...people.map(({ userId, name }) => ({ value: userId, label: name }))]}
          />
        </Field>
        <Field name="sample" label="Random sample size" isOptional {...errorOf("sample")}>
          <TextInput type="number" min={1} inputMode="numeric" defaultValue={chosen?.sample?.toString() ?? ""} />
        </Field>
      </div>
      <div>
        <Button type="submit">Preview</Button>
      </div>
    </form>
  );
}

/** The preview of the selected items, and the form that starts the re-review. */
export function ReReviewPreviewAndForm({
  preview,
  choice,
  collectionId,
  itemsHref,
  action,
}: {
  preview: ReReviewPreview;
  choice: ReReviewChoice;
  collectionId: string;
  itemsHref: string;
  action: FormAction;
}) {
  const { fitting, items, listed } = preview;
  if (items === 0)
    return <p className="text-ink-soft">No matching decided items. Items in a running re-solve are excluded.</p>;
  return (
    <ActionForm
      key={JSON.stringify(choice)}
      action={action}
      hidden={{ collection: collectionId, choice: JSON.stringify(choice), expected: String(items) }}
      label="Start the re-review"
    >
      <p className="max-w-measure">
        {formatNumberOf(items, "item")}
        {items < fitting ? `, drawn at random from ${formatCount(fitting)} that fit` : ""}:{" "}
        {listed.map(({ id, externalId }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <Link href={`${itemsHref}/${id}`} prefetch={false}>
              {externalId}
            </Link>
          </span>
        ))}
        {items > listed.length && `, and ${formatCount(items - listed.length)} more`}.
      </p>
      <Field name="reason" label="Reason" hint="The history of each item shows it.">
        <TextInput maxLength={2_000} autoComplete="off" />
      </Field>
      <div>
        <SubmitButton>Send {formatNumberOf(items, "item")} to review</SubmitButton>
      </div>
    </ActionForm>
  );
}
