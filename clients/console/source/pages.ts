/** Calls that list things page by page. */

/**
 * Everything that a list has.
 *
 * @param ask for a page by its token; the first has an empty one
 * @param limit after which no further page is asked for
 */
export async function allPages<One>(
  ask: (pageToken: string) => Promise<{ items: One[]; nextPageToken: string }>,
  limit = Number.POSITIVE_INFINITY,
): Promise<One[]> {
  const all: One[] = [];
  let pageToken = "";
  do {
    const { items, nextPageToken } = await ask(pageToken);
    all.push(...items);
    pageToken = nextPageToken;
  } while (pageToken !== "" && all.length < limit);
  return all;
}
