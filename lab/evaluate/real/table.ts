/** A table in Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const rate = (count: number, seconds: number) => ((count * 3600) / seconds).toFixed(1)
