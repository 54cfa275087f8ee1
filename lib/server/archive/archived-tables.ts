/** A table of a project's archive: which rows the archive contains, and which columns do not leave the installation. */
export interface ArchivedTable {
  name: string;
  /** The condition of the rows; `PROJECT` is the project's id as an SQL value. */
  rows: string;
  /** Columns with ids of users, which are replaced by pseudonyms. */
  users?: readonly string[];
  /** Columns with secrets and external ids, and the SQL value that is written instead. */
  hidden?: Readonly<Record<string, string>>;
  /** Columns whose value the importing installation decides, and the SQL value of a new row (`old` is the archived row). */
  renewed?: Readonly<Record<string, string>>;
}

const inProject = "project_id = PROJECT";
const rowsIn = (column: string, table: string, rows: string, key = "id") =>
  `${column} IN (SELECT ${key} FROM ${table} WHERE ${rows})`;
const inStudies = rowsIn("study_id", "study", inProject);
const inSessions = rowsIn("session_id", "session", inStudies);
const inResponses = rowsIn("response_id", "response", inStudies);
const inSlots = rowsIn("slot_id", "slot", inStudies);
const inBenchmarks = rowsIn("benchmark_id", "benchmark", inProject);
const inVersions = rowsIn("item_version_id", "item_version", inBenchmarks);
const inCollections = rowsIn("collection_id", "annotation_collection", inProject);
const inItems = rowsIn("item_id", "annotation_item", inCollections);
const inTasks = rowsIn("task_id", "annotation_task", inCollections);
const inRuns = rowsIn("run_id", "run", rowsIn("model_id", "model", inProject));
const inPredictions = rowsIn("prediction_id", "prediction", inRuns);

const authorColumns = ["created_by_id"];
/**
 * A demo from another installation is ordinary data here, so that removing this installation's demo does not delete it.
 */
const notDemo = { is_demo: "false" };
const newSlot = "(SELECT new FROM slot_number WHERE slot_number.old = old.slot_id)";

/**
 * Every table of a project's archive, in the order of import: a table follows those that it refers to. Counters that
 * triggers maintain are not archived, because the import computes them again.
 */
export const archivedTables: readonly ArchivedTable[] = [
  { name: "project", rows: "id = PROJECT", renewed: { slug: "NEW_SLUG" } },
  { name: "task_schema", rows: inProject },
  { name: "task_schema_version", rows: rowsIn("task_schema_id", "task_schema", inProject), users: authorColumns },
  { name: "media", rows: inProject },
  { name: "benchmark", rows: inProject, renewed: notDemo },
  { name: "story_version", rows: inBenchmarks, users: authorColumns },
  { name: "item_version", rows: inBenchmarks, users: authorColumns },
  { name: "item_key", rows: inVersions, users: authorColumns },
  { name: "item_translation", rows: inVersions, users: authorColumns },
  { name: "belief_source", rows: inBenchmarks, users: authorColumns },
  { name: "import_report", rows: inProject, users: ["actor_id"] },
  { name: "annotation_collection", rows: inProject, users: authorColumns, renewed: notDemo },
  { name: "annotation_guideline", rows: inCollections, users: authorColumns },
  {
    name: "annotation_guideline_read",
    rows: rowsIn("guideline_id", "annotation_guideline", inCollections),
    users: ["user_id"],
  },
  { name: "annotation_question", rows: inCollections, users: ["asked_by_id", "answered_by_id"] },
  { name: "annotation_story_source", rows: inCollections, users: ["corrected_by_id"] },
  { name: "construct_prompt", rows: inCollections, users: authorColumns },
  { name: "construct_call", rows: inProject },
  { name: "annotation_item", rows: inCollections, users: ["reviewer_id"] },
  { name: "annotation_task", rows: inCollections, users: ["holder_id", "offered_to"] },
  { name: "annotation_revision", rows: inTasks, users: ["author_id"] },
  { name: "annotation_verdict", rows: inTasks, users: ["author_id"] },
  { name: "annotation_activity", rows: inTasks, users: ["user_id"] },
  { name: "annotation_review", rows: inItems, users: ["reviewer_id"] },
  { name: "annotation_review_undo", rows: inItems },
  { name: "annotation_re_review", rows: inCollections, users: ["started_by_id"] },
  { name: "annotation_re_review_item", rows: inItems },
  { name: "annotation_acceptance", rows: inItems, users: ["accepted_by_id"] },
  { name: "annotation_review_work", rows: inItems, users: ["user_id"] },
  { name: "annotation_seen", rows: inItems, users: ["user_id"] },
  { name: "annotation_candidate", rows: inItems, users: authorColumns },
  {
    name: "study",
    rows: inProject,
    users: ["created_by_id", "ended_by_id"],
    hidden: { entry_secret: "''" },
    renewed: {
      ...notDemo,
      // A protocol refers to its study, so the study's current protocol is set after both are stored.
      protocol_version_id: "NULL",
      // The imported study does not collect answers until someone opens it.
      status: "CASE WHEN old.status::text = 'open' THEN 'paused' ELSE old.status::text END",
    },
  },
  { name: "study_retention", rows: inStudies, users: ["set_by_id"] },
  { name: "purge_certificate", rows: inStudies },
  { name: "study_denial", rows: inStudies, users: authorColumns },
  { name: "study_recruitment", rows: inStudies, users: ["updated_by_id"] },
  { name: "population_share", rows: inStudies, users: ["updated_by_id"] },
  { name: "protocol_version", rows: inStudies, users: authorColumns },
  { name: "study_plan", rows: inStudies, users: ["updated_by_id"] },
  { name: "protocol_freeze", rows: inStudies, users: authorColumns },
  { name: "stratum", rows: inStudies },
  { name: "condition", rows: inStudies },
  { name: "study_item", rows: inStudies },
  { name: "study_item_left_out", rows: inStudies, users: authorColumns },
  {
    name: "slot",
    rows: inStudies,
    users: ["topped_up_by_id"],
    renewed: {
      id: "(SELECT new FROM slot_number WHERE slot_number.old = old.id)",
      replaces_slot_id: "(SELECT new FROM slot_number WHERE slot_number.old = old.replaces_slot_id)",
    },
  },
  {
    name: "placement",
    rows: inSlots,
    renewed: { id: "(SELECT new FROM placement_number WHERE placement_number.old = old.id)", slot_id: newSlot },
  },
  {
    name: "session",
    rows: inStudies,
    hidden: {
      token_hash: "id::text",
      completion_code: "NULL",
      network_hash: "NULL",
      waiting_since: "NULL",
      waiting_post: "NULL",
    },
    renewed: {
      // No one knows a token with this hash, so an imported session cannot be continued.
      token_hash: "encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')",
      slot_id: newSlot,
    },
  },
  { name: "session_screen", rows: inSessions },
  { name: "step_answer", rows: inSessions },
  { name: "scripted_session", rows: inSessions },
  {
    name: "response",
    rows: inStudies,
    renewed: { placement_id: "(SELECT new FROM placement_number WHERE placement_number.old = old.placement_id)" },
  },
  { name: "exclusion", rows: inResponses, users: ["created_by_id", "revoked_by_id"] },
  { name: "response_flag", rows: inResponses },
  { name: "person_match", rows: inStudies },
  { name: "cleaning_review", rows: inStudies, users: ["decided_by_id"] },
  {
    name: "cleaning_rating",
    rows: rowsIn("review_id", "cleaning_review", inStudies),
    users: ["rater_id"],
  },
  { name: "annotation_coded_answer", rows: inItems },
  { name: "annotation_gate", rows: inItems },
  {
    name: "item_comment",
    rows: `(${inItems} OR ${inVersions})`,
    users: ["author_id", "resolved_by_id"],
  },
  {
    name: "assignment_event",
    rows: inStudies,
    renewed: { id: "nextval('assignment_event_id_seq')", slot_id: newSlot },
  },
  {
    name: "refused_arrival",
    rows: inStudies,
    hidden: { external_id: "NULL" },
    renewed: { id: "nextval('refused_arrival_id_seq')" },
  },
  { name: "session_count", rows: inStudies },
  { name: "time_count", rows: inStudies },
  { name: "data_lock", rows: inStudies, users: ["locked_by_id"] },
  { name: "data_lock_response", rows: rowsIn("lock_id", "data_lock", inStudies) },
  { name: "locked_cell_count", rows: inStudies },
  { name: "interim_look", rows: inStudies, users: ["taken_by_id"] },
  { name: "model", rows: inProject, renewed: notDemo },
  { name: "run", rows: rowsIn("model_id", "model", inProject) },
  {
    name: "model_endpoint",
    rows: inProject,
    hidden: { encrypted_key: "NULL", is_of_owner: "false" },
  },
  {
    name: "evaluation",
    rows: inProject,
    users: authorColumns,
    renewed: {
      state: "CASE WHEN old.state = 'done' THEN old.state ELSE 'paused' END",
      reason: "CASE WHEN old.state = 'done' THEN old.reason ELSE 'Imported from an archive, without the API key.' END",
    },
  },
  { name: "prediction", rows: inRuns },
  { name: "earlier_reading", rows: inPredictions },
  { name: "evaluation_question", rows: rowsIn("evaluation_id", "evaluation", inProject) },
  { name: "judgement", rows: inPredictions, users: ["user_id"] },
  { name: "parity_sign_off", rows: inStudies, users: ["created_by_id", "revoked_by_id"] },
  {
    // Views of answers before the lock are part of the record of a study (lib/server/studies/interim-views.ts).
    name: "audit_event",
    rows: `${inProject} AND action = 'study.look'`,
    users: ["actor_id"],
    renewed: { id: "nextval('audit_event_id_seq')" },
  },
];

/** Every other table, and the reason why it is not in an archive. */
export const unarchivedTables: Readonly<Record<string, readonly string[]>> = {
  "counted or computed again": [
    "annotation_count",
    "cell_count",
    "prediction_change",
    "parity_finding",
    "prediction_tally",
    "parity_stimulus",
    "stored_result",
  ],
  "recruiters' ids, payment and contact data": [
    "entry_identity",
    "recruiter_event",
    "forgotten_submission",
    "session_payment",
    "prolific_study",
    "prolific_bonus",
  ],
  "secrets and links": [
    "earlier_token",
    "recruiter_account",
    "api_token",
    "api_request",
    "shared_view",
    "event_address",
    "event_delivery",
    "setup_token",
  ],
  "accounts and rights of people here": [
    "app_user",
    "membership",
    "invitation",
    "auth_session",
    "second_factor",
    "recovery_code",
    "external_identity",
    "annotation_collection_role",
    "annotation_notice",
  ],
  "jobs, settings and audit chain of this installation": [
    "annotation_undo",
    "audit_batch",
    "audit_batch_row",
    "erasure_request",
    "job",
    "network_key",
    "rate_limit",
    "readiness_probe",
    "setting",
    "upload_part",
  ],
  "published versions, which remain with the installation that wrote them": [
    "release",
    "release_part",
    "release_deposit",
  ],
};
