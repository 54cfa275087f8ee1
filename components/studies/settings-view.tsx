import { CodeBlock } from "@/components/ui/code.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { type ArrivalRules, noSimulationLinks } from "@/lib/domain/survey/arrival-rules.ts";
import { ArrivalRulesForm } from "./arrival-rules-form.tsx";
import { EntrySecret } from "./entry-secret.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

/** Actions on a study as a whole. */
export function SettingsView({
  base,
  study,
  actions,
}: {
  base: string;
  study: {
    id: string;
    slug: string;
    name: string;
    canWrite: boolean;
    isFrozen: boolean;
    isSimulation: boolean;
    arrivalRules: ArrivalRules;
  };
  actions: {
    setArrivalRules: FormAction;
    remove: FormAction;
    renewSecret: FormAction<{ secret: string }>;
    webhookSecret: FormAction;
  };
}) {
  if (!study.canWrite) return <p className="text-ink-soft">You can view this study, but not change it.</p>;
  return (
    <>
      <Section
        title="Texts and rules"
        lead={
          study.isFrozen
            ? "The design is fixed. Texts, questions and rules can be changed; the new version applies to people who start afterwards."
            : "The study is a draft: everything can be changed."
        }
      >
        <LinkButton href={`${base}/design/edit`}>Edit study</LinkButton>
      </Section>
      <Section
        title={
          <>
            Rules for arrivals{" "}
            <WhatIsThis term="Rules for arrivals" document="formats#links-codes-and-webhooks-of-recruiters" />
          </>
        }
        lead="These rules apply to people who start from now on. Other arrivals are rejected with a reason and listed under Collect. IDs of people who did not take part are deleted 30 days after they were last seen, unless the operator has set another time."
      >
        {study.isSimulation ? (
          <p className="text-ink-soft">{noSimulationLinks}</p>
        ) : (
          <ArrivalRulesForm studyId={study.id} rules={study.arrivalRules} action={actions.setArrivalRules} />
        )}
      </Section>
      {!study.isSimulation && <SignedLinksSection studyId={study.id} slug={study.slug} action={actions.renewSecret} />}
      <ProlificWebhooksSection studyId={study.id} action={actions.webhookSecret} />
      <Section
        id="events"
        title="Outgoing events"
        lead="Notify a webhook, a Slack channel or an e-mail address when a session ends, the study is full or stalled, or an evaluation is done."
      >
        <LinkButton href={`${base}/settings/events`}>Outgoing events</LinkButton>
      </Section>
      <Section
        id="shared-views"
        title="Shared views"
        lead="Links that let people without an account see the conclusion, charts and methods, until a link expires or is revoked."
      >
        <LinkButton href={`${base}/settings/shared-views`}>Shared views</LinkButton>
      </Section>
      {!study.isFrozen && (
        <Section
          title="Delete"
          lead="Only a draft can be deleted. A study that has been opened is kept, with its answers."
        >
          <ConfirmButton
            action={actions.remove}
            hidden={{ study: study.id }}
            title="Delete this draft?"
            consequence={<p>“{study.name}” and its protocol are removed. This cannot be undone.</p>}
            confirm="Delete the draft"
            look="danger"
          >
            Delete the draft
          </ConfirmButton>
        </Section>
      )}
    </>
  );
}

/** The secret with which other programs sign links to the study, and instructions for signing. */
function SignedLinksSection({
  studyId,
  slug,
  action,
}: {
  studyId: string;
  slug: string;
  action: FormAction<{ secret: string }>;
}) {
  return (
    <Section
      id="secret"
      title="Secret for signed links"
      lead="Your own program can sign links with this secret. The secret is only shown once, when it is created."
    >
      <div className="grid grid-cols-1 max-w-measure gap-4">
        <EntrySecret studyId={studyId} action={action} />
        <p>
          The signature is the parameter <code>sig</code>: HMAC-SHA256, in hexadecimal digits, under the secret, of all
          other entry parameters of the link, sorted by name, each as <code>name=value</code> in percent-encoding, with{" "}
          <code>&amp;</code> between them. In Python:
        </p>
        <CodeBlock label="Sign a link in Python">
          {`import hmac\nfrom urllib.parse import quote\n\nparameters = {"pid": number}\nsaid = "&".join(f"{quote(n, safe='')}={quote(v, safe='')}" for n, v in sorted(parameters.items()))\nsig = hmac.new(secret.encode(), said.encode(), "sha256").hexdigest()\nlink = f"/s/${slug}?{said}&sig={sig}"`}
        </CodeBlock>
        <p>
          A return link with <code>{"{sig}"}</code> is signed in the same way under another key, so that it is never a
          valid link of yours: <code>hmac.new(secret.encode(), b"parallax link back", "sha256").hexdigest()</code>.
        </p>
      </div>
    </Section>
  );
}

/** The secret with which Prolific signs its webhooks about submissions. */
function ProlificWebhooksSection({ studyId, action }: { studyId: string; action: FormAction }) {
  return (
    <Section
      id="webhooks"
      title="Prolific webhooks"
      lead="Prolific then reports when a submission is returned, timed out or approved; a returned submission releases its slot immediately. One secret is used for the whole project."
    >
      <div className="grid grid-cols-1 max-w-measure gap-4">
        <p>
          Subscribe to <code>submission.status.change</code> with the address{" "}
          <code className="break-all">/api/v1/webhooks/prolific/</code> of this installation and the project’s slug, and
          paste the workspace’s secret here.
        </p>
        <WebhookSecret studyId={studyId} action={action} />
      </div>
    </Section>
  );
}
