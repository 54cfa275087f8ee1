"use client";

import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { removeListEntry, shortName } from "@/lib/domain/survey/studies/edit-draft.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftRefusal, DraftText } from "./draft-fields.tsx";
import { EthicsFields } from "./ethics-fields.tsx";

/** The first screen: the consent. */
export function ConsentSection({ ethicsHref }: { ethicsHref: string | null }) {
  return (
    <Section
      id="consent"
      title="Consent"
      lead="The first screen. The consent is stored with the version and the fingerprint of the text."
    >
      <div className="grid grid-cols-1 max-w-measure gap-5">
        <DraftText path="protocol.consent.title" label="Heading" />
        <DraftText
          path="protocol.consent.text"
          label="Text"
          hint="A blank line starts a new paragraph. State who you are, the purpose of the study, what is stored and for how long, who approved it, and the pay."
          lines={10}
        />
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <DraftText path="protocol.consent.agreeLabel" label="Accept button" />
          <DraftText path="protocol.consent.declineLabel" label="Decline button" />
        </div>
        <ConsentBoxes />
        <EthicsFields savedHref={ethicsHref} />
        <DraftText
          path="protocol.consent.version"
          label="Version of this text"
          hint="A change of the text, a checkbox or a button creates a new version. You can enter the version number of your ethics board."
        />
      </div>
    </Section>
  );
}

/** The checkboxes below the consent text. The text of a checkbox is stored with the answer. */
function ConsentBoxes() {
  const { draft, set } = useDraft();
  const path = "protocol.consent.boxes";
  const boxes = draft.protocol.consent.boxes ?? [];
  const keys = boxes.map(({ key }) => key);
  const setBoxes = (next: typeof boxes) => set(path, next.length === 0 ? undefined : next);
  return (
    <div className="grid grid-cols-1 gap-4">
      {boxes.map(({ key, required }, index) => (
        <fieldset key={key} className="grid grid-cols-1 min-w-0 gap-3 border-l-2 border-rule pl-4">
          <legend className="sr-only">Box {index + 1}</legend>
          <DraftText
            path={`${path}.${index}.label`}
            label={`Box ${index + 1}`}
            hint={`Stored as box.${key}.`}
            lines={2}
          />
          <Checkbox
            label="Required for consent"
            checked={required}
            onChange={(event) => set(`${path}.${index}.required`, event.target.checked)}
          />
          <div>
            <Button
              size="small"
              aria-label={`Remove box ${index + 1}`}
              onClick={() => setBoxes(removeListEntry(boxes, index))}
            >
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      <DraftRefusal path={path} />
      <div>
        <Button
          size="small"
          onClick={() => setBoxes([...boxes, { key: shortName("box", keys), label: "", required: true }])}
        >
          <Plus aria-hidden="true" />
          Checkbox
        </Button>
      </div>
    </div>
  );
}
