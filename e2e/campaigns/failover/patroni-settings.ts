import { postgresPrograms } from "./programs.ts";

/**
 * Patroni's settings of one node. Strict synchronous replication: a commit is acknowledged when a standby has it, and
 * without a standby nothing is acknowledged. `ttl` 20, `loop_wait` 2 and `retry_timeout` 3 are near Patroni's minimum, so
 * that a lost node is replaced within 20 s and a few rounds.
 */
export function patroniSettings(node: {
  name: string;
  host: string;
  port: number;
  restPort: number;
  /** Where others reach it. */
  published: { postgres: string; rest: string };
  etcd: readonly string[];
  dataFolder: string;
  folder: string;
}): string {
  const settings = {
    scope: "parallax",
    name: node.name,
    restapi: { listen: `${node.host}:${node.restPort}`, connect_address: node.published.rest },
    etcd3: { hosts: node.etcd, use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: postgresParameters },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      pg_hba: ["host all all 127.0.0.0/8 trust", "host replication all 127.0.0.0/8 trust"],
    },
    postgresql: {
      listen: `${node.host}:${node.port}`,
      connect_address: node.published.postgres,
      data_dir: node.dataFolder,
      bin_dir: postgresPrograms,
      pgpass: `${node.dataFolder}.pgpass`,
      authentication: {
        superuser: { username: "postgres", password: "postgres" },
        replication: { username: "replicator", password: "replicator" },
        rewind: { username: "postgres", password: "postgres" },
      },
      parameters: { unix_socket_directories: node.folder },
      pg_hba: ["host all all 127.0.0.0/8 trust", "host replication all 127.0.0.0/8 trust"],
    },
    tags: {},
  };
  // JSON is YAML.
  return JSON.stringify(settings, null, 1);
}

const postgresParameters = {
  max_connections: 200,
  wal_sender_timeout: "5s",
  wal_receiver_timeout: "5s",
  wal_log_hints: "on",
  shared_buffers: "64MB",
  synchronous_commit: "on",
};
