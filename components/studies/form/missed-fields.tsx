"use client";

import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { valueAt } from "@/lib/domain/survey/studies/edit-draft.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftNumber, DraftSelect, DraftText } from "./draft-fields.tsx";

/**
 * The fields for the consequences of a failed check or practice: number of attempts, policy, and a separate end page.
 */
export function MissedFields({ path }: { path: string }) {
  const { draft, set } = useDraft();
  const policy = valueAt(draft, `${path}.policy`);
  const end = valueAt(draft, `${path}.end`);
  return (
    <>
      <DraftNumber path={`${path}.tries`} label="Max. attempts" hint="Including the first attempt." min={1} max={5} />
      <DraftSelect
        path={`${path}.policy`}
        label="If missed"
        hint="Flagged people continue. The analysis plan sets the number of failed checks after which answers are excluded."
        options={[
          { value: "end", label: "end the session (quality)" },
          { value: "flag", label: "continue and flag" },
          { value: "count", label: "continue and count" },
        ]}
      />
      {policy === "end" && (
        <>
          <Checkbox
            label="Separate end page"
            checked={end !== undefined}
            onChange={(event) =>
              set(`${path}.end`, event.target.checked ? { title: "Thank you for your time", text: "" } : undefined)
            }
          />
          {end !== undefined && (
            <>
              <DraftText path={`${path}.end.title`} label="Heading of that end page" />
              <DraftText
                path={`${path}.end.text`}
                label="Text of that end page"
                hint="Uses the code and the link of the quality end page."
                isOptional
                lines={3}
              />
            </>
          )}
        </>
      )}
    </>
  );
}
