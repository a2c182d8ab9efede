import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { fileOf, firstViews, marks, screenPages, screens } from '../../server/core/http/web/web-pages.ts'
import { chunkOf, closureOf } from './closure.ts'
import { pack } from './pack.ts'
import { texts } from './texts.ts'

interface Prerendered {
  landing: { title: string; markup: string }
  firstViews: Record<(typeof firstViews)[number], string>
}

async function prerender(root: string, entry: string, language: string): Promise<Prerendered> {
  const vite = await createServer({
    configFile: false,
    root,
    define: { 'import.meta.env.WEB_LANGUAGE': JSON.stringify(language) },
    plugins: [texts(language)],
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { prerenderLanding, prerenderFirstViews } = await vite.ssrLoadModule(entry)
    return { landing: await prerenderLanding(), firstViews: await prerenderFirstViews(marks) }
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
const place = '<div id="root"></div>'

/** @throws Error when the markup has a style attribute, which the content policy forbids */
function withoutStyles(markup: string): string {
  const style = markup.match(/<[^>]* style="[^>]*>/)
  if (style) throw new Error(`The content policy forbids styles in the markup of a page: ${style[0]}`)
  return markup
}

/**
 * Writes more pages next to index.html. landing.html is for visitors of '/': it contains the landing screen's markup.
 * Each of `screenPages` lists the files of a screen, so that they load in parallel; with a first view, there is also one
 * that shows it. Where there is something to read already, the app loads after it is painted.
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
      if (!index.includes(place)) throw new Error('index.html has no empty #root')
      const app = chunkOf(bundle, root, 'index.html').fileName
      const scriptsOf = (sources: readonly string[]) =>
        [
          ...new Set(
            sources.flatMap(source => [...closureOf(bundle, chunkOf(bundle, root, source).fileName)]),
          ),
        ].filter(isScript)
      /** index.html with this body; its scripts load once that is painted. */
      const drawn = (body: string, ...sources: string[]) => {
        const files = scriptsOf(['index.html', ...sources]).map(file => `/${file}`)
        const start = `<script defer src="/start.js" data-app="/${app}" data-files="${files.join(' ')}"></script>`
        return index
          .replaceAll(scripts, '')
          .replace('</head>', `  ${start}\n  </head>`)
          .replace(place, () => withoutStyles(body))
      }
      const listing = (sources: readonly string[]) => {
        const links = scriptsOf(sources)
          .filter(file => !index.includes(file))
          .map(file => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `)
        return index.replace('</head>', `${links.join('')}</head>`)
      }

      const { landing, firstViews: views } = await prerender(root, entry, language)
      const markup = withBuiltFiles(landing.markup, bundle)
      const written = new Map([
        [
          'landing',
          drawn(`<div id="root">${markup}</div>`, 'pages/landing/landing-page.tsx').replace(
            /<title>.*<\/title>/,
            `<title>${landing.title}</title>`,
          ),
        ],
        ...screens.map(([name, { sources }]) => [fileOf(name), listing(sources)] as const),
        // The server preloads the picture, before everything else.
        ...firstViews.map(
          name =>
            [
              fileOf(name, true),
              drawn(views[name].replace(/^(?:<link[^>]*>)+/, '') + place, ...screenPages[name].sources),
            ] as const,
        ),
      ])
      for (const [name, html] of written) {
        await writeFile(path.join(dir, `${name}.html`), html)
        await pack(path.join(dir, `${name}.html`))
      }
    },
  }
}
