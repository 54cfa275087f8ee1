"use client";

import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { useDraft } from "./draft-context.tsx";
import { DraftRefusal, DraftText } from "./draft-fields.tsx";

const kinds = [
  {
    value: "none",
    label: "Nobody, or my own list",
    hint: "The end shows our own code, a different one for everybody.",
  },
  {
    value: "prolific",
    label: "Prolific",
    hint: "Each end has the code that Prolific gave for it; people are led back there by themselves after the save.",
  },
  { value: "mturk", label: "MTurk", hint: "The study is framed there, and its last page hands the task in." },
  { value: "panel", label: "Another panel", hint: "With link parameters of its own, signed by sig where it can." },
] as const;

/** By whom participants are sent, which decides what their links carry and where the ends lead. */
export function RecruiterSection() {
  const { draft, set } = useDraft();
  const recruiter = draft.protocol.recruiter ?? { kind: "none", name: "", idParameter: "", otherParameters: [] };
  return (
    <Section id="recruiter" title="Recruiter" lead="Codes and links back stand with the end pages below.">
      <div className="grid grid-cols-1 max-w-measure gap-5">
        <RadioGroup
          name="protocol.recruiter.kind"
          legend="People come from"
          value={recruiter.kind}
          onChange={(kind) => set("protocol.recruiter", { ...recruiter, kind })}
          options={kinds}
        />
        {recruiter.kind === "panel" && (
          <>
            <DraftText path="protocol.recruiter.name" label="What its people know it as" isOptional maxLength={100} />
            <DraftText
              path="protocol.recruiter.idParameter"
              label="Parameter with the person’s number"
              hint="Such as rid, if its links end with ?rid= and the number."
              spellCheck={false}
            />
            <DraftText
              path="protocol.recruiter.otherParameters"
              label="Other parameters to keep"
              isOptional
              hint="With commas between them. In a link back, each name in braces is filled in."
              spellCheck={false}
              onText={(text) =>
                set("protocol.recruiter", {
                  ...recruiter,
                  otherParameters: text === "" ? [] : text.split(",").map((name) => name.trim()),
                })
              }
            />
            {recruiter.otherParameters.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a refusal names.
              <DraftRefusal key={`${index}-${name}`} path={`protocol.recruiter.otherParameters.${index}`} />
            ))}
          </>
        )}
      </div>
    </Section>
  );
}
