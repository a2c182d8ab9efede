import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { sandboxPage } from '#sandbox/page.ts'
import { chooserPage, problemPage } from '../chooser.ts'
import type { MakeCredential } from '../credential.ts'
import { readForm } from '../form.ts'
import { choice, personOf } from '../people.ts'

const asset = (name: string) => readFileSync(path.join(import.meta.dirname, name))
const assets: Record<string, { type: string; body: Buffer }> = {
  '/gsi/client': { type: 'text/javascript; charset=utf-8', body: asset('client.js') },
  '/gsi/style': { type: 'text/css; charset=utf-8', body: asset('style.css') },
}

type Page = ReturnType<typeof sandboxPage>

/**
 * Passes the credential to the page that opened the window, at that origin only, and closes the window.
 * Without a credential it just closes.
 */
function lastPage(origin: string, credential: string | null): Page {
  const message = JSON.stringify({ type: 'gsi-credential', credential })
  const tell = credential ? `window.opener?.postMessage(${message}, ${JSON.stringify(origin)});` : ''
  const script = `${tell}window.close()`
  const { html, headers } = sandboxPage({
    title: 'Signing in',
    narrow: true,
    body: `<h1>Signing in</h1><p>This window closes by itself.</p><script>${script}</script>`,
  })
  const hash = createHash('sha256').update(script).digest('base64')
  return {
    html,
    headers: {
      ...headers,
      'content-security-policy': `${headers['content-security-policy']}; script-src 'sha256-${hash}'`,
    },
  }
}

/** Under /gsi/: the button's script and style, and the account chooser window. */
export function widget({
  clientId,
  publicUrl,
  makeCredential,
}: {
  clientId: string
  publicUrl: string
  makeCredential: MakeCredential
}) {
  const origin = new URL(publicUrl).origin

  async function pageFor(request: IncomingMessage): Promise<[status: number, Page]> {
    const url = new URL(request.url ?? '', publicUrl)
    if (url.pathname !== '/gsi/select' || url.searchParams.get('client_id') !== clientId)
      return [400, problemPage('This site is not known here.', publicUrl)]
    const action = `/gsi/select${url.search}`
    const chooser = { action, cancel: `${action}&cancel=1`, returnsTo: origin }
    if (request.method !== 'POST') return [200, chooserPage(chooser)]
    if (url.searchParams.has('cancel')) return [200, lastPage(origin, null)]
    const form = await readForm(request)
    const chosen = choice.safeParse(form)
    if (!chosen.success) {
      const error = chosen.error.issues[0]?.message ?? 'Enter a valid email address.'
      return [422, chooserPage({ ...chooser, error, typed: form.email ?? '' })]
    }
    const nonce = url.searchParams.get('nonce') || undefined
    return [200, lastPage(origin, await makeCredential(personOf(chosen.data), nonce))]
  }

  return {
    handles: (url: string | undefined): boolean => url?.startsWith('/gsi/') ?? false,
    async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const found = assets[request.url ?? '']
      if (found)
        return void response
          .writeHead(200, {
            'content-type': found.type,
            'cache-control': 'no-cache',
            'cross-origin-resource-policy': 'cross-origin',
          })
          .end(found.body)
      const [status, { html, headers }] = await pageFor(request)
      response.writeHead(status, headers).end(html)
    },
  }
}
