/** Thrown to roll back the transaction of a dry run; contains its report. */
class DryRunRollback<Report> extends Error {
  constructor(readonly report: Report) {
    super("dry run");
  }
}

/**
 * Runs `work` in the transaction that `inTransaction` opens; with `isDryRun`, the transaction is rolled back after the
 * report is complete.
 */
export async function withDryRun<Client, Report>(
  inTransaction: (work: (client: Client) => Promise<Report>) => Promise<Report>,
  isDryRun: boolean,
  work: (client: Client) => Promise<Report>,
): Promise<Report> {
  try {
    return await inTransaction(async (client) => {
      const report = await work(client);
      if (isDryRun) throw new DryRunRollback(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.report;
    throw error;
  }
}
