import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { roles } from "@/lib/domain/roles.ts";
import type { Person } from "@/lib/server/users/list-users.ts";
import { roleLabels } from "../role-labels.ts";
import {
  changeRoleAction,
  disableUserAction,
  enableUserAction,
  endSessionsAction,
  removeMemberAction,
} from "./actions.ts";
import { ResetLinkButton } from "./reset-link-button.tsx";

/** Actions on one user, each with a confirmation that explains its effect. */
export function PersonActions({ projectId, person, isSelf }: { projectId: string; person: Person; isSelf: boolean }) {
  const hidden = { projectId, userId: person.userId };
  const button = { look: "quiet", size: "small" } as const;
  return (
    <div className="-my-1 flex flex-wrap justify-end gap-1">
      <ConfirmButton
        {...button}
        action={changeRoleAction}
        hidden={hidden}
        title={`Role of ${person.name}`}
        consequence="The new role applies from the next request."
        fields={
          <RadioGroup
            name="role"
            legend="Role"
            defaultValue={person.role}
            options={roles.map((role) => ({ value: role, label: role, hint: roleLabels[role] }))}
          />
        }
        confirm="Change role"
        isDangerous={false}
      >
        Change role
      </ConfirmButton>
      {person.isManageable && person.sessions > 0 && (
        <ConfirmButton
          {...button}
          action={endSessionsAction}
          hidden={hidden}
          title={`Sign ${person.name} out?`}
          consequence="The user is signed out in all browsers immediately, and can sign in again."
          confirm="End sessions"
        >
          End sessions
        </ConfirmButton>
      )}
      {person.isManageable && !person.isDisabled && <ResetLinkButton hidden={hidden} name={person.name} />}
      {person.isManageable && !person.isDisabled && (
        <ConfirmButton
          {...button}
          action={disableUserAction}
          hidden={hidden}
          title={`Disable the account of ${person.name}?`}
          consequence="The user is signed out and cannot sign in until the account is enabled again. Their work is kept."
          confirm="Disable account"
        >
          Disable
        </ConfirmButton>
      )}
      {person.isManageable && person.isDisabled && (
        <ConfirmButton
          {...button}
          action={enableUserAction}
          hidden={hidden}
          title={`Enable the account of ${person.name}?`}
          consequence="The user can sign in again with the previous password."
          confirm="Enable account"
          isDangerous={false}
        >
          Enable
        </ConfirmButton>
      )}
      {!isSelf && (
        <ConfirmButton
          {...button}
          action={removeMemberAction}
          hidden={hidden}
          title={`Remove ${person.name} from the project?`}
          consequence="The user loses all rights in this project. The account and its work are kept."
          confirm="Remove"
        >
          Remove
        </ConfirmButton>
      )}
    </div>
  );
}
