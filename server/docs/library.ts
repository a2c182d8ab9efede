import { readFileSync } from 'node:fs'
import path from 'node:path'
import MiniSearch from 'minisearch'
import { api } from '#contract/paths.ts'
import { contents, decisionPage, type Entry } from './contents.ts'
import { type Rendered, renderMarkdown, type Targets } from './markdown.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A search result: a passage of a page, with the words around the first match. */
export interface Hit {
  address: string
  page: string
  heading: string
  /** the passage's words, without formatting */
  text: string
  /** the words of the page that matched */
  terms: string[]
}

export interface Library {
  pages: ReadonlyMap<string, Rendered>
  /** absolute paths by name */
  pictures: ReadonlyMap<string, string>
  search(words: string): Hit[]
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Every page: the contents, and the decisions that their list links to. */
function entries(): Entry[] {
  const listed = contents.flatMap(part => part.pages)
  const decisions = [...read('docs/decisions/README.md').matchAll(/\]\(([\w-]+)\.md\)/g)]
  return [...listed, ...decisions.map(([, name = '']) => decisionPage(name))]
}

interface Found {
  address: string
  page: string
  /** the page's, of its first passage */
  title: string
  heading: string
  text: string
  weight: number
}

function indexOf(entries: readonly Entry[], pages: ReadonlyMap<string, Rendered>) {
  const index = new MiniSearch<Found & { id: number }>({
    fields: ['title', 'heading', 'page', 'text'],
    storeFields: ['address', 'page', 'heading', 'text', 'weight'],
  })
  let id = 0
  for (const { slug, weight = 1 } of entries) {
    const { title = '', passages = [] } = pages.get(slug) ?? {}
    for (const { heading, text } of passages) {
      const isTop = heading.level === 1
      index.add({
        id: id++,
        address: isTop ? api.docsPage(slug) : `${api.docsPage(slug)}#${heading.id}`,
        page: title,
        title: isTop ? title : '',
        heading: heading.text,
        text: text.trim(),
        weight,
      })
    }
  }
  return (words: string): Hit[] =>
    index
      .search(words, {
        boost: { title: 8, heading: 3 },
        boostDocument: (_id, _term, stored) => Number(stored?.weight),
        prefix: true,
        combineWith: 'AND',
        fuzzy: term => (term.length > 4 ? 0.2 : false),
      })
      .slice(0, 20)
      .map(({ address, page, heading, text, terms }) => ({ address, page, heading, text, terms }))
}

function build(): Library {
  const all = entries()
  const slugOf = new Map(all.map(({ file, slug }) => [file, slug]))
  const pictures = new Map<string, string>()
  const targetsOf = (file: string): Targets => ({
    link: target => {
      if (/^(https?:|mailto:|#)/.test(target)) return target
      const [name = '', id] = target.split('#')
      const slug = slugOf.get(path.join(path.dirname(file), name))
      return slug === undefined ? null : `${api.docsPage(slug)}${id ? `#${id}` : ''}`
    },
    picture: target => {
      const full = path.join(path.dirname(file), target)
      if (!full.startsWith('docs/')) return null
      const name = path.basename(full)
      pictures.set(name, path.join(root, full))
      return api.docsPicture(name)
    },
  })
  const pages = new Map(all.map(({ slug, file }) => [slug, renderMarkdown(read(file), targetsOf(file))]))
  return { pages, pictures, search: indexOf(all, pages) }
}

let built: Library | undefined

/** The documentation, read once on first use. */
export function library(): Library {
  built ??= build()
  return built
}
