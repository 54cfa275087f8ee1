import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { listAudit } from "../platform/audit/list-audit.ts";
import { listProjects } from "../platform/auth/list-projects.ts";
import { hashPassword } from "../platform/auth/password.ts";
import { readSession } from "../platform/auth/read-session.ts";
import { signIn } from "../platform/auth/sign-in.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { acceptAsNewcomer, acceptAsSignedIn, acceptWithPassword, getInvitation } from "./accept-invitation.ts";
import { changeRole, removeMember } from "./change-role.ts";
import { chooseProject } from "./choose-project.ts";
import { createProject } from "./create-project.ts";
import { invite, revokeInvitation } from "./invite.ts";
import { getKeyboardPreferences, saveKeyboardPreferences } from "./keyboard-preferences.ts";
import { listInvitations, listUsers } from "./list-users.ts";
import { disableUser, enableUser, endSessionsOf } from "./manage-user.ts";
import { completeReset, createResetLink, getResetPerson } from "./reset-link.ts";

withTestDatabase();

const newcomer = { name: "Ben Marsh", password: "plum harbour tin drum" };
const tokenOf = ({ path }: { path: string }) => path.split("/").at(-1) ?? "";
const newEmail = () => `${randomUUID()}@example.org`;

async function projectWithAdmin() {
  const project = await makeProject();
  const admin = await makePerson({ projectId: project.id, role: "admin" });
  return { projectId: project.id, admin };
}

describe("an invitation", () => {
  it("makes an account with the role and the project it names, and signs in", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const email = newEmail();
    const invited = await invite(admin.actor, { projectId, email, role: "annotator" });
    expect(await getInvitation(tokenOf(invited))).toMatchObject({ email, role: "annotator", isUser: false });
    const actor = await readSession(await acceptAsNewcomer(tokenOf(invited), newcomer));
    expect(actor).toMatchObject({ email, isOwner: false, memberships: [{ projectId, role: "annotator" }] });
  });

  it("works once, also when it is accepted twice at the same time", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const token = tokenOf(await invite(admin.actor, { projectId, email: newEmail(), role: "viewer" }));
    const results = await Promise.allSettled([acceptAsNewcomer(token, newcomer), acceptAsNewcomer(token, newcomer)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find((result) => result.status === "rejected");
    expect(["conflict", "gone"]).toContain(refused?.reason.code);
    expect(await getInvitation(token)).toBeNull();
    await expect(acceptAsNewcomer(token, newcomer)).rejects.toMatchObject({ code: "gone" });
  });

  it("is void when it is revoked, when a newer one was made and after a week", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const email = newEmail();
    const first = tokenOf(await invite(admin.actor, { projectId, email, role: "viewer" }));
    const second = tokenOf(await invite(admin.actor, { projectId, email, role: "viewer" }));
    expect(await getInvitation(first)).toBeNull();
    const [open] = await listInvitations(admin.actor, projectId);
    await revokeInvitation(admin.actor, projectId, open?.id ?? "");
    expect(await getInvitation(second)).toBeNull();
    const third = tokenOf(await invite(admin.actor, { projectId, email, role: "viewer" }));
    await pool().query(
      "UPDATE invitation SET expires_at = clock_timestamp() - interval '1 second' WHERE revoked_at IS NULL AND email = $1",
      [email],
    );
    expect(await getInvitation(third)).toBeNull();
    await expect(acceptAsNewcomer(third, newcomer)).rejects.toMatchObject({ code: "gone" });
    expect(await listInvitations(admin.actor, projectId)).toMatchObject([{ email, isExpired: true }]);
  });

  it("lets somebody who has an account join with its password only", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const member = await makePerson({ passwordHash: await hashPassword(newcomer.password, 10) });
    const token = tokenOf(await invite(admin.actor, { projectId, email: member.email, role: "reviewer" }));
    await expect(acceptAsNewcomer(token, newcomer)).rejects.toMatchObject({ code: "conflict" });
    const asker = { network: "here", findBrowser: async () => null };
    await expect(acceptWithPassword(token, "wrong", asker)).rejects.toMatchObject({ code: "invalid" });
    const claims = await acceptWithPassword(token, newcomer.password, asker);
    expect((await readSession(claims))?.memberships).toEqual([{ projectId, role: "reviewer" }]);
  });

  it("lets nobody but the invited person join while signed in", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const invited = await makePerson({});
    const stranger = await makePerson({});
    const token = tokenOf(await invite(admin.actor, { projectId, email: invited.email, role: "viewer" }));
    await expect(acceptAsSignedIn(token, stranger.actor)).rejects.toMatchObject({ code: "forbidden" });
    await acceptAsSignedIn(token, invited.actor);
    expect((await readSession(invited.claims))?.memberships).toEqual([{ projectId, role: "viewer" }]);
    expect((await readSession(stranger.claims))?.memberships).toEqual([]);
  });

  it("is not made for somebody who is in the project, nor by anybody but an admin of it", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const elsewhere = await projectWithAdmin();
    const researcher = await makePerson({ projectId, role: "researcher" });
    const again = invite(admin.actor, { projectId, email: researcher.email, role: "admin" });
    await expect(again).rejects.toMatchObject({ code: "conflict", field: "email" });
    for (const { actor } of [researcher, elsewhere.admin]) {
      const refused = invite(actor, { projectId, email: newEmail(), role: "admin" });
      await expect(refused).rejects.toMatchObject({ code: "not-found" });
    }
  });
});

describe("a role", () => {
  it("is changed by an admin and counts at the next request", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const member = await makePerson({ projectId, role: "viewer" });
    await changeRole(admin.actor, projectId, member.userId, "researcher");
    expect((await readSession(member.claims))?.memberships).toEqual([{ projectId, role: "researcher" }]);
    const [event] = await listAudit(admin.actor, projectId, { size: 1 });
    expect(event).toMatchObject({
      action: "membership.change-role",
      before: { role: "viewer" },
      after: { role: "researcher" },
      actorName: "Somebody",
    });
  });

  it("is not changed by a stranger, a researcher or an admin of another project", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const elsewhere = await projectWithAdmin();
    const researcher = await makePerson({ projectId, role: "researcher" });
    for (const { actor } of [researcher, elsewhere.admin, await makePerson({})]) {
      await expect(changeRole(actor, projectId, admin.userId, "viewer")).rejects.toMatchObject({ code: "not-found" });
      await expect(removeMember(actor, projectId, admin.userId)).rejects.toMatchObject({ code: "not-found" });
      await expect(listUsers(actor, projectId)).rejects.toMatchObject({ code: "not-found" });
      await expect(listAudit(actor, projectId, { size: 1 })).rejects.toMatchObject({ code: "not-found" });
    }
  });

  it("cannot be taken from the last admin, not even by two who demote each other at once", async () => {
    const { projectId, admin } = await projectWithAdmin();
    await expect(changeRole(admin.actor, projectId, admin.userId, "viewer")).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(removeMember(admin.actor, projectId, admin.userId)).rejects.toMatchObject({ code: "conflict" });
    const second = await makePerson({ projectId, role: "admin" });
    const results = await Promise.allSettled([
      changeRole(admin.actor, projectId, second.userId, "viewer"),
      changeRole(second.actor, projectId, admin.userId, "viewer"),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db().membership.count({ where: { projectId, role: "admin" } })).toBe(1);
  });

  it("is not counted for an admin who is disabled", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const second = await makePerson({ projectId, role: "admin" });
    await disableUser(admin.actor, projectId, second.userId);
    await expect(changeRole(admin.actor, projectId, admin.userId, "viewer")).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("shortens the sessions of somebody who becomes admin", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const member = await makePerson({ projectId, role: "viewer" });
    await changeRole(admin.actor, projectId, member.userId, "admin");
    const session = await db().authSession.findUniqueOrThrow({ where: { id: member.claims.sid } });
    expect(session.expiresAt.getTime() - session.createdAt.getTime()).toBeLessThan(13 * 3_600_000);
  });
});

describe("an account", () => {
  it("is signed out at once, disabled and enabled by its project's admin", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const member = await makePerson({ projectId });
    await endSessionsOf(admin.actor, projectId, member.userId);
    expect(await readSession(member.claims)).toBeNull();
    await disableUser(admin.actor, projectId, member.userId);
    expect(await listUsers(admin.actor, projectId)).toContainEqual(
      expect.objectContaining({ userId: member.userId, isDisabled: true }),
    );
    await enableUser(admin.actor, projectId, member.userId);
    expect(await listUsers(admin.actor, projectId)).toContainEqual(
      expect.objectContaining({ userId: member.userId, isDisabled: false }),
    );
  });

  it("is out of reach for an admin when it also works elsewhere, belongs to an owner or is the admin's own", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const elsewhere = await makeProject();
    const both = await makePerson({ projectId });
    await db().membership.create({ data: { userId: both.userId, projectId: elsewhere.id, role: "viewer" } });
    const owner = await makePerson({ projectId, role: "admin", isOwner: true });
    for (const userId of [both.userId, owner.userId, admin.userId]) {
      await expect(disableUser(admin.actor, projectId, userId)).rejects.toMatchObject({ code: "forbidden" });
      await expect(endSessionsOf(admin.actor, projectId, userId)).rejects.toMatchObject({ code: "forbidden" });
      await expect(createResetLink(admin.actor, projectId, userId)).rejects.toMatchObject({ code: "forbidden" });
    }
    await disableUser(owner.actor, projectId, both.userId);
    expect(await readSession(both.claims)).toBeNull();
  });

  it("does not exist for an admin of another project", async () => {
    const { projectId } = await projectWithAdmin();
    const elsewhere = await projectWithAdmin();
    const member = await makePerson({ projectId });
    for (const tried of [projectId, elsewhere.projectId]) {
      const disabling = disableUser(elsewhere.admin.actor, tried, member.userId);
      await expect(disabling).rejects.toMatchObject({ code: "not-found" });
    }
    expect(await readSession(member.claims)).not.toBeNull();
  });

  it("gets a new password through a link that works once", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const member = await makePerson({ projectId });
    const path = await createResetLink(admin.actor, projectId, member.userId);
    const token = new URL(path, "http://localhost").searchParams.get("token") ?? "";
    expect(await getResetPerson(token)).toMatchObject({ email: member.email });
    const claims = await completeReset({ token, password: newcomer.password });
    expect(await readSession(member.claims)).toBeNull();
    expect(await readSession(claims)).toMatchObject({ userId: member.userId });
    expect(await signIn({ email: member.email, password: newcomer.password, network: "reset" })).toHaveProperty("sid");
    expect(await getResetPerson(token)).toBeNull();
    await expect(completeReset({ token, password: "four other dull words" })).rejects.toMatchObject({ code: "gone" });
    await expect(completeReset({ token: "made-up", password: "four other dull words" })).rejects.toMatchObject({
      code: "gone",
    });
  });

  it("is void once the person works in a project that was not the admin's; an owner's link is not", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const member = await makePerson({ projectId, role: "viewer" });
    const owner = (await makePerson({ isOwner: true })).actor;
    const tokenIn = (path: string) => path.split("token=")[1] ?? "";
    const byAdmin = tokenIn(await createResetLink(admin.actor, projectId, member.userId));
    const byOwner = tokenIn(await createResetLink(owner, projectId, member.userId));
    const elsewhere = await projectWithAdmin();
    await db().membership.create({
      data: { userId: member.userId, projectId: elsewhere.projectId, role: "admin" },
    });
    expect(await getResetPerson(byAdmin)).toBeNull();
    await expect(completeReset({ token: byAdmin, password: newcomer.password })).rejects.toMatchObject({
      code: "gone",
    });
    expect(await completeReset({ token: byOwner, password: newcomer.password })).toHaveProperty("sid");
  });
});

describe("the keys of the workspace", () => {
  it("are a person's own, and nothing before they chose any", async () => {
    const { projectId } = await projectWithAdmin();
    const [{ actor }, other] = [await makePerson({ projectId }), await makePerson({ projectId })];
    expect(await getKeyboardPreferences(actor)).toBeNull();
    const chosen = { keys: { park: ["p"] }, isSingleKeysOff: true };
    await saveKeyboardPreferences(actor, chosen);
    expect(await getKeyboardPreferences(actor)).toEqual(chosen);
    expect(await getKeyboardPreferences(other.actor)).toBeNull();
  });
});

describe("projects", () => {
  let owner: Awaited<ReturnType<typeof makePerson>>;
  beforeAll(async () => {
    owner = await makePerson({ isOwner: true });
  });

  it("are made by owners only, with an address of their own each", async () => {
    const first = await createProject(owner.actor, { name: "Theory of Mind!" });
    const second = await createProject(owner.actor, { name: "Theory of mind" });
    const slugs = await db().project.findMany({
      where: { id: { in: [first.id, second.id] } },
      orderBy: { createdAt: "asc" },
      select: { slug: true },
    });
    expect(slugs).toEqual([{ slug: "theory-of-mind" }, { slug: "theory-of-mind-2" }]);
    const { admin } = await projectWithAdmin();
    await expect(createProject(admin.actor, { name: "Mine" })).rejects.toMatchObject({ code: "not-found" });
  });

  it("are listed and chosen by their members, and all of them by an owner", async () => {
    const { projectId, admin } = await projectWithAdmin();
    const elsewhere = await makeProject();
    expect(await listProjects(admin.actor)).toMatchObject([{ id: projectId, role: "admin" }]);
    expect((await listProjects(owner.actor)).length).toBe(await db().project.count());
    await chooseProject(admin.actor, projectId);
    expect((await readSession(admin.claims))?.preferredProjectId).toBe(projectId);
    await expect(chooseProject(admin.actor, elsewhere.id)).rejects.toMatchObject({ code: "not-found" });
  });
});
