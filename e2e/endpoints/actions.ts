import { releaseFieldNames } from "../../lib/domain/release/release-request.ts";
import { roles } from "../../lib/domain/roles.ts";
import { sentiment } from "../../lib/domain/tasks/templates/classification.ts";

/** Rows that the forms use; each visitor except `elsewhere` has their role in the project of all of them. */
export interface Rows {
  project: string;
  member: string;
  invitation: string;
  study: string;
  draftStudy: string;
  /** What the form of `draftStudy` holds, and which state of it. */
  draft: string;
  revision: string;
  response: string;
  session: string;
  collection: string;
  batch: string;
  item: string;
  question: string;
  benchmark: string;
  model: string;
  looseModel: string;
  run: string;
  prediction: string;
  looseRun: string;
  eventAddress: string;
  sharedView: string;
  review: string;
  release: string;
  endpoint: string;
  evaluation: string;
  problems: string;
  beliefs: string;
  setupToken: string;
  invitationToken: string;
  resetToken: string;
}

/** A form: its valid input, and the possible values of its fields. */
export interface Form {
  fields: (rows: Rows) => Record<string, string>;
  /** Fields that may be omitted or empty. */
  optional?: string[];
  /** The length from which a text is too long, if 3,000 characters are not too long. */
  long?: Record<string, number>;
  /** May occur more than once. */
  lists?: string[];
  /** Whether the action accepts unknown fields. */
  isOpen?: boolean;
  /** Says how many rows it changed; a stranger's find none. */
  isCount?: boolean;
  /** Works in the project that one is in, so a researcher of another one is no stranger. */
  isAtHome?: boolean;
  /** Who may send it. */
  who: "anybody" | "signed in" | "writers" | "raters" | "admins" | "owners" | "readers";
}

const projectMember = ({ project, member }: Rows) => ({ projectId: project, userId: member });
const member: Form = { fields: projectMember, who: "admins" };
const oneStudy: Form = { fields: ({ study }) => ({ study }), who: "writers" };
const oneCollection: Form = { fields: ({ collection }) => ({ collection }), who: "writers" };
const modelFields = {
  name: "A model",
  family: "Models",
  sizeBillions: "7",
  tuning: "base",
  tunedWith: "",
  access: "open",
  released: "2026-05",
  licence: "MIT",
  notes: "",
};
const factFields = Object.keys(modelFields).filter((name) => name !== "name");
const runFields = {
  source: "A run",
  temperature: "0.7",
  seed: "1",
  reasoning: "on",
  effort: "high",
  prompt: "human",
  shots: "0",
  date: "2026-05-04",
  harness: "Inspect",
  harnessVersion: "0.3",
  notes: "",
};
const endpointFields = {
  name: "A model at home",
  url: "https://example.org/v1",
  model: "small",
  style: "chat",
  media: "none",
  key: "sk-1",
  temperature: "0",
  reasoningEffort: "low",
  maximumTokens: "100",
  seed: "1",
  system: "",
  extra: "",
  promptUsdPerMillion: "1",
  completionUsdPerMillion: "2",
  timeoutSeconds: "60",
  parallel: "4",
  perMinute: "60",
};
/** Numbers that need not be stated, and fields that may be empty. */
const optionalOfEndpoint = [
  "key",
  "temperature",
  "reasoningEffort",
  "seed",
  "system",
  "extra",
  "promptUsdPerMillion",
  "completionUsdPerMillion",
  "perMinute",
];
const longOfEndpoint = { system: 20_001, extra: 20_001 };
const password = "seven green lamps at noon";

/** Every server action of the application. A new one without its line here fails the test. */
export const forms: Record<string, Form> = {
  signInAction: {
    fields: () => ({ email: "somebody@example.org", password, to: "/research" }),
    optional: ["to"],
    who: "anybody",
  },
  setupAction: {
    fields: ({ setupToken }) => ({ token: setupToken, name: "Somebody", email: "somebody@example.org", password }),
    who: "anybody",
  },
  resetAction: {
    fields: ({ resetToken }) => ({ token: resetToken, password }),
    long: { token: 4_001 },
    who: "anybody",
  },
  joinAsNewcomer: {
    fields: ({ invitationToken }) => ({ token: invitationToken, name: "Newcomer", password }),
    who: "anybody",
  },
  joinWithPassword: { fields: ({ invitationToken }) => ({ token: invitationToken, password }), who: "anybody" },
  joinAsSignedIn: { fields: ({ invitationToken }) => ({ token: invitationToken }), who: "signed in" },
  enterCodeAction: { fields: () => ({ code: "123456", to: "/research" }), optional: ["to"], who: "signed in" },
  setUpAuthenticatorAction: { fields: () => ({ current: "what it was" }), optional: ["current"], who: "signed in" },
  confirmAuthenticatorAction: { fields: () => ({ code: "123456" }), who: "signed in" },
  renewRecoveryCodesAction: { fields: () => ({ code: "123456" }), who: "signed in" },
  removeAuthenticatorAction: { fields: () => ({ code: "123456" }), who: "signed in" },
  requireSecondFactorAction: {
    fields: () => Object.fromEntries(roles.map((role) => [role, "on"])),
    optional: [...roles],
    who: "owners",
  },
  changePasswordAction: { fields: () => ({ current: "what it was", password }), who: "signed in" },
  signOutEverywhereAction: { fields: () => ({}), who: "signed in" },
  // A session of another user is not changed (`own-sessions.test.ts`).
  createTokenAction: {
    fields: () => ({ name: "notebook", role: "viewer", study: "", days: "30" }),
    optional: ["study"],
    isAtHome: true,
    who: "readers",
  },
  revokeTokenAction: { fields: ({ member }) => ({ token: member }), who: "signed in" },
  endSessionAction: { fields: ({ member }) => ({ session: member }), who: "signed in" },

  inviteAction: {
    fields: ({ project }) => ({ projectId: project, email: "new@example.org", role: "viewer" }),
    who: "admins",
  },
  revokeInvitationAction: {
    fields: ({ project, invitation }) => ({ projectId: project, invitationId: invitation }),
    who: "admins",
  },
  changeRoleAction: { fields: (rows) => ({ ...projectMember(rows), role: "viewer" }), who: "admins" },
  removeMemberAction: member,
  endSessionsAction: member,
  resetLinkAction: member,
  disableUserAction: member,
  enableUserAction: member,
  createProjectAction: { fields: () => ({ name: "Another project" }), who: "owners" },
  addDemoPartsAction: { fields: () => ({}), who: "owners" },
  declineDemoPartsAction: { fields: () => ({}), who: "owners" },

  // The draft inside is read by the study form's own schema, whose fields `edit-study.test.ts` spoils one by one.
  createStudyAction: {
    fields: ({ draft }) => ({ draft, revision: "" }),
    long: { draft: 1024 * 1024 + 1 },
    isOpen: true,
    isAtHome: true,
    who: "writers",
  },
  updateStudyAction: {
    fields: ({ draftStudy, draft, revision }) => ({ study: draftStudy, draft, revision }),
    long: { draft: 1024 * 1024 + 1 },
    isOpen: true,
    who: "writers",
  },
  moveStudyAction: { fields: ({ study }) => ({ study, move: "pause" }), who: "writers" },
  setStageAction: { fields: ({ draftStudy }) => ({ study: draftStudy, stage: "pilot" }), who: "writers" },
  releasePageAction: {
    fields: ({ study, release }) => ({ subjectType: "study", subject: study, release, page: "on" }),
    who: "writers",
  },
  createSharedViewAction: {
    fields: ({ study }) => ({ study, label: "Reviewer 2", days: "30", isBlinded: "on" }),
    optional: ["isBlinded"],
    who: "writers",
  },
  revokeSharedViewAction: { fields: ({ study, sharedView }) => ({ study, view: sharedView }), who: "writers" },
  copyStudyAction: oneStudy,
  releaseSlotsAction: oneStudy,
  topUpAction: oneStudy,
  simulateAction: {
    fields: ({ study }) => ({ study, participants: "100", seed: "7", accuracy: "0.8", dropOut: "0.15" }),
    who: "writers",
  },
  simulatePlanAction: {
    fields: ({ study }) => ({
      study,
      part: "plan",
      times: "10",
      seed: "7",
      difference: "10",
      power: "0.8",
      accuracy: "0.8",
      storySd: "0.4",
      itemSd: "0.6",
      personSd: "0.6",
      dropOut: "0.15",
      more: "{}",
    }),
    optional: ["more"],
    who: "writers",
  },
  insertSimulationAction: {
    fields: ({ study }) => ({ study, reason: "A simulation was run." }),
    optional: ["reason"],
    who: "writers",
  },
  runInterimAnalysisAction: oneStudy,
  savePlanningAction: {
    fields: ({ study }) => ({
      study,
      minutes: "5",
      pay: "12",
      currency: "GBP",
      fee: "0.3",
      dropOut: "0.1",
      accuracy: "0.8",
      story: "0",
      person: "0",
    }),
    who: "writers",
  },
  // The plan's own fields are validated by its schema (lib/domain/results/plan/analysis-plan.ts), after the right to
  // change the plan was checked.
  savePlanAction: {
    fields: ({ study }) => ({ study, reason: "A reviewer asked.", registration: "https://osf.io/abc" }),
    optional: ["reason", "registration"],
    isOpen: true,
    who: "writers",
  },
  // The item is not in the study, so no text is changed.
  rewordItemAction: {
    fields: ({ study, response }) => ({ study, item: response, text: "Ben knows it." }),
    long: { text: 5_001 },
    who: "writers",
  },
  leaveOutNextAction: {
    fields: ({ study, response }) => ({ study, item: response, reason: "Everyone is right." }),
    long: { reason: 2_001 },
    who: "writers",
  },
  keepItemAction: { fields: ({ study, response }) => ({ study, item: response }), who: "writers" },
  nextStageAction: {
    fields: ({ study }) => ({ study, stage: "main", size: "26" }),
    optional: ["size"],
    who: "writers",
  },
  arrivalRulesAction: {
    fields: ({ study }) => ({ study, identity: "none", sources: "pid", idPattern: "[0-9]+", networkCap: "5" }),
    optional: ["sources", "networkCap"],
    lists: ["sources"],
    who: "writers",
  },
  denialsAction: {
    fields: ({ study, draftStudy }) => ({ study, listed: draftStudy, denied: draftStudy }),
    optional: ["listed", "denied"],
    lists: ["listed", "denied"],
    who: "writers",
  },
  recruitmentAction: {
    fields: ({ study }) => ({ study, title: "Stories", description: "One story.", minutes: "5", pay: "1 EUR" }),
    optional: ["description", "minutes", "pay"],
    long: { description: 5_001 },
    who: "writers",
  },
  rehearseAction: oneStudy,
  createModelAction: {
    fields: ({ project }) => ({ project, ...modelFields, name: "Another model" }),
    optional: factFields,
    long: { notes: 5_001 },
    who: "writers",
  },
  updateModelAction: {
    fields: ({ model }) => ({ model, ...modelFields }),
    optional: factFields,
    long: { notes: 5_001 },
    who: "writers",
  },
  archiveModelAction: { fields: ({ model }) => ({ model, archived: "yes" }), who: "writers" },
  deleteModelAction: { fields: ({ looseModel }) => ({ model: looseModel }), who: "writers" },
  createRunAction: {
    fields: ({ model, benchmark }) => ({ model, benchmark, ...runFields, source: "Another run" }),
    optional: Object.keys(runFields).filter((name) => name !== "source"),
    long: { notes: 5_001 },
    who: "writers",
  },
  enterAnswerAction: {
    fields: ({ run }) => ({ run, item: "item-1", condition: "prompt=human", repeat: "0", output: "True" }),
    optional: ["condition", "repeat"],
    long: { output: 100_001 },
    who: "writers",
  },
  correctAnswerAction: {
    fields: ({ prediction }) => ({ prediction, answer: "" }),
    optional: ["answer"],
    who: "writers",
  },
  updateRunAction: {
    fields: ({ run }) => ({ run, ...runFields }),
    optional: Object.keys(runFields).filter((name) => name !== "source"),
    long: { notes: 5_001 },
    who: "writers",
  },
  archiveRunAction: { fields: ({ run }) => ({ run, archived: "yes" }), who: "writers" },
  createEndpointAction: {
    fields: ({ project }) => ({ project, ...endpointFields }),
    optional: optionalOfEndpoint,
    long: longOfEndpoint,
    who: "writers",
  },
  updateEndpointAction: {
    fields: ({ endpoint }) => ({ endpoint, ...endpointFields, name: "A model elsewhere" }),
    optional: optionalOfEndpoint,
    long: longOfEndpoint,
    who: "writers",
  },
  archiveEndpointAction: { fields: ({ endpoint }) => ({ endpoint, archived: "no" }), who: "writers" },
  evaluateAction: {
    fields: ({ endpoint, benchmark }) => ({
      endpoint,
      benchmark,
      intent: "estimate",
      source: "Another run",
      kind: "true-false",
      "level-prompt": "human",
      answer: "text",
      shots: "0",
      seed: "1",
      repeats: "1",
      sample: "",
      study: "",
      limitUsd: "",
    }),
    optional: ["level-prompt", "shots", "seed", "repeats", "sample", "study", "limitUsd"],
    lists: ["endpoint", "level-prompt"],
    who: "writers",
  },
  pauseEvaluationAction: { fields: ({ evaluation }) => ({ evaluation }), who: "writers" },
  resumeEvaluationAction: {
    fields: ({ evaluation }) => ({ evaluation, limitUsd: "" }),
    optional: ["limitUsd"],
    who: "writers",
  },
  beginJudgingAction: {
    fields: ({ endpoint, run }) => ({ endpoint, run, limitUsd: "1" }),
    optional: ["limitUsd"],
    who: "writers",
  },
  makeOpenQuestionsAction: { fields: ({ beliefs }) => ({ benchmark: beliefs }), who: "writers" },
  judgeAnswerAction: {
    fields: () => ({ prediction: "00000000-0000-4000-8000-000000000000", verdict: "na" }),
    who: "writers",
  },
  deleteRunAction: { fields: ({ looseRun }) => ({ run: looseRun }), who: "writers" },
  rereadAction: { fields: ({ benchmark }) => ({ benchmark, apply: "no" }), who: "writers" },
  generateProblemsAction: {
    fields: () => ({
      benchmark: "A small set",
      preset: "paper",
      forehead: "2",
      forehead_mirror: "0",
      internal: "0",
      explicit: "0",
      depths: "0",
      persons: "2",
      seed: "1",
    }),
    lists: ["depths", "persons"],
    isAtHome: true,
    who: "writers",
  },
  updateBenchmarkAction: {
    fields: ({ benchmark }) => ({ benchmark, name: "Renamed", description: "", licence: "" }),
    optional: ["description", "licence"],
    who: "writers",
  },
  createBenchmarkAction: {
    fields: () => ({ name: "Written by hand", description: "", licence: "" }),
    optional: ["description", "licence"],
    isAtHome: true,
    who: "writers",
  },
  undoItemImportAction: { fields: ({ study }) => ({ import: study }), who: "writers" },
  saveItemAction: {
    fields: ({ benchmark }) => ({
      benchmark,
      basedOn: "",
      id: "written-by-hand",
      kind: "yes-no",
      title: "",
      genre: "",
      story: "",
      text: "Is it so?",
      options: "",
      key: "yes",
      attributes: "",
      fields: "",
      reason: "",
    }),
    optional: ["basedOn", "id", "title", "genre", "story", "options", "attributes", "fields", "reason"],
    long: { text: 20_001, story: 100_001, options: 130_001, key: 100_001, attributes: 100_001, fields: 200_001 },
    who: "writers",
  },
  leaveOutItemAction: { fields: ({ draftStudy, item }) => ({ study: draftStudy, item }), who: "writers" },
  archiveBenchmarkAction: { fields: ({ benchmark }) => ({ benchmark, archived: "yes" }), who: "writers" },
  deleteBenchmarkAction: { fields: ({ benchmark }) => ({ benchmark }), who: "writers" },
  archiveStudyAction: { fields: ({ draftStudy }) => ({ study: draftStudy, archived: "yes" }), who: "writers" },
  deleteDraftAction: { fields: ({ draftStudy }) => ({ study: draftStudy }), who: "writers" },
  renewSecretAction: oneStudy,
  webhookSecretAction: { fields: ({ study }) => ({ study, secret: "a secret" }), who: "writers" },
  addEventAddressAction: {
    fields: ({ study }) => ({
      study,
      kind: "webhook",
      address: "https://events.example.org/parallax",
      events: "study.full",
      dropOutPercent: "50",
    }),
    optional: ["events"],
    lists: ["events"],
    who: "writers",
  },
  removeEventAddressAction: { fields: ({ study, eventAddress }) => ({ study, address: eventAddress }), who: "writers" },
  testEventAddressAction: { fields: ({ study, eventAddress }) => ({ study, address: eventAddress }), who: "writers" },
  releaseAction: {
    fields: ({ study }) => ({
      ...Object.fromEntries(releaseFieldNames.map((name) => [name, ""])),
      subjectType: "study",
      subject: study,
      intent: "check",
      level: "public",
      version: "1.0.0",
      title: "A release",
      summary: "A summary.",
      authors: "Example, Ann",
      licence: "CC-BY-4.0",
      ethicsInstitution: "A university",
      ethicsNumber: "2026-1",
      ethicsDate: "2026-05-31",
    }),
    optional: releaseFieldNames.filter(
      (name) =>
        !["level", "version", "title", "summary", "authors", "licence"].includes(name) && !name.startsWith("ethics"),
    ),
    long: { summary: 20_001, changes: 20_001, anonymous: 20_001 },
    who: "readers",
  },
  // Nothing listens at the address, so that no request leaves the machine.
  createProlificDraftAction: {
    fields: ({ study }) => ({ study, token: "a token", places: "10", reward: "1.50" }),
    who: "writers",
  },
  approveSubmissionsAction: { fields: ({ study }) => ({ study, token: "a token" }), who: "writers" },
  setUpBonusesAction: {
    fields: ({ study }) => ({
      study,
      token: "a token",
      remoteStudy: "60ffe5c8371090c7041d43f8",
      bonuses: "60ffe5c8371090c7041d43f8, 1.50",
    }),
    long: { bonuses: 20_001 },
    who: "writers",
  },
  payBonusesAction: {
    fields: ({ study }) => ({ study, token: "a token", bonus: "00000000-0000-4000-8000-000000000000" }),
    who: "writers",
  },
  reserveDoiAction: {
    fields: ({ study }) => ({
      subjectType: "study",
      subject: study,
      service: "invenio",
      address: "https://127.0.0.1:9",
      token: "a token",
    }),
    optional: ["address"],
    who: "writers",
  },
  depositReleaseAction: {
    fields: ({ release }) => ({
      release,
      service: "invenio",
      address: "https://127.0.0.1:9",
      token: "a token",
    }),
    optional: ["address"],
    who: "writers",
  },
  withdrawReleaseAction: {
    fields: ({ study, release }) => ({ subjectType: "study", subject: study, release, reason: "An error." }),
    who: "writers",
  },
  signLinksAction: { fields: ({ study }) => ({ study, people: "one\ntwo" }), who: "writers" },
  excludeAction: {
    fields: ({ response }) => ({ response, reason: "duplicate", note: "A note." }),
    optional: ["note"],
    lists: ["response"],
    who: "writers",
  },
  excludePersonAction: {
    fields: ({ session }) => ({ session, reason: "duplicate", note: "A note." }),
    optional: ["note"],
    who: "writers",
  },
  restorePersonAction: {
    fields: ({ session }) => ({ session, reason: "A reason." }),
    optional: ["reason"],
    who: "writers",
  },
  startReviewAction: oneStudy,
  runBehavioursAction: oneStudy,
  rateAnswerAction: {
    fields: ({ review }) => ({ review, verdict: "keep", note: "A note." }),
    optional: ["note"],
    who: "raters",
  },
  adjudicateAction: {
    fields: ({ review }) => ({ review, outcome: "kept", note: "A note." }),
    optional: ["note"],
    who: "writers",
  },
  lookUpCodeAction: { fields: ({ study }) => ({ study, code: "ABCDEFGHJKLM" }), who: "writers" },
  markPaidAction: { fields: ({ session }) => ({ session, paid: "yes" }), who: "writers" },
  withdrawSessionAction: { fields: ({ session }) => ({ session, answers: "keep" }), who: "admins" },
  findErasableAction: { fields: () => ({ person: "ABCDEFGHJKLM" }), who: "admins" },
  eraseSessionsAction: {
    fields: ({ session }) => ({ sessions: session, reason: "" }),
    optional: ["reason"],
    lists: ["sessions"],
    who: "admins",
  },
  decideErasureAction: { fields: ({ session }) => ({ session, decision: "decline" }), who: "admins" },
  setRetentionAction: { fields: ({ study }) => ({ study, until: "2199-12-31" }), optional: ["until"], who: "admins" },
  confirmErasuresAction: { fields: ({ project }) => ({ project, required: "yes" }), who: "admins" },
  restoreAction: {
    fields: ({ response }) => ({ response, reason: "A reason." }),
    optional: ["reason"],
    who: "writers",
  },
  savePopulationSharesAction: {
    fields: ({ study }) => ({ study, shares: "gender,Female,50%\ngender,Male,50%" }),
    who: "writers",
  },
  recomputeAction: {
    fields: ({ run }) => ({ kind: "run", subject: run }),
    // A subject may name dozens of models.
    long: { subject: 20_001 },
    who: "readers",
  },
  compareAnywayAction: {
    fields: ({ study }) => ({ studyId: study, people: "none", models: "prompt=other", reason: "A reviewer asked." }),
    optional: ["reason"],
    who: "writers",
  },
  signOffParityAction: {
    fields: ({ study }) => ({ studyId: study, name: "Ada", reason: "A typing error, put right since." }),
    who: "writers",
  },
  revokeSignOffAction: {
    fields: ({ study }) => ({ studyId: study, signOffId: "00000000-0000-4000-8000-000000000000" }),
    who: "writers",
  },
  declareCorrespondenceAction: {
    fields: ({ study }) => ({ studyId: study, "pair.prompt=human": "prompt=human", reason: "A reviewer asked." }),
    optional: ["pair.prompt=human", "reason"],
    who: "writers",
  },
  adoptReaderAction: {
    fields: ({ study }) => ({ studyId: study, reason: "A reviewer asked." }),
    optional: ["reason"],
    who: "writers",
  },

  createCollectionAction: {
    fields: ({ project }) => ({
      projectId: project,
      name: "A collection",
      overlap: "1",
      task: "sentiment",
      document: "",
    }),
    optional: ["overlap", "task", "document"],
    long: { document: 200_001 },
    who: "writers",
  },
  reorderItemsAction: { fields: ({ collection }) => ({ collection, order: "random" }), who: "writers" },
  addStudyAnswersAction: { fields: ({ collection, study }) => ({ collection, study }), who: "writers" },
  duplicateCollectionAction: { fields: ({ collection }) => ({ collection, name: "A copy" }), who: "writers" },
  previewSchemaAction: {
    fields: ({ collection }) => ({ collection, document: JSON.stringify(sentiment.document) }),
    long: { document: 200_001 },
    who: "writers",
  },
  changeSchemaAction: {
    fields: ({ collection }) => ({ collection, document: JSON.stringify(sentiment.document) }),
    long: { document: 200_001 },
    who: "writers",
  },
  updateCollectionAction: {
    fields: ({ collection }) => ({
      collection,
      name: "Renamed",
      overlap: "1",
      leaseMinutes: "60",
      reviewShareUntouched: "10",
      reSolveAnswers: "3",
      reSolveShare: "60",
      reSolveOverlap: "50",
      payPerHour: "12",
      payPerItem: "0.50",
      currency: "USD",
      instructions: "Read.",
    }),
    optional: ["payPerHour", "payPerItem", "currency", "instructions"],
    long: { instructions: 20_001 },
    who: "writers",
  },
  deleteCollectionAction: { fields: ({ collection }) => ({ collection, name: "A name" }), who: "writers" },
  // This is not an import of the collection, so the response is the same as for another project.
  undoImportAction: { fields: ({ collection, study }) => ({ collection, import: study }), who: "writers" },
  closeCollectionAction: { fields: ({ collection }) => ({ collection, move: "close" }), who: "writers" },
  requeueItemAction: { fields: ({ item }) => ({ item, reason: "Once more." }), who: "writers" },
  correctSourceAction: {
    fields: ({ item }) => ({ item, title: "A tale", author: "", address: "", licence: "CC BY 4.0" }),
    who: "writers",
  },
  leadItemsAction: {
    fields: ({ collection, item }) => ({ collection, items: item, act: "first" }),
    lists: ["items"],
    optional: ["items", "personId", "reason", "gold", "goldAnswer"],
    long: { goldAnswer: 200_001 },
    who: "writers",
  },
  publishAction: {
    fields: ({ collection }) => ({ collection, reason: "An error was found." }),
    optional: ["reason"],
    who: "writers",
  },
  dismissNoticesAction: { fields: ({ item }) => ({ notices: item }), who: "signed in" },
  setCollectionRoleAction: {
    fields: ({ collection, member }) => ({ collection, userId: member, role: "both" }),
    who: "writers",
  },
  publishGuidelinesAction: {
    fields: ({ collection }) => ({ collection, body: "# Rules", note: "The first." }),
    optional: ["note"],
    long: { body: 70_000 },
    who: "writers",
  },
  requeueOutdatedItemsAction: { ...oneCollection, isCount: true },
  answerQuestionAction: {
    fields: ({ question }) => ({ question, answer: "Yes.", isCase: "on" }),
    optional: ["isCase"],
    long: { answer: 5_000 },
    who: "writers",
  },
  startReReviewAction: {
    fields: ({ collection }) => ({ collection, choice: '{"kind":"original"}', expected: "1", reason: "A new rule." }),
    who: "writers",
  },
  undoReReviewAction: { fields: ({ collection, study }) => ({ collection, reReview: study }), who: "writers" },
  startReSolveAction: {
    fields: ({ collection }) => ({ collection, kind: "consistency", itemsPerPerson: "5" }),
    who: "writers",
  },
  decideReSolveAction: oneStudy,

  constructAction: {
    fields: ({ collection }) => ({
      collection,
      from: "stories",
      text: "A story.",
      genre: "mystery",
      title: "A title",
      author: "An author",
      address: "https://stories.example/1",
      licence: "CC0",
      erroneous: "1",
      questions: "1",
      knowledgeTypes: "private-thoughts",
      budgetUsd: "1",
    }),
    optional: ["text", "genre", "title", "author", "address", "licence", "knowledgeTypes", "budgetUsd"],
    long: { text: 500_001 },
    lists: ["knowledgeTypes"],
    who: "writers",
  },
  moveConstructionAction: { fields: ({ batch }) => ({ batch, move: "stop" }), isCount: true, who: "writers" },
  publishPromptAction: {
    fields: ({ collection }) => ({
      collection,
      step: "summarise",
      system: "Be brief.",
      user: "Retell {story}",
      note: "Shorter.",
    }),
    optional: ["system", "user", "note"],
    long: { system: 20_001, user: 50_001 },
    who: "writers",
  },
  setCapsAction: {
    fields: ({ project }) => ({ projectId: project, perBatch: "10", perDay: "100", perItem: "5" }),
    who: "admins",
  },
  // Empty: the keys are fetched, as in an installation in which no one has pasted keys.
  prolificKeysAction: {
    fields: () => ({ keys: "" }),
    optional: ["keys"],
    long: { keys: 100_001 },
    who: "owners",
  },
  poolSitesAction: {
    fields: ({ study }) => ({ study, others: study, sharedKey: "0".repeat(32) }),
    optional: ["others", "sharedKey"],
    lists: ["others"],
    long: { sharedKey: 1_001 },
    who: "writers",
  },
  exportArchiveAction: {
    fields: ({ project }) => ({ project, sharedKey: "0".repeat(32) }),
    optional: ["sharedKey"],
    long: { sharedKey: 1_001 },
    who: "admins",
  },
  releaseKAction: { fields: ({ project }) => ({ project, k: "5" }), who: "admins" },
  localServersAction: {
    fields: ({ project }) => ({ projectId: project, servers: "localhost:11434" }),
    optional: ["servers"],
    long: { servers: 20_001 },
    who: "admins",
  },
  setEndpointAction: {
    fields: ({ project }) => ({
      projectId: project,
      url: "https://models.example/v1",
      model: "a-model",
      key: "a key",
      promptUsdPerMillion: "1",
      completionUsdPerMillion: "2",
      temperature: "0.8",
      reasoningEffort: "",
      timeoutSeconds: "1200",
    }),
    optional: [
      "key",
      "promptUsdPerMillion",
      "completionUsdPerMillion",
      "temperature",
      "reasoningEffort",
      "timeoutSeconds",
    ],
    who: "admins",
  },
  tryEndpointAction: { fields: ({ project }) => ({ projectId: project }), who: "admins" },

  createBeliefStudyAction: {
    fields: ({ beliefs }) => ({
      benchmarkId: beliefs,
      name: "Beliefs",
      slug: "beliefs-made",
      stage: "pilot",
      participants: "8",
      facts: "4",
      fillers: "2",
      prior: "first",
      pairing: "apart",
      unsure: "yes",
      confidence: "yes",
    }),
    optional: ["unsure", "confidence"],
    who: "writers",
  },
  replicateAction: {
    fields: ({ project, benchmark }) => ({
      project,
      paper: "street2024",
      benchmark,
      data: project,
      logs: project,
      endpoints: "An endpoint",
      study: "a-study",
      maxCost: "1",
    }),
    lists: ["endpoints"],
    optional: ["data", "logs", "endpoints", "study", "maxCost"],
    who: "writers",
  },
  createEvaluationAction: {
    fields: ({ problems }) => ({ benchmarkId: problems, name: "Raters", itemsPerSetup: "2", raters: "2", seed: "one" }),
    optional: ["seed"],
    who: "writers",
  },
};

/** Actions without form fields, each tested separately. */
export const plainActions = ["signOutAction", "switchProjectAction", "saveKeysAction"];
