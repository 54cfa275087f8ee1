import type { PoolClient } from "pg";
import type { CountChoice } from "@/lib/domain/survey/counted-response.ts";
import { chooseCounted, readShownStage } from "../../counting/read-counts.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../../stored-results/fold-rows.ts";
import type { DocumentOf, FoldName, RowOf, SetupOf } from "../../stored-results/folds.ts";
import { decodeSubject, encodeSubject } from "../../stored-results/matching-subject.ts";
import type { ResultDefinition } from "../../stored-results/result-definition.ts";
import { readMatchingFacts } from "./matching-answers.ts";
import { tallyPredictions } from "./tally-predictions.ts";

/** Which answers of a study are read, and whether they include models' answers to a text other than the item's. */
export interface StudyRows {
  studyId: string;
  choice: CountChoice;
  withMismatches: boolean;
}

/**
 * Defines a stored result of one study and of the models compared with its people. The result is a fold over the
 * individual answers of the selected stage, read from one snapshot. For the subject, see `studySubject`.
 */
export function defineStudyResult<Name extends FoldName>(
  kind: Name,
  ruleVersion: number,
  readSetup: (client: PoolClient, studyId: string) => Promise<SetupOf<Name>>,
  readRows: (client: PoolClient, asked: StudyRows) => AsyncIterable<RowOf<Name>>,
): ResultDefinition<DocumentOf<Name> & { counted: CountChoice }> {
  return {
    kind,
    ruleVersion,
    facts: (subject) => {
      const { studyId, withMismatches } = readStudySubject(subject);
      return readMatchingFacts(studyId, withMismatches);
    },
    compute: async (subject, folding) => {
      const { studyId, withMismatches } = readStudySubject(subject);
      if (!withMismatches) await tallyPredictions(studyId);
      const choice = await chooseCounted(studyId, await readShownStage(studyId));
      const document = await withSnapshot(async (client) =>
        foldRows(
          kind,
          await readSetup(client, studyId),
          rowsInPieces(readRows(client, { studyId, choice, withMismatches })),
          folding,
        ),
      );
      return Object.assign(document as DocumentOf<Name> & object, { counted: choice });
    },
  };
}

/**
 * The subject of a study's result that is not computed for a choice of data: "STUDY/DATA[/PART…][/matching]". It
 * contains the version of the data that pages show (`chooseData`), so that a result of data before the lock is never
 * shown as one of locked data.
 */
export async function studySubject(studyId: string, withMismatches: boolean, ...parts: string[]): Promise<string> {
  const { data } = await chooseCounted(studyId, await readShownStage(studyId));
  return encodeSubject([studyId, data, ...parts].join("/"), withMismatches);
}

function readStudySubject(subject: string): { studyId: string; withMismatches: boolean } {
  const { subject: path, withMismatches } = decodeSubject(subject);
  const [studyId = ""] = path.split("/");
  return { studyId, withMismatches };
}
