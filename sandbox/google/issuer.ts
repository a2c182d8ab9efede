import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { credentialMaker, credentials } from './credential.ts'
import { clientId, loadOrCreateKeys } from './keys.ts'
import { People } from './people.ts'
import type { openProvider } from './provider.ts'
import { widget } from './widget/widget.ts'

export interface IssuerOptions {
  /** Where the keys are stored. */
  folder: string
  /** The server that people sign in to, without a trailing slash. */
  publicUrl: string
  /** The callback URL of that server. */
  redirectUri: string
  log: FastifyBaseLogger
  /** 0 or absent: any free port. */
  port?: number
}

export interface Issuer {
  issuer: string
  clientId: string
  clientSecret: string
  close(): Promise<void>
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

/** Starts an OpenID Connect issuer on loopback, with an account chooser. */
export async function startIssuer(options: IssuerOptions): Promise<Issuer> {
  const keys = await loadOrCreateKeys(options.folder)
  const people = new People()
  const server = createServer()
  const port = await listen(server, options.port ?? 0)
  const issuer = `http://127.0.0.1:${port}`
  // Loaded by the first sign-in: most starts have none.
  let provider: Promise<ReturnType<typeof openProvider>> | undefined
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    provider ??= import('./provider.ts').then(({ openProvider }) =>
      openProvider(issuer, { ...options, keys, people }),
    )
    await (await provider)(request, response)
  }
  const makeCredential = credentialMaker({ issuer, clientId, signing: keys.signing })
  const credential = credentials(makeCredential)
  const button = widget({ clientId, publicUrl: options.publicUrl, makeCredential })
  const fail = (error: unknown, response: ServerResponse) => {
    options.log.error({ err: error }, 'sandbox sign-in page failed')
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
  server.on('request', (request, response) => {
    if (request.method === 'POST' && request.url === '/credential')
      return void credential(request, response).catch(error => fail(error, response))
    if (button.handles(request.url))
      return void button.serve(request, response).catch(error => fail(error, response))
    answer(request, response).catch(error => fail(error, response))
  })
  return {
    issuer,
    clientId,
    clientSecret: keys.clientSecret,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
