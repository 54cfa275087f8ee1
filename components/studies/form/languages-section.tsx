"use client";

import { useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { MessageKey } from "@/lib/domain/survey/languages/en.ts";
import { languageName, messageKeys, tableOf, tables } from "@/lib/domain/survey/languages/messages.ts";
import type { StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { listMissingTexts, listTexts } from "@/lib/domain/survey/translate-protocol.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftRefusal } from "./draft-fields.tsx";

/** The fields for translations of the study's texts, and for custom texts that replace the texts of Parallax. */
export function LanguagesSection({ benchmarks }: { benchmarks: readonly StudyBenchmark[] }) {
  const { draft, set } = useDraft();
  const { protocol, language } = draft;
  const translations = protocol.translations ?? {};
  const benchmark = benchmarks.find(({ id }) => id === draft.benchmarkId);
  const offered = Object.keys(tables).filter((tag) => tag !== tableOf(language) && !(tag in translations));
  return (
    <Section
      id="languages"
      title="Languages"
      lead="Participants get the first of these languages that their browser accepts, and can choose another. A language is available when all texts are translated."
    >
      <div className="grid grid-cols-1 max-w-measure gap-5">
        {tableOf(language) === null && (
          <p className="text-warn">
            Buttons and notes of this study are in English: Parallax has no translation for “{language}”. Enter your own
            texts below.
          </p>
        )}
        {Object.keys(translations).map((tag) => (
          <TranslationFields key={tag} tag={tag} benchmark={benchmark} />
        ))}
        {offered.length > 0 && (
          <Field name="add-language" label="Add a language" isOptional>
            <Select
              required={false}
              value=""
              options={[
                { value: "", label: "Choose a language" },
                ...offered.map((tag) => ({ value: tag, label: languageName(tag) })),
              ]}
              onChange={(event) => {
                const tag = event.target.value;
                if (tag) set("protocol.translations", { ...translations, [tag]: { texts: {} } });
              }}
            />
          </Field>
        )}
        <CustomTextFields />
      </div>
    </Section>
  );
}

function TranslationFields({ tag, benchmark }: { tag: string; benchmark: StudyBenchmark | undefined }) {
  const { draft, set } = useDraft();
  const translations = draft.protocol.translations ?? {};
  const translation = translations[tag] ?? { texts: {} };
  const missing = listMissingTexts(draft.protocol, translation).length;
  const write = (name: string, text: string) => {
    const { [name]: _before, ...others } = translation.texts;
    const texts = text === "" ? others : { ...others, [name]: text };
    set("protocol.translations", { ...translations, [tag]: { ...translation, texts } });
  };
  return (
    <details className="rounded-md border border-rule">
      <summary className="px-4 py-3">
        <span className="font-medium">{languageName(tag)}</span>
        <span className="block text-sm text-ink-soft">
          {missing === 0 ? "All texts are translated" : `${missing} texts without a translation`}
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-5 px-4 pt-1 pb-5">
        {benchmark && <TranslatedItems tag={tag} benchmark={benchmark} />}
        {listTexts(draft.protocol).map(({ name, text }) => (
          <Field key={name} name={`translation.${tag}.${name}`} label={shortenText(text)} hint={name} isOptional>
            <TextArea
              rows={text.length > 120 ? 5 : 2}
              required={false}
              lang={tag}
              dir="auto"
              value={translation.texts[name] ?? ""}
              onChange={(event) => write(name, event.target.value)}
            />
          </Field>
        ))}
        <div>
          <Button
            look="secondary"
            onClick={() => {
              const { [tag]: _removed, ...others } = translations;
              set("protocol.translations", others);
            }}
          >
            Remove {languageName(tag)}
          </Button>
        </div>
      </div>
    </details>
  );
}

/** The number of items with a translation. All other items are shown in the original language. */
function TranslatedItems({ tag, benchmark }: { tag: string; benchmark: StudyBenchmark }) {
  const items = benchmark.kinds.reduce((sum, kind) => sum + kind.items, 0);
  const translated = benchmark.translated[tag] ?? 0;
  return (
    <p className={`text-sm ${translated < items ? "text-warn" : "text-ink-soft"}`}>
      {formatCount(translated)} of {formatCount(items)} items of this benchmark are linked to a text in{" "}
      {languageName(tag)}
      {translated < items &&
        "; the others are shown in the original language. Import their translations as a separate benchmark, linked by “translation” in each row or by --translation-of"}
      .
    </p>
  );
}

function CustomTextFields() {
  const { draft, set } = useDraft();
  const [isOpen, setOpen] = useState(false);
  const words = draft.protocol.words ?? {};
  const table = tables[tableOf(draft.language) ?? "en"];
  const write = (key: MessageKey, text: string) => {
    const { [key]: _before, ...others } = words;
    set("protocol.words", text === "" ? others : { ...others, [key]: text });
  };
  return (
    <details
      className="rounded-md border border-rule"
      onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}
    >
      <summary className="px-4 py-3">Custom texts for buttons and notes ({Object.keys(words).length})</summary>
      {isOpen && (
        <div className="grid grid-cols-1 gap-5 px-4 pt-1 pb-5">
          <p className="text-sm text-ink-soft">
            Empty fields use the default in grey. Placeholders in braces are replaced.
          </p>
          {messageKeys.map((key) => (
            <div key={key}>
              <Field name={`protocol.words.${key}`} label={key} isOptional>
                <TextArea
                  rows={2}
                  required={false}
                  dir="auto"
                  placeholder={table?.messages[key]}
                  value={words[key] ?? ""}
                  onChange={(event) => write(key, event.target.value)}
                />
              </Field>
              <DraftRefusal path={`protocol.words.${key}`} />
            </div>
          ))}
        </div>
      )}
    </details>
  );
}

function shortenText(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)} …` : text;
}
