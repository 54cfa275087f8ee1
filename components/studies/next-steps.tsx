import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";

/** The steps from a draft to the first participant. */
export function NextSteps({ base, canWrite }: { base: string; canWrite: boolean }) {
  if (!canWrite) return null;
  return (
    <Section title="Before opening">
      <ol className="grid grid-cols-1 max-w-measure gap-3 pl-5 [list-style:decimal]">
        <li>
          Read every page in the <Link href={`${base}/design/protocol`}>preview</Link>, under each condition. Complete
          the consent text: who you are, who approved the study, what people are paid.
        </li>
        <li>
          Check the numbers of the <Link href={`${base}/design`}>design</Link>. Opening the study fixes them.
        </li>
        <li>
          Enter the codes and <Link href={`${base}/design/edit#ends`}>return links</Link> of your recruiter in the end
          pages.
        </li>
        <li>
          See under <Link href={`${base}/recruit`}>Recruit</Link> what is missing, and rehearse one whole session.
        </li>
      </ol>
    </Section>
  );
}
