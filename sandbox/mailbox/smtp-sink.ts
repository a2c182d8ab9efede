import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Attachment } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { MailStore } from './mail-store.ts'

const mostBytes = 5 * 1024 * 1024

async function readAll(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    // The protocol requires reading to the end, but nothing past the limit is kept.
    if (size <= mostBytes) chunks.push(chunk)
  }
  return size <= mostBytes ? Buffer.concat(chunks) : null
}

/** An SMTP server on loopback that accepts all mail, delivers none, and stores it for reading. */
export async function startSmtpSink({
  store,
  log,
  port = 0,
}: {
  store: MailStore
  log: FastifyBaseLogger
  port?: number
}): Promise<{ url: string; close(): Promise<void> }> {
  async function take(stream: SMTPServerDataStream, recipients: string[]): Promise<void> {
    const raw = await readAll(stream)
    if (!raw) throw Object.assign(new Error('The mail is too large'), { responseCode: 552 })
    const { default: PostalMime } = await import('postal-mime')
    const { subject = '', text = '', html: sent = '', attachments } = await PostalMime.parse(raw)
    const html = withPictures(sent, attachments)
    const sentAt = new Date().toISOString()
    for (const to of recipients)
      await store.add({ to, subject, text, html, links: linksOf({ text, html }), sentAt })
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // It never speaks TLS, and would read every root certificate of the system for it.
    ca: [],
    size: mostBytes,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(r => r.address)
      take(stream, recipients).then(
        () => done(),
        error => {
          log.error({ err: error }, 'the sandbox mailbox could not keep a mail')
          done(error)
        },
      )
    },
  })
  server.on('error', error => log.warn({ err: error }, 'sandbox mailbox connection'))
  const bound = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.server.address() as AddressInfo).port)
    })
  })
  return {
    url: `smtp://127.0.0.1:${bound}`,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** A mail with the pictures that it brings in place of their references (RFC 2392), as a mail program shows it. */
function withPictures(html: string, attachments: readonly Attachment[]): string {
  return html.replace(/\bcid:([^"'\s>]+)/g, (reference, id: string) => {
    const found = attachments.find(({ contentId }) => contentId === `<${id}>`)
    if (!found?.mimeType.startsWith('image/') || typeof found.content === 'string') return reference
    return `data:${found.mimeType};base64,${Buffer.from(new Uint8Array(found.content)).toString('base64')}`
  })
}

const inText = /https?:\/\/[^\s<>"')\]]+/g
const inHtml = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

const decodeEntities = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] as string,
  )

/** The http and https addresses in a mail, each once, in order of appearance. */
export function linksOf({ text, html }: { text: string; html: string }): string[] {
  const hrefs = [...html.matchAll(inHtml)]
    .map(m => decodeEntities(m[1] ?? m[2] ?? ''))
    .filter(url => /^https?:\/\//i.test(url))
  const plain = [...text.matchAll(inText)].map(m => m[0].replace(/[.,;:!?]+$/, ''))
  return [...new Set([...hrefs, ...plain])]
}
