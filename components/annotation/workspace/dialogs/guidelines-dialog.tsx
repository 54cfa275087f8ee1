"use client";

import { useId, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { GuidelineText } from "../../look/guideline-text.tsx";
import type { Guidelines } from "../use-guidelines.ts";

/** The guidelines with their cases, the answers to the user's questions, and a form for a new question to the lead. */
export function GuidelinesDialog({
  guidelines,
  item,
  instructions,
}: {
  guidelines: Guidelines;
  /** The current item, which a question can refer to. */
  item: { id: string; externalId: string } | null;
  /** The short instructions of the collection, shown if it has no guidelines. */
  instructions: string;
}) {
  const { view, isOpen, mustRead, close } = guidelines;
  if (view === null || !isOpen) return null;
  return (
    <Dialog
      isOpen
      onClose={close}
      title={view.version === null ? "Guidelines" : `Guidelines, version ${view.version}`}
      actions={
        <Button look="primary" onClick={close}>
          {mustRead ? "I have read the guidelines" : "Close"}
        </Button>
      }
    >
      <div className="grid max-h-[60dvh] gap-4 overflow-y-auto">
        {view.answers.map(({ id, question, answer }) => (
          <Callout key={id} title="Your question was answered">
            <p className="text-ink-soft">{question}</p>
            <p>{answer}</p>
          </Callout>
        ))}
        {mustRead && view.readVersion !== null && view.note !== "" && (
          <Callout tone="warn" title="Changes">
            {view.note}
          </Callout>
        )}
        {view.version === null && (
          <p className="text-ink-soft">{instructions || "This collection has no guidelines yet."}</p>
        )}
        <GuidelineText body={view.body} />
        {view.cases.length > 0 && (
          <section className="grid gap-3">
            <h3 className="text-lg">Cases</h3>
            {view.cases.map(({ id, question, answer }) => (
              <div key={id} className="grid gap-1 border-l-3 border-rule pl-3">
                <p className="text-ink-soft">{question}</p>
                <p>{answer}</p>
              </div>
            ))}
          </section>
        )}
        <QuestionForm ask={guidelines.ask} item={item} />
      </div>
    </Dialog>
  );
}

function QuestionForm({ ask, item }: { ask: Guidelines["ask"]; item: { id: string; externalId: string } | null }) {
  const [text, setText] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  const id = useId();
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        void ask(text.trim(), item?.id ?? null).then((refusal) => {
          setMessage(refusal ?? "Your question was sent to the lead. The answer will appear here.");
          if (refusal === null) setText("");
        });
      }}
    >
      <label htmlFor={id} className="font-medium">
        Ask the lead{item && ` about ${item.externalId} or a rule`}
      </label>
      <TextArea id={id} rows={2} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small">
          Send the question
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {message}
        </p>
      </div>
    </form>
  );
}
