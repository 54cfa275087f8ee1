import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Role } from "../database/generated/enums.ts";
import {
  type Actor,
  can,
  inProjectsWith,
  installation,
  projectIdsWithRight,
  type Right,
  requirePerson,
  requireRight,
  roleIn,
  rolesWithRight,
} from "./access.ts";

const rights: Right[] = [
  "research.read",
  "research.write",
  "identities.read",
  "identities.erase",
  "users.manage",
  "annotation.manage",
  "annotation.work",
  "annotation.review",
  "rating.work",
  "rating.adjudicate",
];

function person(memberships: Actor["memberships"], isOwner = false): Actor {
  return { ...installation, userId: "someone", isOwner, memberships };
}
const as = (role: Role) => person([{ projectId: "here", role }]);

describe("rights", () => {
  it("grow from viewer to researcher to admin", () => {
    for (const right of rights) {
      if (can(as("viewer"), right, "here")) expect(can(as("researcher"), right, "here")).toBe(true);
      if (can(as("researcher"), right, "here")) expect(can(as("admin"), right, "here")).toBe(true);
    }
  });

  it("let those who work blind do their work and nothing else", () => {
    const allowed = (role: Role) => rights.filter((right) => can(as(role), right, "here"));
    expect(allowed("annotator")).toEqual(["annotation.work"]);
    expect(allowed("reviewer")).toEqual(["annotation.review"]);
    expect(allowed("rater")).toEqual(["rating.work"]);
    expect(allowed("viewer")).toEqual(["research.read"]);
  });

  it("never reach beyond the project in which they were given", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(Role)), fc.constantFrom(...rights), (role, right) => {
        expect(can(as(role), right, "elsewhere")).toBe(false);
      }),
    );
  });

  it("are all an owner's and the installation's, everywhere, and nobody's who is in no project", () => {
    for (const right of rights) {
      expect(can(person([], true), right, "anywhere")).toBe(true);
      expect(can(installation, right, "anywhere")).toBe(true);
      expect(can(person([]), right, "anywhere")).toBe(false);
    }
  });

  it("name the roles that give them", () => {
    for (const right of rights) {
      const roles = Object.values(Role).filter((role) => can(as(role), right, "here"));
      expect([...rolesWithRight(right)].sort()).toEqual(roles.sort());
    }
  });

  it("become the condition of a list", () => {
    const actor = person([
      { projectId: "one", role: "viewer" },
      { projectId: "two", role: "annotator" },
      { projectId: "three", role: "admin" },
    ]);
    expect(projectIdsWithRight(actor, "research.read")).toEqual(["one", "three"]);
    expect(inProjectsWith(actor, "research.write")).toEqual({ projectId: { in: ["three"] } });
    expect(inProjectsWith(person([]), "research.read")).toEqual({ projectId: { in: [] } });
    expect(inProjectsWith(person([], true), "research.read")).toEqual({});
    expect(roleIn(actor, "two")).toBe("annotator");
  });

  it("are asked for as if the thing were not there", () => {
    expect(() => requireRight(as("viewer"), "research.write", "here")).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
    expect(() => requireRight(as("researcher"), "research.write", "here")).not.toThrow();
  });

  it("of a person are not the installation's own", () => {
    expect(requirePerson(as("admin"))).toBe("someone");
    expect(() => requirePerson(installation)).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});
