import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LedgerImport } from "@/components/studies/recruiting/ledger-import.tsx";
import { LedgerView } from "@/components/studies/recruiting/ledger-view.tsx";
import { ProlificPayments } from "@/components/studies/recruiting/prolific-payments.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { recruiterName } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { loadLedgerPage } from "@/lib/server/recruiters/load-ledger-page.ts";
import { listBonuses } from "@/lib/server/recruiters/prolific/bonuses.ts";
import { readProlificStudy } from "@/lib/server/recruiters/prolific/create-draft.ts";
import { ledgerFilterSchema, linesPerPage } from "@/lib/server/recruiters/read-ledger.ts";
import { recomputeAction } from "../../../../recompute-action.ts";
import { approveSubmissionsAction, payBonusesAction, setUpBonusesAction } from "../../recruit/actions.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "Ledger" };

export default async function LedgerPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  // The ledger contains recruiters' IDs, which require the right research.write.
  if (!study.canWrite) notFound();
  const filter = ledgerFilterSchema.parse(await searchParams);
  const { ledger, state, listedOfEach } = await loadLedgerPage(actor, study.id, filter);
  const { kind = "none", name = "" } = study.protocol.recruiter ?? {};
  return (
    <>
      {state && <ResultNote state={state} what="the ledger" recompute={recomputeAction} />}
      {ledger && (
        <LedgerView
          base={base}
          ledger={ledger}
          recruiter={recruiterName(kind, name) ?? (kind === "panel" ? "the panel" : "your own list")}
          show={filter.show}
          from={filter.from}
          perPage={linesPerPage}
          listedOfEach={listedOfEach}
          downloadHref={`/api/v1/studies/${study.id}/ledger?show=${filter.show}`}
        />
      )}
      {kind === "prolific" && ledger && (
        <ProlificPayments
          studyId={study.id}
          due={ledger.counts.approve}
          remoteStudy={(await readProlificStudy(study.id))?.id ?? ""}
          bonuses={await listBonuses(study.id)}
          actions={{ approve: approveSubmissionsAction, setUp: setUpBonusesAction, pay: payBonusesAction }}
        />
      )}
      <LedgerImport address={`/api/v1/studies/${study.id}/recruiter-file`} recruiter={kind} />
    </>
  );
}
