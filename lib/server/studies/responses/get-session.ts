import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { shownAfterKey } from "@/lib/domain/survey/branching/check-position.ts";
import { listNotAsked } from "@/lib/domain/survey/branching/not-asked.ts";
import { boxKey, checkKey, practiceKey } from "@/lib/domain/survey/check.ts";
import type { CleaningRuleName } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import type { AnswerFlag } from "@/lib/domain/survey/cleaning/fold-flags.ts";
import { screenProcessSchema } from "@/lib/domain/survey/cleaning/screen-process.ts";
import { labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { type Outcome, type Protocol, protocolQuestions, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { formatStoredAnswer } from "@/lib/domain/survey/questions/apply-rules.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { describeStoredAnswer } from "@/lib/domain/survey/studies/describe-stored-answer.ts";
import type { SessionTimeline } from "@/lib/domain/survey/studies/study-rows.ts";
import { timeOptionKey } from "@/lib/domain/survey/time-limit.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { outcomeFromDatabase, stageFromDatabase } from "../database-labels.ts";
import { getStudy } from "../get-study.ts";
import { readStudyItems, type StudyItem } from "../study-items.ts";
import { isId } from "../study-where.ts";

const givenSchema = z.record(z.string(), z.string());

/** A session of a study; null if the study has no session with this ID, and for users who may not see the study. */
export async function getSession(actor: Actor, address: string, sessionId: string): Promise<SessionTimeline | null> {
  const study = await getStudy(actor, address);
  if (!study || !isId(sessionId)) return null;
  const session = await db().session.findFirst({
    where: { id: sessionId, studyId: study.id },
    select: {
      id: true,
      stage: true,
      outcome: true,
      isSurplus: true,
      screen: true,
      startedAt: true,
      lastSeenAt: true,
      endedAt: true,
      erasedAt: true,
      stratum: { select: { label: true } },
      protocol: { select: { version: true, hash: true, document: true } },
      screens: { orderBy: { screen: "asc" } },
      stepAnswers: { orderBy: { screen: "asc" }, select: { screen: true, given: true } },
      responses: {
        orderBy: [{ position: "asc" }, { revision: "asc" }],
        select: {
          id: true,
          screen: true,
          position: true,
          itemVersionId: true,
          conditionId: true,
          answer: true,
          flags: { orderBy: { rule: "asc" }, select: { rule: true, value: true, evidence: true } },
          exclusions: { where: { revokedAt: null }, select: { actor: true, reason: true } },
        },
      },
    },
  });
  if (!session) return null;
  const [items, conditions, events] = await Promise.all([
    session.responses.length > 0 ? readStudyItems(study.id) : [],
    db().condition.findMany({ where: { studyId: study.id }, select: { id: true, levels: true } }),
    db().assignmentEvent.findMany({
      where: { studyId: study.id, sessionId },
      orderBy: { id: "asc" },
      select: { at: true, event: true },
    }),
  ]);
  const kind = labelledFactors(study);
  const protocol = protocolSchema.parse(session.protocol.document);
  const formatGivenAnswers = answerFormatter(protocol);
  const outcome = outcomeFromDatabase(session.outcome);
  return {
    id: session.id,
    stage: stageFromDatabase(session.stage),
    stratum: session.stratum?.label ?? null,
    outcome,
    isSurplus: session.isSurplus,
    startedAt: session.startedAt,
    lastSeenAt: session.lastSeenAt,
    endedAt: session.endedAt,
    erasedAt: session.erasedAt,
    protocol: { version: session.protocol.version, hash: session.protocol.hash },
    screens: session.screens.map(({ sessionId: _own, ...screen }) => ({
      ...screen,
      process: screenProcessSchema.nullable().catch(null).parse(screen.process),
      answers: formatGivenAnswers(session.stepAnswers.find((answer) => answer.screen === screen.screen)?.given),
    })),
    responses: session.responses.map((response) => ({
      id: response.id,
      screen: response.screen,
      position: response.position,
      flags: response.flags.map(({ rule, value, evidence }) => ({
        rule: rule as CleaningRuleName,
        value,
        evidence: evidence as AnswerFlag["evidence"],
      })),
      exclusion: response.exclusions.map(({ actor: by, reason }) => ({ isPlanned: by === "plan", reason }))[0] ?? null,
      item: items.find((item) => item.id === response.itemVersionId)?.item.text ?? "",
      condition: conditionLabel(
        kind,
        givenSchema.parse(conditions.find((condition) => condition.id === response.conditionId)?.levels ?? {}),
      ),
      answer: formatAnswer(
        items.find((item) => item.id === response.itemVersionId),
        response.answer,
      ),
    })),
    notAsked: session.erasedAt
      ? []
      : listUnaskedLabels(protocol, study.design.itemsPerSession, { ...session, outcome }),
    events,
  };
}

function formatAnswer(found: StudyItem | undefined, answer: unknown): string | null {
  const kind = itemKinds[found?.item.kind ?? ""];
  return found && kind ? describeStoredAnswer(kind, found.item, answer) : null;
}

/** The labels of the questions that a session passed without being asked. */
function listUnaskedLabels(
  protocol: Protocol,
  itemsPerSession: number,
  at: { screen: number; outcome: Outcome | null; stepAnswers: readonly { given: unknown }[] },
): string[] {
  const given = Object.assign({}, ...at.stepAnswers.map((answers) => givenSchema.catch({}).parse(answers.given)));
  const keys = listNotAsked(listScreens(protocol, itemsPerSession), given, at);
  return protocolQuestions(protocol).flatMap(({ key, label }) => (keys.includes(key) ? [label] : []));
}

/** Answers with the labels of the protocol that asked for them. */
function answerFormatter(protocol: Protocol): (given: unknown) => { question: string; answer: string }[] {
  const questions = protocolQuestions(protocol);
  const labels = { ...fixedLabels, ...listCheckLabels(protocol) };
  const keyOrder = [...questions.map((question) => question.key), ...Object.keys(labels)];
  return (given) =>
    Object.entries(givenSchema.catch({}).parse(given ?? {}))
      // Sorts the answers in the order of the page, with the consent's details last, because JSON in the database does
      // not keep the order of keys.
      .sort(([left], [right]) => keyOrder.indexOf(left) - keyOrder.indexOf(right))
      .map(([key, value]) => {
        const question = questions.find((candidate) => candidate.key === key);
        return {
          question: question?.label ?? labels[key] ?? key,
          answer: question ? formatStoredAnswer(question, value) : value,
        };
      });
}

/** The labels of the protocol's consent boxes, checks and practice items by their stored keys. */
function listCheckLabels({ consent, steps }: Protocol): Record<string, string> {
  const boxes = (consent.boxes ?? []).map(({ key, label }) => [boxKey(key), `Consent checkbox: ${label}`]);
  const checks = steps.flatMap((step) => [
    [checkKey(step), `Check "${step.title}"`],
    [shownAfterKey(step), `"${step.title}" was shown after item`],
    ...(step.kind === "practice"
      ? step.items.map((item, position) => [practiceKey(step, position), `Practice: ${item.text}`])
      : []),
  ]);
  return Object.fromEntries([...boxes, ...checks]);
}

const fixedLabels: Record<string, string> = {
  consent: "Agreed to take part",
  version: "Version of the consent text",
  language: "Language of the consent text",
  hash: "SHA-256 of the consent text",
  explanation: "Reason given",
  practice: "Practice answer",
  [timeOptionKey]: "Time limit chosen",
};
