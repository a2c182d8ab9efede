import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { insidePages } from '../../server/platform/http/web/web-pages.ts'
import { chunkOf, closureOf } from './closure.ts'
import { pack } from './pack.ts'
import { translations } from './translations.ts'

interface Prerendered {
  title: string
  markup: string
}

async function prerender(root: string, entry: string, language: string): Promise<Prerendered> {
  const vite = await createServer({
    configFile: false,
    root,
    define: { 'import.meta.env.WEB_LANGUAGE': JSON.stringify(language) },
    plugins: [translations(language, path.dirname(root))],
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { prerenderLanding } = await vite.ssrLoadModule(entry)
    return await (prerenderLanding as () => Promise<Prerendered>)()
  } finally {
    await vite.close()
  }
}

/** Markup with the built names of the files that it shows, which a module outside of the build does not know. */
function withBuiltFiles(markup: string, bundle: Rolldown.OutputBundle): string {
  const built = new Map(
    Object.values(bundle).flatMap(file =>
      file.type === 'asset' ? file.originalFileNames.map(name => [`/${name}`, `/${file.fileName}`]) : [],
    ),
  )
  return markup.replace(/(?<= (?:src|poster)=")(\/(?!assets\/)[^"]+)/g, name => {
    const found = built.get(name)
    if (!found) throw new Error(`The page shows ${name}, which is not part of the build`)
    return found
  })
}

const scripts = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g
const isScript = (file: string) => file.endsWith('.js')

/**
 * Writes more pages next to index.html. landing.html is for visitors of '/': it contains the landing screen's markup, and
 * the app loads after it is painted. inside.html is for people with a session: it also lists the shell's files, so that
 * they load in parallel. Beside it are the pages of single screens, which list their screen's files as well.
 */
export function pages(entry: string, language: string): Plugin {
  let root = ''
  return {
    name: 'pages',
    apply: 'build',
    configResolved: config => {
      root = config.root
    },
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const index = await readFile(path.join(dir, 'index.html'), 'utf8')
      const filesOf = (source: string) => [...closureOf(bundle, chunkOf(bundle, root, source).fileName)]
      const app = chunkOf(bundle, root, 'index.html').fileName

      const { title, markup: drawn } = await prerender(root, entry, language)
      const markup = withBuiltFiles(drawn, bundle)
      const style = markup.match(/<[^>]* style="[^>]*>/)
      if (style) throw new Error(`The content policy forbids styles in the markup of a page: ${style[0]}`)
      const files = new Set([...filesOf('index.html'), ...filesOf('pages/landing/landing-page.tsx')])
      const names = [...files].filter(isScript).map(file => `/${file}`)
      const start = `<script defer src="/start.js" data-app="/${app}" data-files="${names.join(' ')}"></script>`
      const landing = index
        .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
        .replaceAll(scripts, '')
        .replace('</head>', `  ${start}\n  </head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
      if (!landing.includes(markup)) throw new Error('index.html has no empty #root')

      const insideWith = (...sources: string[]) => {
        const wanted = new Set(['app/shell/shell.tsx', ...sources].flatMap(filesOf))
        const links = [...wanted]
          .filter(file => isScript(file) && !index.includes(file))
          .map(file => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `)
        return index.replace('</head>', `${links.join('')}</head>`)
      }

      const written = { landing, inside: insideWith() } as Record<string, string>
      for (const [name, { source }] of Object.entries(insidePages)) written[name] = insideWith(source)
      for (const [name, html] of Object.entries(written)) {
        await writeFile(path.join(dir, `${name}.html`), html)
        await pack(path.join(dir, `${name}.html`))
      }
    },
  }
}
