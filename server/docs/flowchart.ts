import { escapeHtml } from '#server/core/http/html-page.ts'

const node = String.raw`(\w+)(?:\["([^"]+)"\])?`
const arrow = new RegExp(String.raw`^\s*${node} -\.?->(?:\|([^|]+)\|)? ${node}\s*$`)
const label = /(\w+)\["([^"]+)"\]/g

/** Code in a line, which may break behind a slash or an underscore. */
export const inlineCode = (text: string): string =>
  `<code>${escapeHtml(text).replace(/[/_](?=\w)/g, '$&<wbr>')}</code>`

/**
 * A Mermaid flowchart as a table of its arrows, which needs no script and works with screen readers.
 * @returns HTML; null for a chart with anything except labeled boxes and arrows
 */
export function flowchartTable(source: string): string | null {
  const [head, ...lines] = source.trim().split('\n')
  if (!head?.startsWith('flowchart')) return null
  const names = new Map([...source.matchAll(label)].map(([, id = '', name = '']) => [id, name]))
  const rows: string[] = []
  for (const line of lines) {
    const match = arrow.exec(line)
    if (!match) return null
    const [, from = '', , how = '', to = ''] = match
    const box = (id: string) => inlineCode(names.get(id) ?? id)
    rows.push(`<tr><td>${box(from)}</td><td>${escapeHtml(how || 'calls')}</td><td>${box(to)}</td></tr>`)
  }
  return `<div class="wide" tabindex="0"><table><thead><tr><th>From</th><th>How</th><th>To</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
