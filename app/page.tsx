import { ArrowRight } from "lucide-react";
import { Callout } from "@/components/ui/callout.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Wordmark } from "@/components/ui/navigation/mark.tsx";
import { getFrontPage } from "@/lib/server/research/front-page.ts";
import { ParallaxFigure } from "./parallax-figure.tsx";

const audiences = [
  {
    title: "Participants",
    text: "A plain page to read a story and answer questions about it, on a phone or a computer. No answer is lost after a reload, a lost connection or a closed laptop.",
  },
  {
    title: "Researchers",
    text: "Design a study, preview each condition, monitor data collection, and compare the answers of people and models.",
  },
  {
    title: "Annotators and reviewers",
    text: "Check and refine stories with the keyboard. Every change is saved, and reviews show only the changes.",
  },
];

const principles = [
  [
    "One stimulus for both",
    "People and models get the same rendering of each item. Differences are reported with the results.",
  ],
  ["Exact cells", "Every slot of the design is filled as planned, regardless of drop-out and simultaneous arrivals."],
  [
    "Nothing overwritten",
    "Items, keys, consents and answers are versions. An exclusion has a reason and can be revoked.",
  ],
  [
    "Numbers with intervals",
    "Each number has its n, its interval and its unit, or the reason why there is no interval.",
  ],
] as const;

export default async function FrontPage() {
  const { demoHref, isSignedIn, hasOwner } = await getFrontPage();
  return (
    <div className="min-h-dvh">
      <header className="gutter mx-auto flex max-w-[78rem] items-center justify-between py-5">
        <Wordmark />
        <LinkButton href={isSignedIn ? "/research" : "/sign-in"} look="quiet">
          {isSignedIn ? "Open your workspace" : "Sign in"}
        </LinkButton>
      </header>
      <main id="content">
        <section className="gutter mx-auto grid max-w-[78rem] items-center gap-x-12 gap-y-10 pt-6 pb-16 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:pt-12 lg:pb-24">
          <div className="grid gap-6">
            <h1
              tabIndex={-1}
              className="max-w-[13ch] font-serif text-5xl font-normal leading-[1.04] tracking-[-0.02em]"
            >
              One story, two observers.
            </h1>
            <p className="max-w-measure text-xl leading-snug text-ink-soft">
              Parallax asks <span className="text-people-ink">people</span> and{" "}
              <span className="text-models-ink">language models</span> the same questions about the same stories, word
              for word, and measures the difference between their answers.
            </p>
            <div className="mt-2 flex flex-wrap gap-3">
              {demoHref && (
                <LinkButton href={demoHref} prefetch={false} look="primary" size="large">
                  Take part in the demo study
                  <ArrowRight aria-hidden="true" />
                </LinkButton>
              )}
              <LinkButton
                href={isSignedIn ? "/research" : "/sign-in"}
                look={demoHref ? "secondary" : "primary"}
                size="large"
              >
                {isSignedIn ? "Open your workspace" : "Sign in"}
              </LinkButton>
            </div>
            {!hasOwner && (
              <Callout title="This installation has no administrator yet">
                The console output of Parallax has a one-time set-up link.
              </Callout>
            )}
          </div>
          <ParallaxFigure />
        </section>
        <section aria-labelledby="faces" className="border-y border-rule bg-surface">
          <div className="gutter mx-auto max-w-[78rem] py-14 sm:py-20">
            <h2 id="faces" className="sr-only">
              Audience
            </h2>
            <ul className="grid gap-x-10 gap-y-10 md:grid-cols-3">
              {audiences.map((face) => (
                <li key={face.title} className="grid content-start gap-3 border-t-2 border-ink pt-4">
                  <h3 className="font-serif text-2xl font-normal">{face.title}</h3>
                  <p className="text-ink-soft">{face.text}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>
        <section aria-labelledby="promises" className="gutter mx-auto max-w-[78rem] py-14 sm:py-20">
          <h2 id="promises" className="mb-8 font-serif text-3xl font-normal tracking-tight">
            Principles
          </h2>
          <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
            {principles.map(([term, text]) => (
              <div key={term} className="grid content-start gap-1.5">
                <dt className="font-semibold">{term}</dt>
                <dd className="text-ink-soft">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
      <footer className="border-t border-rule">
        <p className="gutter mx-auto max-w-[78rem] py-6 text-sm text-ink-soft">
          Parallax runs on this machine alone: it sends no requests to other servers and stores no network addresses.
          Terms are defined in the <Link href="/help/glossary">glossary</Link>.
        </p>
      </footer>
    </div>
  );
}
