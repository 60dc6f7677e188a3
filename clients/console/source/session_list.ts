/** Names of all sessions, a page after another. */

import { SessionService, type Connection } from "./connection.ts";

/** @param limit after which no further page is asked for */
export async function sessionNames(connection: Connection, limit = Number.POSITIVE_INFINITY): Promise<string[]> {
  const names: string[] = [];
  for (let pageToken = ""; names.length < limit; ) {
    const page = await connection.call(SessionService.method.listSessions, { pageSize: 100, pageToken });
    names.push(...page.sessions.map(({ name }) => name));
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  return names;
}
