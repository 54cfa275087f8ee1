"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { suggestSlugs } from "@/lib/domain/survey/studies/slug.ts";
import { stageLabels } from "../study-labels.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftSelect, DraftText } from "./draft-fields.tsx";

const languages = ["en", "en-GB", "en-US", "de", "es", "fr", "it", "nl", "pl", "pt"];

/** Name, address and kind of the study. */
export function BasicsSection({ isFrozen, publicUrl }: { isFrozen: boolean; publicUrl: string }) {
  const { draft, change, set } = useDraft();
  const suggestions = draft.name.trim() ? suggestSlugs(draft.name) : [];
  return (
    <Section id="basics" title="Name and address">
      <div className="grid grid-cols-1 max-w-measure gap-5">
        <DraftText
          path="name"
          label="Name"
          hint="For the research team."
          maxLength={200}
          onText={(name) =>
            change((before) => {
              // The address follows the name until the user edits it.
              const isDerived = !isFrozen && (before.slug === "" || before.slug === suggestSlugs(before.name)[0]);
              return {
                ...before,
                name,
                slug: isDerived ? (name.trim() ? (suggestSlugs(name)[0] ?? "") : "") : before.slug,
              };
            })
          }
        />
        <DraftText
          path="protocol.publicTitle"
          label="Title for participants"
          hint="Shown at the top of every participant page. It should not reveal the purpose of the study."
          isOptional={isFrozen}
          maxLength={200}
        />
        {!isFrozen && (
          <div className="grid grid-cols-1 gap-2">
            <DraftText
              path="slug"
              label="Address"
              hint={
                <>
                  Address for participants:{" "}
                  <span className="break-all">
                    {publicUrl}/s/<strong>{draft.slug || "…"}</strong>
                  </span>
                  . It is fixed once the study has been opened.
                </>
              }
              spellCheck={false}
              autoComplete="off"
              maxLength={60}
            />
            {suggestions.some((slug) => slug !== draft.slug) && (
              <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
                Available, for example
                {suggestions
                  .filter((slug) => slug !== draft.slug)
                  .map((slug) => (
                    <Button key={slug} size="small" onClick={() => set("slug", slug)}>
                      {slug}
                    </Button>
                  ))}
              </p>
            )}
          </div>
        )}
        <MoreBasics isFrozen={isFrozen} />
      </div>
    </Section>
  );
}

function MoreBasics({ isFrozen }: { isFrozen: boolean }) {
  return (
    <details className="grid gap-5">
      <summary className="py-1">{isFrozen ? "Description" : "Description, stage and language"}</summary>
      <div className="mt-3 grid gap-5">
        <DraftText
          path="description"
          label="Description"
          hint="For the research team. Participants never see it."
          isOptional
          lines={2}
          maxLength={2000}
        />
        {!isFrozen && (
          <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
            <DraftSelect
              path="stage"
              label="Stage"
              hint="Answers of different stages are never mixed."
              options={Object.entries(stageLabels)
                .filter(([value]) => value !== "preview")
                .map(([value, { word }]) => ({ value, label: word }))}
            />
            <div>
              <DraftText
                path="language"
                label="Language"
                hint="A language tag, which screen readers use."
                list="study-languages"
                spellCheck={false}
              />
              <datalist id="study-languages">
                {languages.map((language) => (
                  <option key={language} value={language} />
                ))}
              </datalist>
            </div>
          </div>
        )}
      </div>
    </details>
  );
}
