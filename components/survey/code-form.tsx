import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { HiddenFields } from "./hidden-fields.tsx";

/** A form for a completion code. */
export function CodeForm(props: { say: Say; study: string; language: string; problem: string | null; code: string }) {
  const { say, problem } = props;
  return (
    <form method="post" action="/api/v1/sessions/by-code">
      <HiddenFields fields={{ study: props.study, lang: props.language }} />
      <p>{say("codePageText")}</p>
      <div className="text-question">
        <label htmlFor="code">{say("codeField")}</label>
        {problem && (
          <p className="problem" id="code-problem">
            {problem}
          </p>
        )}
        <input
          id="code"
          name="code"
          className="code-field"
          defaultValue={props.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          dir="ltr"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "code-problem" : undefined}
        />
      </div>
      <div className="actions">
        <button type="submit" className="primary">
          {say("codeLookUp")}
        </button>
      </div>
    </form>
  );
}
