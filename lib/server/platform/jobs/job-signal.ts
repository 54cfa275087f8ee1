import { Socket } from "node:net";
import pg from "pg";
import { environment } from "../environment.ts";

/** The channel on which the job table's trigger announces work. */
const channel = "parallax_job";
/** The channel on which a listener tests whether it receives notifications. */
const echoChannel = "parallax_job_echo";

/**
 * Receives notifications of new jobs by LISTEN, on a separate connection, because pool connections are shared. A pooler
 * in transaction mode (PgBouncer) accepts LISTEN and delivers nothing, so each connection is tested with a message;
 * `isHeard` is true only if the test message arrived. A lost connection is reopened.
 */
export class JobSignal {
  isHeard = false;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isClosed = false;
  private readonly onWork: () => void;
  private readonly reconnectMs: number;

  constructor(onWork: () => void, reconnectMs = 5_000) {
    this.onWork = onWork;
    this.reconnectMs = reconnectMs;
    void this.connect();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: environment().databaseUrl,
      application_name: "parallax/jobs",
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // This connection must not keep the process alive.
      stream: () => new Socket().unref(),
    });
    this.client = client;
    client.on("error", () => this.reconnectAfterLoss(client));
    client.on("end", () => this.reconnectAfterLoss(client));
    client.on("notification", (message) => {
      if (message.channel === echoChannel) this.isHeard = true;
      this.onWork();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}; LISTEN ${echoChannel}; NOTIFY ${echoChannel}`);
    } catch {
      this.reconnectAfterLoss(client);
    }
  }

  private reconnectAfterLoss(client: pg.Client): void {
    if (this.isClosed || this.client !== client) return;
    this.client = null;
    this.isHeard = false;
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.connect(), this.reconnectMs);
    this.timer.unref();
  }
}
