"use client";

import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { useDraft } from "./draft-context.tsx";
import { DraftNumber, DraftRefusal, DraftSelect, DraftText } from "./draft-fields.tsx";

/** Rules for the whole session. */
export function RulesSection() {
  const { draft, set } = useDraft();
  return (
    <Section id="rules" title="Rules of the session">
      <div className="grid grid-cols-1 max-w-measure gap-5">
        <DraftNumber
          path="protocol.leaseMinutes"
          label="Lease duration"
          unit="minutes"
          hint="After the last activity; before the first answer 30 minutes at most. While people wait, a slot is also released after 20 minutes without a submitted page, or 3 times its planned reading time. People who return get an equivalent free slot, or finish as surplus."
          min={5}
          max={1_440}
        />
        <DraftNumber
          path="protocol.leaseRenewals"
          label="Max. lease renewals by an open page"
          unit="times"
          hint="Per screen. After that, only an answer renews the lease. Default: 3. Without a limit, an open page would keep its slot forever."
          min={0}
          max={100}
          isOptional
        />
        <DraftSelect
          path="protocol.withdrawal"
          label="On withdrawal"
          options={[
            { value: "erase", label: "erase the answers" },
            { value: "keep", label: "keep the answers given so far" },
          ]}
        />
        <DraftText
          path="protocol.contact"
          label="Contact"
          isOptional
          hint="Shown at the bottom of every page: a name and an address for questions."
          maxLength={500}
        />
        <DraftSelect
          path="protocol.theme"
          label="Colours"
          hint="A fixed colour scheme keeps the presentation identical for all participants."
          options={[
            { value: "system", label: "Device setting" },
            { value: "light", label: "Always light" },
            { value: "dark", label: "Always dark" },
          ]}
        />
        <Field
          name="protocol.frameAncestors"
          label="Sites that may embed the study"
          isOptional
          hint="One per line, for example https://www.mturk.com. Leave empty to forbid embedding."
        >
          <TextArea
            rows={2}
            required={false}
            spellCheck={false}
            value={draft.protocol.frameAncestors.join("\n")}
            onChange={(event) =>
              set(
                "protocol.frameAncestors",
                event.target.value === "" ? [] : event.target.value.split("\n").map((line) => line.trimStart()),
              )
            }
            onBlur={() =>
              set(
                "protocol.frameAncestors",
                draft.protocol.frameAncestors.map((line) => line.trim()).filter((line) => line !== ""),
              )
            }
          />
        </Field>
        {draft.protocol.frameAncestors.map((site, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a refusal refers to the index.
          <DraftRefusal key={`${index}-${site}`} path={`protocol.frameAncestors.${index}`} />
        ))}
      </div>
    </Section>
  );
}
