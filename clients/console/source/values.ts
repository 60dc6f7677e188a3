/** Numbers that people type. */

/**
 * @param texts of fields, one value each, or one text with all of them
 * @throws Error with the rule where they are not `size` finite numbers
 */
export function parseValues(texts: readonly string[], size: number): number[] {
  const parts = texts.length === 1 ? texts[0]!.split(/[\s,;]+/).filter((part) => part !== "") : texts;
  const values = parts.map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throw new Error(`Every value must be a number, ${size === 1 ? "it" : `value ${bad + 1}`} is “${parts[bad]}”`);
  if (values.length !== size) throw new Error(`There must be ${size} values, there are ${values.length}`);
  return values;
}
