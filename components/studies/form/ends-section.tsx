"use client";

import { Section } from "@/components/ui/page-header.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { exitMeanings, outcomeLabels } from "../study-labels.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftText } from "./draft-fields.tsx";

const codeHints = {
  prolific:
    "The completion code from Prolific, the same for all participants. Without a code, people are asked to return their submission.",
  mturk: "Sent with the form. Outcomes other than a finished session are submitted only if they have a code.",
  panel: "Replaces {code} in the return link.",
} as const;

/** The end pages of the six outcomes of a session, each with its text and return link. */
export function EndsSection() {
  const { draft } = useDraft();
  return (
    <Section
      id="ends"
      title={
        <>
          End pages <WhatIsThis term="End page" isInForm />
        </>
      }
      lead={
        <>
          The outcome is stored before the redirect. In a return link, <code>{"{code}"}</code> is replaced by the
          person’s code, and <code>{"{session}"}</code> by the session.
        </>
      }
    >
      <div className="grid grid-cols-1 max-w-measure gap-3">
        {outcomes.map((outcome) => {
          const end = draft.protocol.ends[outcome];
          return (
            <details key={outcome} className="rounded-md border border-rule">
              <summary className="px-4 py-3">
                <span className="font-medium">{outcomeLabels[outcome]}</span>
                <span className="block text-sm text-ink-soft">
                  {end.title}
                  {end.returnUrl ? ", with a return link" : ", without a return link"}
                </span>
              </summary>
              <div className="grid grid-cols-1 gap-5 px-4 pt-1 pb-5">
                <p className="text-sm text-ink-soft">{exitMeanings[outcome]}</p>
                <DraftText path={`protocol.ends.${outcome}.title`} label="Heading" />
                <DraftText path={`protocol.ends.${outcome}.text`} label="Text" lines={3} />
                {draft.protocol.recruiter && draft.protocol.recruiter.kind !== "none" && (
                  <DraftText
                    path={`protocol.ends.${outcome}.code`}
                    label="Recruiter’s code"
                    isOptional
                    hint={codeHints[draft.protocol.recruiter.kind]}
                    spellCheck={false}
                  />
                )}
                <DraftText
                  path={`protocol.ends.${outcome}.returnUrl`}
                  label="Return link"
                  isOptional
                  hint={
                    draft.protocol.recruiter?.kind === "prolific" || draft.protocol.recruiter?.kind === "mturk"
                      ? "Not required: people from the recruiter are redirected automatically."
                      : "The recruiter’s address for this outcome. {code}, {session}, {outcome}, {sig} and the panel’s own parameters are filled in."
                  }
                  spellCheck={false}
                />
              </div>
            </details>
          );
        })}
      </div>
    </Section>
  );
}
