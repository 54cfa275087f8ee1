import { chownSync, writeFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../../../lib/supervisor/free-port.ts";
import { findOwner } from "../../../lib/supervisor/postgres-owner.ts";
import { type FaultProxy, startFaultProxy } from "../fault-proxy.ts";
import { patroniSettings } from "./patroni-settings.ts";
import { Program } from "./programs.ts";

const loopback = "127.0.0.1";

/** One database node: Patroni and its PostgreSQL. Others reach both, and it reaches etcd, through proxies only. */
export interface DatabaseNode {
  name: string;
  patroni: Program;
  /** The process id of its PostgreSQL; null while it does not run. */
  postgresPid: () => Promise<number | null>;
  /** The proxies that separate the node from everything else. */
  proxies: FaultProxy[];
  restPort: number;
}

export interface Cluster {
  nodes: DatabaseNode[];
  /** The primary through HAProxy. */
  databaseUrl: string;
  /** Through PgBouncer, in session and in transaction mode. */
  bouncerUrls: { session: string; transaction: string };
  primary: () => Promise<DatabaseNode>;
  /** Waits until there is one primary with a synchronous standby and all nodes run. */
  untilWhole: () => Promise<void>;
  folder: string;
  stop: () => Promise<void>;
}

/** Starts three members of etcd, three nodes with strict synchronous replication, HAProxy and two PgBouncers. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-failover-"));
  await chmod(folder, 0o711);
  const owner = findOwner();
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid);
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  };
  own(folder);
  const stops: (() => Promise<unknown>)[] = [];
  const program = (name: string, command: string, args: readonly string[]) => {
    const made = new Program(folder, owner, name, command, args);
    stops.push(() => made.kill());
    made.start();
    return made;
  };
  const etcd = await startEtcd(folder, program);
  const nodes: DatabaseNode[] = [];
  for (const number of [1, 2, 3]) {
    const name = `node${number}`;
    const host = `127.0.0.${number + 1}`;
    const [port, restPort] = [await findFreePort(host), await findFreePort(host)];
    const toPostgres = await startFaultProxy(port, { targetHost: host });
    const toRest = await startFaultProxy(restPort, { targetHost: host });
    const toEtcd = await Promise.all(etcd.map((target) => startFaultProxy(target)));
    const dataFolder = join(folder, name);
    const settings = write(
      `${name}.yml`,
      patroniSettings({
        name,
        host,
        port,
        restPort,
        published: { postgres: `${loopback}:${toPostgres.port}`, rest: `${loopback}:${toRest.port}` },
        etcd: toEtcd.map((proxy) => `${loopback}:${proxy.port}`),
        dataFolder,
        folder,
      }),
    );
    const proxies = [toPostgres, toRest, ...toEtcd];
    for (const proxy of proxies) stops.push(proxy.stop);
    const patroni = program(name, "/usr/bin/patroni", [settings]);
    const postgresPid = () => readPid(dataFolder);
    stops.push(async () => endPid(await postgresPid()));
    nodes.push({ name, patroni, postgresPid, proxies, restPort });
    // The first creates the cluster; the others copy it.
    if (number === 1) await until(async () => (await roles(nodes)).includes("primary"), "the first node is no primary");
  }
  const haproxyPort = await findFreePort(loopback);
  program("haproxy", "/usr/sbin/haproxy", ["-f", write("haproxy.cfg", haproxySettings(haproxyPort, nodes)), "-db"]);
  const bouncerUrls = { session: "", transaction: "" };
  for (const mode of ["session", "transaction"] as const) {
    const port = await findFreePort(loopback);
    write("users.txt", '"parallax" "parallax"\n');
    const file = write(`pgbouncer-${mode}.ini`, bouncerSettings(port, haproxyPort, mode, folder));
    program(`pgbouncer-${mode}`, "/usr/sbin/pgbouncer", [file]);
    bouncerUrls[mode] = `postgresql://parallax:parallax@${loopback}:${port}/parallax?pgbouncer=true`;
  }
  const primary = async () => {
    const found = await roles(nodes);
    const node = nodes[found.indexOf("primary")];
    if (!node) throw new Error(`no primary: ${found.join(", ")}`);
    return node;
  };
  const isWhole = async () => {
    const found = await roles(nodes);
    return (
      found.filter((role) => role === "primary").length === 1 &&
      found.every((role) => role !== null) &&
      (await hasSynchronous(nodes))
    );
  };
  return {
    nodes,
    databaseUrl: `postgresql://parallax:parallax@${loopback}:${haproxyPort}/parallax`,
    bouncerUrls,
    primary,
    untilWhole: () => until(isWhole, "the cluster is not whole"),
    folder,
    stop: async () => {
      for (const stop of stops.reverse()) await stop().catch(() => undefined);
      await pause(500);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function startEtcd(
  folder: string,
  program: (name: string, command: string, args: readonly string[]) => Program,
): Promise<number[]> {
  const members: { name: string; client: number; peer: number }[] = [];
  for (const number of [1, 2, 3])
    members.push({ name: `etcd${number}`, client: await findFreePort(loopback), peer: await findFreePort(loopback) });
  const url = (port: number) => `http://${loopback}:${port}`;
  const all = members.map(({ name, peer }) => `${name}=${url(peer)}`).join(",");
  for (const { name, client, peer } of members) {
    await mkdir(join(folder, name), { mode: 0o777 });
    await chmod(join(folder, name), 0o777);
    const peerUrls = ["--listen-peer-urls", url(peer), "--initial-advertise-peer-urls", url(peer)];
    const clientUrls = ["--listen-client-urls", url(client), "--advertise-client-urls", url(client)];
    const data = ["--data-dir", join(folder, name, "data"), "--initial-cluster", all];
    program(name, "/usr/bin/etcd", ["--name", name, ...peerUrls, ...clientUrls, ...data]);
  }
  const first = members[0]?.client as number;
  await until(async () => (await fetch(`${url(first)}/health`)).ok, "etcd does not answer");
  return members.map(({ client }) => client);
}

/**
 * The role that Patroni reports for each node; null if it does not respond. Requested directly, not through the
 * proxies.
 */
async function roles(nodes: readonly DatabaseNode[]): Promise<(string | null)[]> {
  return Promise.all(
    nodes.map(async ({ restPort }, index) => {
      const address = `http://127.0.0.${index + 2}:${restPort}`;
      const reply = await fetch(`${address}/patroni`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      const facts = (await reply?.json().catch(() => null)) as { role?: string; state?: string } | null;
      if (facts?.state !== "running") return null;
      return facts.role === "master" ? "primary" : (facts.role ?? null);
    }),
  );
}

async function hasSynchronous(nodes: readonly DatabaseNode[]): Promise<boolean> {
  const statuses = await Promise.all(
    nodes.map(async ({ restPort }, index) => {
      const reply = await fetch(`http://127.0.0.${index + 2}:${restPort}/sync`, { signal: AbortSignal.timeout(2_000) });
      await reply.arrayBuffer();
      return reply.status;
    }),
  );
  return statuses.includes(200);
}

function haproxySettings(port: number, nodes: readonly DatabaseNode[]): string {
  const servers = nodes.map(({ name, proxies: [postgres, rest] }) => {
    return `  server ${name} ${loopback}:${postgres?.port} check port ${rest?.port}`;
  });
  return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${loopback}:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 3 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}

function bouncerSettings(port: number, haproxyPort: number, mode: string, folder: string): string {
  return `[databases]
parallax = host=${loopback} port=${haproxyPort} dbname=parallax user=parallax password=parallax
[pgbouncer]
listen_addr = ${loopback}
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = ${mode}
default_pool_size = 60
max_client_conn = 400
server_login_retry = 1
server_connect_timeout = 3
`;
}

async function readPid(dataFolder: string): Promise<number | null> {
  const text = await readFile(join(dataFolder, "postmaster.pid"), "utf8").catch(() => "");
  return Number(text.split("\n")[0]) || null;
}

function endPid(pid: number | null): void {
  try {
    if (pid) process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

async function until(condition: () => Promise<boolean>, failure: string): Promise<void> {
  const giveUpAt = Date.now() + 90_000;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > giveUpAt) throw new Error(`${failure} after 90 s`);
    await pause(250);
  }
}
