/** Names of all sessions. */

import { SessionService, type Connection } from "./connection.ts";
import { allPages } from "./pages.ts";

/** @param limit after which no further page is asked for */
export async function sessionNames(connection: Connection, limit?: number): Promise<string[]> {
  return allPages(async (pageToken) => {
    const { sessions, nextPageToken } = await connection.call(SessionService.method.listSessions, {
      pageSize: 100,
      pageToken,
    });
    return { items: sessions.map(({ name }) => name), nextPageToken };
  }, limit);
}
