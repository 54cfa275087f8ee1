import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import type { Notice } from "@/lib/domain/annotation/notice.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";

/** The notices for a person, newest first. Renders nothing if there are no notices. */
export function NoticeList({
  notices,
  dismiss,
  hrefs,
}: {
  notices: readonly Notice[];
  dismiss: FormAction;
  hrefs: { queue: string; task: string };
}) {
  if (notices.length === 0) return null;
  const dismissible = notices.flatMap((notice) => (notice.is === "pulled-back" ? [notice.noticeId] : []));
  return (
    <section aria-labelledby="notices" className="mb-8 grid gap-3 border-y border-rule py-4">
      <h2 id="notices" className="text-lg">
        News
      </h2>
      <ul className="grid gap-3">
        {notices.map((notice) => {
          const { title, text } = noticeTexts(notice);
          return (
            <li
              key={`${notice.is} ${notice.at.toISOString()} ${title}`}
              className="grid gap-0.5 border-l-3 border-rule pl-3"
            >
              <p className="wrap-anywhere">
                <strong className="font-medium">{title}</strong>{" "}
                <Link href={hrefOf(notice, hrefs)} prefetch={false}>
                  {linkLabels[notice.is]}
                </Link>
              </p>
              {text !== "" && <p className="text-ink-soft">{text}</p>}
              <p className="text-sm text-ink-soft">
                {notice.collectionName}, {formatMoment(notice.at)}
              </p>
            </li>
          );
        })}
      </ul>
      {dismissible.length > 0 && (
        <ActionForm
          action={dismiss}
          hidden={{ notices: dismissible.join(" ") }}
          label="Dismiss notices of items pulled back"
        >
          <div>
            <SubmitButton look="quiet" size="small">
              Dismiss notices of items pulled back
            </SubmitButton>
          </div>
        </ActionForm>
      )}
    </section>
  );
}

const linkLabels: Readonly<Record<Notice["is"], string>> = {
  guidelines: "Read the guidelines",
  answer: "See the answer in the guidelines",
  returned: "Open it",
  assigned: "Start",
  "pulled-back": "Continue with the queue",
};

function hrefOf(notice: Notice, hrefs: { queue: string; task: string }): string {
  return notice.is === "returned" ? `${hrefs.task}${notice.taskId}` : `${hrefs.queue}/${notice.collectionId}`;
}

function noticeTexts(notice: Notice): { title: string; text: string } {
  switch (notice.is) {
    case "guidelines":
      return { title: `New guidelines: version ${notice.version}.`, text: notice.note };
    case "answer":
      return { title: `Your question was answered: ${notice.question}`, text: notice.answer };
    case "returned":
      return { title: `${notice.itemName} was returned by review.`, text: notice.reason };
    case "assigned":
      return { title: `${notice.itemName} was assigned to you.`, text: "" };
    case "pulled-back":
      return { title: `${notice.itemName} was pulled back by the lead.`, text: notice.reason };
  }
}
