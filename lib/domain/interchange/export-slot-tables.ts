import {
  canary,
  decimalColumn,
  type ExportShape,
  integerColumn,
  jsonColumn,
  participantColumn,
  textColumn,
  timeColumn,
} from "./export-study-columns.ts";
import type { ExportTable } from "./export-table.ts";

export function assignmentsTable(shape: ExportShape): ExportTable {
  return {
    name: "assignments",
    description: "The append-only log of slots: every claim, return and completion, in order.",
    columns: [
      integerColumn("event_number", "order of the events"),
      ...(shape.level === "anonymous" ? [] : [timeColumn("at", "when")]),
      textColumn("stratum", "quota group of the slot; empty if no slot was free"),
      integerColumn("slot", "number of the slot within its group"),
      participantColumn(shape),
      textColumn("event", "what happened", {
        claimed: "a free slot was claimed",
        reclaimed: "a slot was taken over from a participant who had left",
        returned: "the slot was returned",
        released: "the lease was ended by a researcher",
        requeued: "the slot was requeued at a new position in its group's queue",
        "topped-up": "a new slot replaces this session, some or all of whose answers are excluded",
        completed: "the slot was filled",
        surplus: "finished without a slot, which had been reassigned",
        "over-quota": "no slot was free",
        withdrawn: "the participant withdrew",
      }),
      decimalColumn("from_position", "position in the group's queue before requeuing; empty for other events"),
      decimalColumn("to_position", "new position, drawn at random"),
      canary,
    ],
  };
}

export function identitiesTable(): ExportTable {
  return {
    name: "identities",
    description: "The recruiters' ids of the participants. Store this file separately.",
    isAlwaysGuarded: true,
    columns: [
      textColumn("participant", "code of the participant"),
      textColumn("source", "recruiter"),
      textColumn("external_id", "the recruiter's id of the person"),
      jsonColumn("parameters", "the recruiter's other parameters"),
      canary,
    ],
  };
}
