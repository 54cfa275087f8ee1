"use client";

import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { useDraft } from "./draft-context.tsx";
import { DraftRefusal, DraftText } from "./draft-fields.tsx";

const kinds = [
  {
    value: "none",
    label: "None, or my own list",
    hint: "The end page shows a unique code.",
  },
  {
    value: "prolific",
    label: "Prolific",
    hint: "Each outcome has its Prolific code. People are redirected after the answer is saved.",
  },
  { value: "mturk", label: "MTurk", hint: "The study runs in a frame on MTurk, and the last page submits the task." },
  { value: "panel", label: "Another panel", hint: "With custom link parameters, optionally signed." },
] as const;

/** The fields for the recruiter, which determines the parameters of links and the return links. */
export function RecruiterSection() {
  const { draft, set } = useDraft();
  const recruiter = draft.protocol.recruiter ?? { kind: "none", name: "", idParameter: "", otherParameters: [] };
  return (
    <Section id="recruiter" title="Recruiter" lead="Set codes and return links under “End pages”.">
      <div className="grid grid-cols-1 max-w-measure gap-5">
        <RadioGroup
          name="protocol.recruiter.kind"
          legend="Recruiter"
          value={recruiter.kind}
          onChange={(kind) => set("protocol.recruiter", { ...recruiter, kind })}
          options={kinds}
        />
        {recruiter.kind === "panel" && (
          <>
            <DraftText path="protocol.recruiter.name" label="Name shown to participants" isOptional maxLength={100} />
            <DraftText
              path="protocol.recruiter.idParameter"
              label="Participant ID parameter"
              hint="For example “rid” if links end with ?rid=ID."
              spellCheck={false}
            />
            <DraftText
              path="protocol.recruiter.otherParameters"
              label="Other parameters to keep"
              isOptional
              hint="Comma-separated. In return links, names in braces are replaced."
              spellCheck={false}
              onText={(text) =>
                set("protocol.recruiter", {
                  ...recruiter,
                  otherParameters: text === "" ? [] : text.split(",").map((name) => name.trim()),
                })
              }
            />
            {recruiter.otherParameters.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a refusal refers to the index.
              <DraftRefusal key={`${index}-${name}`} path={`protocol.recruiter.otherParameters.${index}`} />
            ))}
          </>
        )}
      </div>
    </Section>
  );
}
