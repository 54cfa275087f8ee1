"use client";

import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { useDraft } from "./draft-context.tsx";
import { DraftNumber, DraftRefusal, DraftSelect, DraftText } from "./draft-fields.tsx";

/** What holds for the whole session. */
export function RulesSection() {
  const { draft, set } = useDraft();
  return (
    <Section id="rules" title="Rules of the session">
      <div className="grid grid-cols-1 max-w-measure gap-5">
        <DraftNumber
          path="protocol.leaseMinutes"
          label="A slot is kept for"
          unit="minutes"
          hint="After the last sign of life; before the first answer 30 minutes at most. While people wait, a slot is also released after 20 minutes without a submitted page, or 3 times its planned reading time. Whoever returns gets a free slot like it, or finishes as surplus."
          min={5}
          max={1_440}
        />
        <DraftNumber
          path="protocol.leaseRenewals"
          label="An open page renews that at most"
          unit="times"
          hint="On one page; after that only an answer does. Left empty: 3 times. Without a limit a page that is left open would keep its slot for ever."
          min={0}
          max={100}
          isOptional
        />
        <DraftSelect
          path="protocol.withdrawal"
          label="Who withdraws"
          options={[
            { value: "erase", label: "has the answers removed" },
            { value: "keep", label: "stops, and the answers given so far are kept" },
          ]}
        />
        <DraftText
          path="protocol.contact"
          label="Contact"
          isOptional
          hint="Stands at the foot of every page: a name and an address for questions."
          maxLength={500}
        />
        <DraftSelect
          path="protocol.theme"
          label="Colours"
          hint="One scheme for all keeps the presentation the same; otherwise each device decides."
          options={[
            { value: "system", label: "As the device has them" },
            { value: "light", label: "Light for everybody" },
            { value: "dark", label: "Dark for everybody" },
          ]}
        />
        <Field
          name="protocol.frameAncestors"
          label="Sites that may show the study in a frame"
          isOptional
          hint="One a line, such as https://www.mturk.com. Without any, no other site can."
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a refusal names.
          <DraftRefusal key={`${index}-${site}`} path={`protocol.frameAncestors.${index}`} />
        ))}
      </div>
    </Section>
  );
}
