"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { roles } from "@/lib/domain/roles.ts";
import { releaseCopiesInProject } from "@/lib/server/annotation/access/release-copies-of-former-members.ts";
import { countBlockedInProject } from "@/lib/server/annotation/lead/list-blocked.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { changeRole, removeMember } from "@/lib/server/users/change-role.ts";
import { chooseProject } from "@/lib/server/users/choose-project.ts";
import { createProject, newProjectSchema } from "@/lib/server/users/create-project.ts";
import { invitationSchema, invite, revokeInvitation } from "@/lib/server/users/invite.ts";
import { disableUser, enableUser, endSessionsOf } from "@/lib/server/users/manage-user.ts";
import { createResetLink } from "@/lib/server/users/reset-link.ts";
import { requiredRolesSchema, setRequiredRoles } from "@/lib/server/users/second-factor/required-roles.ts";

/** Appends to the message how many annotation copies the changed team can no longer finish. */
const withBlocked = (done: string) => (blocked: number) =>
  blocked === 0
    ? done
    : `${done} ${formatNumberOf(blocked, "copy", "copies")} of annotation items cannot be finished by this team; the overviews of the collections list them.`;

const page = "/research/admin/users";
const member = z.strictObject({ projectId: z.uuid(), userId: z.uuid() });

export const inviteAction = action({
  input: invitationSchema,
  work: async ({ actor, input }) => {
    const { path, email } = await invite(actor, input);
    revalidatePath(page);
    return { url: environment().publicUrl + path, email };
  },
});

export const revokeInvitationAction = action({
  input: z.strictObject({ projectId: z.uuid(), invitationId: z.uuid() }),
  work: async ({ actor, input }) => {
    await revokeInvitation(actor, input.projectId, input.invitationId);
    revalidatePath(page);
  },
});

export const changeRoleAction = action({
  input: z.strictObject({ ...member.shape, role: z.enum(roles) }),
  work: async ({ actor, input }) => {
    const { projectId, userId, role } = input;
    await changeRole(actor, projectId, userId, role, (client) => releaseCopiesInProject(client, projectId, userId));
    revalidatePath(page);
    return countBlockedInProject(projectId);
  },
  message: withBlocked("The role is changed."),
});

export const removeMemberAction = action({
  input: member,
  work: async ({ actor, input }) => {
    const { projectId, userId } = input;
    await removeMember(actor, projectId, userId, (client) => releaseCopiesInProject(client, projectId, userId));
    revalidatePath(page);
    return countBlockedInProject(projectId);
  },
  message: withBlocked("The member is removed."),
});

export const endSessionsAction = action({
  input: member,
  work: async ({ actor, input }) => {
    await endSessionsOf(actor, input.projectId, input.userId);
    revalidatePath(page);
  },
});

export const resetLinkAction = action({
  input: member,
  work: async ({ actor, input }) => {
    const path = await createResetLink(actor, input.projectId, input.userId);
    return { url: environment().publicUrl + path };
  },
});

export const disableUserAction = action({
  input: member,
  work: async ({ actor, input }) => {
    await disableUser(actor, input.projectId, input.userId);
    revalidatePath(page);
    return countBlockedInProject(input.projectId);
  },
  message: withBlocked("The account is disabled."),
});

export const enableUserAction = action({
  input: member,
  work: async ({ actor, input }) => {
    await enableUser(actor, input.projectId, input.userId);
    revalidatePath(page);
  },
});

export const requireSecondFactorAction = action({
  input: requiredRolesSchema,
  work: async ({ actor, input }) => {
    await setRequiredRoles(actor, input);
    revalidatePath(page);
  },
  message: "Saved. It applies to the next request of each member.",
});

export const createProjectAction = action({
  input: newProjectSchema,
  work: async ({ actor, input }) => {
    const project = await createProject(actor, input);
    await chooseProject(actor, project.id);
    redirect("/research");
  },
});
