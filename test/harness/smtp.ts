import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface Delivered {
  to: string
  subject: string
  text: string
  messageId: string
  html: string
  attachments: { type: string; id: string | undefined; bytes: Uint8Array }[]
  headers: Map<string, string>
}

export interface TestSmtp {
  port: number
  url: string
  delivered: Delivered[]
  close(): Promise<void>
}

interface Behavior {
  port?: number
  /** the answer to RCPT TO, code and text; null accepts it */
  onRecipient?(address: string): [code: number, text: string] | null
  /** runs between the last byte and the answer; an error it throws becomes the answer */
  beforeAnswer?(address: string): Promise<void>
}

/** A mail server with the given behavior, closed when the test ends. */
export async function testSmtp({ port = 0, onRecipient, beforeAnswer }: Behavior = {}): Promise<TestSmtp> {
  const delivered: Delivered[] = []
  const refusal = ([responseCode, text]: [number, string]) => Object.assign(new Error(text), { responseCode })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const answer = onRecipient?.(address)
      done(answer ? refusal(answer) : null)
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
        const to = envelope.rcptTo[0]?.address ?? ''
        await beforeAnswer?.(to)
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        delivered.push({
          to,
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          messageId: mail.messageId ?? '',
          html: mail.html ?? '',
          attachments: mail.attachments.map(({ mimeType, contentId, content }) => ({
            type: mimeType,
            id: contentId,
            bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
          })),
          headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
        })
      }
      take().then(() => done(null), done)
    },
  })
  // A client that is cut off is not a server error.
  server.on('error', () => undefined)
  await new Promise<void>(resolve => {
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const taken = (server.server.address() as AddressInfo).port
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= new Promise<void>(resolve => server.close(() => resolve()))
    return closed
  }
  onTestFinished(close)
  return { port: taken, url: `smtp://127.0.0.1:${taken}`, delivered, close }
}
