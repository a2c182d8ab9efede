import MarkdownIt, { type Token } from 'markdown-it'
import { flowchartTable, inlineCode } from './flowchart.ts'

export interface Heading {
  level: number
  id: string
  text: string
}
/** A heading with the text below it, for the search. */
export interface Passage {
  heading: Heading
  text: string
}
export interface Rendered {
  title: string
  html: string
  headings: Heading[]
  passages: Passage[]
}

/** Where a page's links and pictures lead; null removes the link and keeps its text. */
export interface Targets {
  link(target: string): string | null
  picture(target: string): string | null
}

// Raw HTML is shown as text, and links to scripts are refused, both by markdown-it's own rules.
const markdown = new MarkdownIt({ html: false })

/** The id that Markdown renderers give a heading. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')

const plain = (token: Token): string =>
  (token.children ?? [])
    .map(child => (child.type === 'softbreak' ? ' ' : child.type === 'image' ? '' : child.content))
    .join('')

/** Gives headings their ids, and collects the text below each. */
function outline(tokens: Token[]): Passage[] {
  const passages: Passage[] = []
  const used = new Map<string, number>()
  tokens.forEach((token, index) => {
    const inline = tokens[index + 1]
    if (token.type === 'heading_open' && inline) {
      const text = plain(inline)
      const id = idOf(text)
      const times = used.get(id) ?? 0
      used.set(id, times + 1)
      const heading = { level: Number(token.tag.slice(1)), id: times ? `${id}-${times}` : id, text }
      token.attrSet('id', heading.id)
      passages.push({ heading, text: '' })
      return
    }
    const passage = passages.at(-1)
    const inHeading = tokens[index - 1]?.type === 'heading_open'
    if (!passage || inHeading) return
    if (token.type === 'inline') passage.text += ` ${plain(token)}`
    else if (token.type === 'fence') passage.text += ` ${token.content}`
  })
  return passages
}

/** The CSP allows no style attributes, so numeric columns get a class. */
function alignByClass(tokens: Token[]): void {
  for (const token of tokens) {
    const style = token.attrGet('style')
    if (style === null) continue
    token.attrs = style === 'text-align:right' ? [['class', 'right']] : null
  }
}

/** Turns links between files into links between pages; without a page, only the link's text stays. */
function redirectLinks(tokens: Token[], targets: Targets): void {
  for (const { children } of tokens) {
    if (!children) continue
    let open = true
    for (const child of children) {
      if (child.type === 'link_open') {
        const href = targets.link(String(child.attrGet('href') ?? ''))
        open = href !== null
        if (href !== null) child.attrSet('href', href)
      }
      if (child.type === 'image') {
        const source = targets.picture(String(child.attrGet('src') ?? ''))
        if (source === null) Object.assign(child, { type: 'text', children: null })
        else child.attrSet('src', source)
      }
      if (!open && (child.type === 'link_open' || child.type === 'link_close')) {
        const closes = child.type === 'link_close'
        child.type = 'text'
        child.content = ''
        child.tag = ''
        child.nesting = 0
        if (closes) open = true
      }
    }
  }
}

markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'
markdown.renderer.rules.code_inline = (tokens, index) => inlineCode(tokens[index]?.content ?? '')
const fence = markdown.renderer.rules.fence
markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
  const token = tokens[index]
  const chart = token?.info.trim() === 'mermaid' ? flowchartTable(token.content) : null
  if (chart) return chart
  return (fence?.(tokens, index, options, env, self) ?? '').replace('<pre>', '<pre tabindex="0">')
}

/** Renders a Markdown file as HTML without raw HTML, with its headings and the words for the search. */
export function renderMarkdown(source: string, targets: Targets): Rendered {
  const tokens = markdown.parse(source, {})
  const passages = outline(tokens)
  redirectLinks(tokens, targets)
  alignByClass(tokens)
  const headings = passages.map(passage => passage.heading)
  return {
    title: headings[0]?.text ?? '',
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings: headings.filter(({ level }) => level === 2 || level === 3),
    passages,
  }
}
