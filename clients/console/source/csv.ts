/** Tables as text that spreadsheets read. */

type Cell = number | null | undefined;

/** A head of names in quotation marks, then a line for each row; what is not known is empty. */
export function csvOf(head: readonly string[], columns: readonly ArrayLike<Cell>[]): string {
  const rows = Array.from({ length: columns[0]?.length ?? 0 }, (_, row) =>
    columns.map((column) => column[row] ?? "").join(","),
  );
  const names = head.map((name) => `"${name}"`).join(",");
  return [names, ...rows, ""].join("\n");
}

/** Has the browser save a text as a file. */
export function saveCsv(text: string, file: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}
