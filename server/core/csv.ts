/**
 * One CSV field (RFC 4180). A text that a spreadsheet would treat as a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection), because anyone can choose a name.
 */
function csvField(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A line of a CSV file, with its end.
 * @param amounts decimal numbers for the last columns, written as they are: a negative amount is not a formula
 */
export const csvLine = (
  cells: readonly (string | number | null)[],
  amounts: readonly string[] = [],
): string => `${[...cells.map(csvField), ...amounts].join(',')}\r\n`
