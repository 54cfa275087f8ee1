"use client";

import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { screenLabel } from "@/lib/domain/survey/live/prepare-flow.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { dependsOnCondition, listPreviewPages } from "@/lib/domain/survey/studies/preview-screen.ts";
import type { AskedKind } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { designOf, type StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { type DeviceChoice, DeviceSwitch, frameStyle } from "../device-switch.tsx";
import { endLabel } from "../study-labels.ts";
import { useDraft } from "./draft-context.tsx";

/** The preview is updated after this pause in typing. */
const previewDelayMs = 800;

/**
 * A preview of the participant's pages with the current values of the form, even if they are not saved. The values are
 * posted to a frame. The server renders them with the components of the real pages and stores nothing.
 */
export function PreviewPanel({
  action,
  kind,
  studyId,
}: {
  action: string;
  kind: AskedKind | null;
  /** The ID of the edited study, needed for items that were selected manually. */
  studyId: string | undefined;
}) {
  const { draft } = useDraft();
  const [page, setPage] = useState("0");
  const [condition, setCondition] = useState("");
  const [device, setDevice] = useState<DeviceChoice>({ width: "phone", theme: "light" });
  const frameName = useId();
  const pages = useMemo(() => listPreviewPages(draft), [draft]);
  const current = pages.find(({ place }) => String(place) === page);
  const conditions = kind ? studyConditions(designOf(draft, kind)) : [];
  const selectedCondition = conditions.find((levels) => conditionKey(levels) === condition) ?? conditions[0];
  const address = `${action}?${new URLSearchParams({
    page,
    theme: device.theme,
    ...(selectedCondition ? { condition: conditionKey(selectedCondition) } : {}),
  })}`;

  const { form, isShown, setShown } = useLivePreview(draft, address);

  return (
    <Section
      id="preview"
      title="Preview"
      lead="Every page as participants see it, with the current values of this form. Nothing is stored."
    >
      <form ref={form} method="post" action={address} target={frameName} hidden>
        <input type="hidden" name="draft" value={JSON.stringify(draft)} />
        {studyId && <input type="hidden" name="study" value={studyId} />}
      </form>
      <div className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-2">
          <Field name="preview-page" label="Page">
            <Select required={false} name="" value={page} onChange={(event) => setPage(event.target.value)}>
              {pages.map(({ place, screen }) => (
                <option key={place} value={place}>
                  {screen ? screenLabel(screen) : `End: ${endLabel(String(place))}`}
                </option>
              ))}
              <option value="sessions">Sessions: co-occurrence of items</option>
            </Select>
          </Field>
          {current && dependsOnCondition(current.screen) && conditions.length > 1 && (
            <Field name="preview-condition" label="Condition">
              <Select
                required={false}
                name=""
                value={selectedCondition ? conditionKey(selectedCondition) : ""}
                onChange={(event) => setCondition(event.target.value)}
              >
                {conditions.map((levels) => (
                  <option key={conditionKey(levels)} value={conditionKey(levels)}>
                    {conditionLabel(kind ?? { factors: [] }, levels)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button onClick={() => (isShown ? form.current?.requestSubmit() : setShown(true))}>
            {isShown ? "Update the preview" : "Show the preview"}
          </Button>
          <DeviceSwitch choice={device} onChange={setDevice} />
        </div>
        {isShown && (
          <div className="overflow-x-auto rounded-md border border-rule bg-sunken p-2 sm:p-4">
            <iframe
              name={frameName}
              title="Preview of the participant’s page"
              sandbox=""
              className="mx-auto block rounded-sm border border-rule bg-paper"
              style={frameStyle(device.width)}
            />
          </div>
        )}
      </div>
    </Section>
  );
}

/** While the preview is shown, posts its form whenever the draft or the address changes. */
function useLivePreview(draft: StudyDraft, address: string) {
  const form = useRef<HTMLFormElement>(null);
  const [isShown, setShown] = useState(false);

  // On wide screens, the preview is next to the form and initially open.
  useEffect(() => setShown(matchMedia("(min-width: 64rem)").matches), []);

  // Typed text is previewed after a pause.

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the draft is shown
  useEffect(() => {
    if (!isShown) return;
    const pause = setTimeout(() => form.current?.requestSubmit(), previewDelayMs);
    return () => clearTimeout(pause);
  }, [draft]);

  // Selecting another page, condition or theme updates the preview immediately.
  useEffect(() => {
    if (isShown && address) form.current?.requestSubmit();
  }, [isShown, address]);

  return { form, isShown, setShown };
}
