import * as z from "zod";
import { roles } from "@/lib/domain/roles.ts";
import { releaseCopiesInProject } from "@/lib/server/annotation/access/release-copies-of-former-members.ts";
import { listProjects } from "@/lib/server/platform/auth/list-projects.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { changeRole, removeMember } from "@/lib/server/users/change-role.ts";
import { invitationSchema, invite, revokeInvitation } from "@/lib/server/users/invite.ts";
import { listInvitations, listUsers } from "@/lib/server/users/list-users.ts";
import { dateTime, operation, projectParams } from "./operation.ts";

const tag = "Projects";
const member = z.object({ project: z.uuid(), user: z.uuid() });
const role = z.enum(roles);

export const projectOperations = [
  operation({
    id: "listProjects",
    method: "GET",
    path: "/projects",
    tag,
    summary: "List the projects that the token may enter",
    result: z.object({
      projects: z.array(z.object({ id: z.uuid(), name: z.string(), slug: z.string(), role })),
    }),
    work: async ({ actor }) => ({ projects: await listProjects(actor) }),
  }),
  operation({
    id: "listMembers",
    method: "GET",
    path: "/projects/{project}/members",
    tag,
    summary: "List the members of a project and its open invitations",
    params: projectParams,
    result: z.object({
      members: z.array(
        z.object({ userId: z.uuid(), name: z.string(), email: z.string(), role, isDisabled: z.boolean() }),
      ),
      invitations: z.array(z.object({ id: z.uuid(), email: z.string(), role, expiresAt: dateTime })),
    }),
    work: async ({ actor, params }) => {
      const [people, invitations] = await Promise.all([
        listUsers(actor, params.project),
        listInvitations(actor, params.project),
      ]);
      return {
        members: people.map(({ userId, name, email, role, isDisabled }) => ({ userId, name, email, role, isDisabled })),
        invitations: invitations.map(({ id, email, role, expiresAt }) => ({ id, email, role, expiresAt })),
      };
    },
  }),
  operation({
    id: "inviteMember",
    method: "POST",
    path: "/projects/{project}/invitations",
    tag,
    summary: "Invite a person into a project and return the link, which is shown once",
    params: projectParams,
    body: invitationSchema.omit({ projectId: true }),
    result: z.object({ url: z.url(), email: z.string(), expiresAt: dateTime }),
    work: async ({ actor, params, body }) => {
      const { path, ...invitation } = await invite(actor, { projectId: params.project, ...body });
      return { url: environment().publicUrl + path, ...invitation };
    },
  }),
  operation({
    id: "revokeInvitation",
    method: "DELETE",
    path: "/projects/{project}/invitations/{invitation}",
    tag,
    summary: "Revoke an open invitation",
    params: z.object({ project: z.uuid(), invitation: z.uuid() }),
    work: ({ actor, params }) => revokeInvitation(actor, params.project, params.invitation),
  }),
  operation({
    id: "changeRole",
    method: "PUT",
    path: "/projects/{project}/members/{user}/role",
    tag,
    summary: "Change the role of a member",
    params: member,
    body: z.strictObject({ role }),
    work: ({ actor, params: { project, user }, body }) =>
      changeRole(actor, project, user, body.role, (client) => releaseCopiesInProject(client, project, user)),
  }),
  operation({
    id: "removeMember",
    method: "DELETE",
    path: "/projects/{project}/members/{user}",
    tag,
    summary: "Remove a member from a project",
    params: member,
    work: ({ actor, params: { project, user } }) =>
      removeMember(actor, project, user, (client) => releaseCopiesInProject(client, project, user)),
  }),
];
