import { formatMinute } from "../domain/format/times.ts";
import { emailAddress } from "../server/platform/auth/email-address.ts";
import { withConnections } from "../server/platform/database/with-connections.ts";
import { readVariable } from "../server/platform/environment.ts";
import { deleteStoredSecrets } from "../server/users/delete-stored-secrets.ts";
import { listAdmins } from "../server/users/list-admins.ts";
import { createOperatorResetLink } from "../server/users/reset-link.ts";
import { resetSecondFactor } from "../server/users/second-factor/reset-second-factor.ts";
import { readSettings, setVariables } from "../supervisor/settings.ts";
import { withStoppedDatabase } from "./backup/stopped-database.ts";
import { withReadableErrors } from "./backup/with-readable-errors.ts";
import { withDatabase } from "./database.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax admin`: commands for the operator when no admin can sign in. */
export const register: RegisterCommand = (program, io, finish) => {
  const command = program.command("admin").description("Help owners and admins who are locked out.");
  command
    .command("list")
    .description("List everyone who can manage users: owners first, then admins of projects.")
    .option("--json", "print one JSON object per line")
    .action(async (options: { json?: boolean }) => {
      const admins = await withDatabase(listAdmins);
      for (const admin of admins) {
        const role = admin.isOwner ? "owner" : `admin of ${admin.projects.join(", ")}`;
        const notes = [admin.isDisabled ? "disabled" : "", formatLastSeen(admin.lastSeenAt)].filter(Boolean).join(", ");
        await writeLine(
          io.stdout,
          options.json ? JSON.stringify(admin) : `${admin.email}  ${admin.name}  ${role}  (${notes})`,
        );
      }
      if (admins.length === 0) await writeLine(io.stderr, "There is no owner yet; npm start prints a set-up link.");
      finish(admins.length === 0 ? 1 : 0);
    });
  command
    .command("reset-link")
    .description("Print a link to set a new password. It works once, for 24 hours.")
    .argument("<email>", "the address of the account")
    .action(async (email: string) => {
      const address = parseAddress(email);
      const { publicUrl } = readSettings();
      if (!readVariable("PARALLAX_URL")) setVariables({ PARALLAX_URL: publicUrl });
      const path = await withDatabase(() => createOperatorResetLink(address));
      if (path === null) throw new InputError(`there is no account with the address ${address}`);
      await writeLine(io.stdout, `${publicUrl}${path}`);
      finish(0);
    });
  command
    .command("reset-second-factor")
    .description("Remove the authenticator app and recovery codes of someone who lost both, and sign them out.")
    .argument("<email>", "the address of the account")
    .action(async (email: string) => {
      const address = parseAddress(email);
      const outcome = await withDatabase(() => resetSecondFactor(address));
      if (outcome === "no account") throw new InputError(`there is no account with the address ${address}`);
      if (outcome === "no second factor") throw new InputError(`${address} has no authenticator app`);
      await writeLine(
        io.stdout,
        `${address} now signs in with the password alone; verify that this person requested the reset.`,
      );
      finish(0);
    });
  command
    .command("reset-secret")
    .description(
      "Delete the values that are encrypted with a lost installation secret, so that Parallax can start. Parallax must be stopped.",
    )
    .option("--yes", "delete them; without this option the command only lists what would be lost")
    .action(async (options: { yes?: boolean }) => {
      if (!options.yes)
        throw new UsageError(
          "this removes webhook secrets, model keys and authenticator apps, gives every study a new secret for links, and signs everyone out; add --yes to do it",
        );
      await withReadableErrors(() => resetSecret(io));
      finish(0);
    });
};

function parseAddress(email: string): string {
  const address = emailAddress.safeParse(email);
  if (!address.success) throw new UsageError(`${email} is not an e-mail address`);
  return address.data;
}

async function resetSecret(io: CommandIo): Promise<void> {
  await withStoppedDatabase(readSettings(), io, async (connectionString) => {
    setVariables({ DATABASE_URL: connectionString });
    await withConnections(deleteStoredSecrets);
  });
  await writeLine(
    io.stdout,
    "The next start uses the secret that it finds, or creates one. Everyone must sign in again. Enter webhook secrets and model keys again, and set up authenticator apps again. Earlier signed links are no longer valid.",
  );
}

function formatLastSeen(at: Date | null): string {
  return at === null ? "not signed in" : `seen ${formatMinute(at)}`;
}
