import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { listMissing, type ReadinessCheck } from "@/lib/domain/survey/recruiters/readiness.ts";

const looks = {
  done: { icon: CircleCheck, ink: "text-good", word: "Done" },
  next: { icon: CircleAlert, ink: "text-info", word: "Next" },
  missing: { icon: CircleAlert, ink: "text-bad", word: "Missing" },
  advice: { icon: Info, ink: "text-info", word: "To check" },
} as const;

/** The requirements to check before a study is published at its recruiter. */
export function ReadinessList({ base, checks }: { base: string; checks: readonly ReadinessCheck[] }) {
  const missing = listMissing(checks).length;
  const isOpen = !checks.some(({ state }) => state === "next");
  return (
    <Section
      title="Ready to go live?"
      lead={
        missing > 0
          ? `${missing} ${missing === 1 ? "requirement is" : "requirements are"} not met.`
          : isOpen
            ? "All requirements are met."
            : "All requirements are met. Open the study."
      }
    >
      <ul className="divide-y divide-rule border-y border-rule">
        {checks.map(({ state, text, href }) => {
          const { icon: Icon, ink, word } = looks[state];
          return (
            <li key={text} className="flex gap-3 py-3">
              <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${ink}`} />
              <p className="min-w-0 max-w-measure break-words">
                <strong className={ink}>{word}.</strong> {text}{" "}
                {href !== null && (
                  <Link href={`${base}${href}`} aria-label={`Go to: ${text}`}>
                    Go there
                  </Link>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
