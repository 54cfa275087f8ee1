import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { StudyParser } from "@/lib/domain/results/model/study-parser.ts";

/**
 * Explains that a locked study keeps its parser version. Shows the answers that the newest version parses differently,
 * and a form to adopt that version.
 */
export function ParserNote({
  studyId,
  reader,
  adopt,
}: {
  studyId: string;
  reader: StudyParser;
  adopt: FormAction<null> | null;
}) {
  const { locked, newest, changed, examples } = reader;
  return (
    <Callout className="mb-8" title={`Model answers are parsed with parser version ${locked}`}>
      <p>
        The study is locked with this version. Version {newest} parses {formatNumberOf(changed, "answer")} differently
        {changed === 0 ? "." : "; the results on these pages do not use it."}
      </p>
      {examples.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit rounded-sm text-sm underline decoration-edge underline-offset-4">
            Show changed answers
          </summary>
          <div className="mt-2 overflow-x-auto">
            <table className="w-full text-left text-sm">
              <caption className="sr-only">Answers that version {newest} reads differently</caption>
              <thead>
                <tr>
                  {["Model", "Item", "Condition", `Version ${locked}`, `Version ${newest}`, "Text"].map((title) => (
                    <th key={title} scope="col" className="py-1 pr-4 font-medium">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {examples.map((one, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: repeats of an answer have no names, and the list never changes.
                  <tr key={index} className="border-edge border-t align-top">
                    <td className="py-1 pr-4">{one.model}</td>
                    <td className="py-1 pr-4">{one.item}</td>
                    <td className="py-1 pr-4">{one.condition || "none"}</td>
                    <td className="py-1 pr-4">{one.locked ?? "unparsed"}</td>
                    <td className="py-1 pr-4">{one.newest ?? "unparsed"}</td>
                    <td className="py-1 break-words">{one.output}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {changed > examples.length && (
            <p className="mt-2 text-sm text-ink-soft">
              The first {examples.length} of {changed}.
            </p>
          )}
        </details>
      )}
      {adopt && (
        <details className="mt-3">
          <summary className="w-fit rounded-sm text-sm underline decoration-edge underline-offset-4">
            Adopt version {newest}
          </summary>
          <ActionForm
            action={adopt}
            hidden={{ studyId }}
            label={`Adopt parser version ${newest}`}
            className="mt-3 grid max-w-measure gap-4"
          >
            <Field
              name="reason"
              label="Reason for the amendment"
              hint="The frozen protocol is amended; the reason is published with the change."
            >
              <TextInput maxLength={2_000} />
            </Field>
            <Button type="submit">Adopt and amend</Button>
          </ActionForm>
        </details>
      )}
    </Callout>
  );
}
