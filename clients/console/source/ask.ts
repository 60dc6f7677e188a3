/** What the gateway answers itself, as JSON. */

/** Something that was refused, with what breaks which rule where. */
export interface Refusal {
  refusal: string;
  violations: { path: string; description: string; line?: number | null }[];
}

/** An answer of the gateway that refuses what was asked. */
export class RefusedError extends Error {
  readonly refused: Refusal;

  constructor(refused: Refusal) {
    super(refused.refusal);
    this.refused = refused;
  }
}

/**
 * @param body of a POST; none = GET
 * @throws RefusedError
 */
export async function ask<Answer>(path: string, body?: string | Blob): Promise<Answer> {
  const response = await fetch(path, body === undefined ? {} : { method: "POST", body });
  if (!response.ok) throw new Error(await response.text());
  const answer = (await response.json()) as Answer | Refusal;
  if (answer !== null && typeof answer === "object" && "refusal" in answer) throw new RefusedError(answer);
  return answer;
}
