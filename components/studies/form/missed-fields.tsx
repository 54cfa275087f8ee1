"use client";

import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { valueAt } from "@/lib/domain/survey/studies/edit-draft.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftNumber, DraftSelect, DraftText } from "./draft-fields.tsx";

/** What follows when a check or the criterion of a practice is missed: tries, policy, and an end page of its own. */
export function MissedFields({ path }: { path: string }) {
  const { draft, set } = useDraft();
  const policy = valueAt(draft, `${path}.policy`);
  const end = valueAt(draft, `${path}.end`);
  return (
    <>
      <DraftNumber path={`${path}.tries`} label="Tries" hint="The first one included." min={1} max={5} />
      <DraftSelect
        path={`${path}.policy`}
        label="Who misses it"
        hint="Flagged people go on. The analysis plan says after how many of these their answers are excluded."
        options={[
          { value: "end", label: "ends here, for quality" },
          { value: "flag", label: "goes on and is flagged" },
          { value: "count", label: "goes on and is only counted" },
        ]}
      />
      {policy === "end" && (
        <>
          <Checkbox
            label="An end page of its own"
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
                hint="The code and the way back are those of the end for quality."
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
