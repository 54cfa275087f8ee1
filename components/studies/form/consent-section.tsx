"use client";

import { Section } from "@/components/ui/page-header.tsx";
import { DraftText } from "./draft-fields.tsx";

/** The first screen: what people agree to. */
export function ConsentSection() {
  return (
    <Section
      id="consent"
      title="Consent"
      lead="The first screen. Each answer is stored with the version and the fingerprint of the text that was agreed to."
    >
      <div className="grid grid-cols-1 max-w-measure gap-5">
        <DraftText path="protocol.consent.title" label="Heading" />
        <DraftText
          path="protocol.consent.text"
          label="Text"
          hint="A blank line begins a new paragraph. Say who you are, what the study is for, what is kept and for how long, who approved it, and what people are paid."
          lines={10}
        />
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <DraftText path="protocol.consent.agreeLabel" label="Button for yes" />
          <DraftText path="protocol.consent.declineLabel" label="Button for no" />
        </div>
        <DraftText
          path="protocol.consent.version"
          label="Version of this text"
          hint="Change it when your ethics board has approved a new text."
        />
      </div>
    </Section>
  );
}
