/** What the screens of databases call. */

export { DatabaseService, type Database } from "./generated/raftup/v1/database_pb.ts";
export type { Finding } from "./generated/raftup/v1/finding_pb.ts";
