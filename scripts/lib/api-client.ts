import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import createClient, { type Client } from 'openapi-fetch'
import * as tus from 'tus-js-client'
import { api } from '#contract/paths.ts'
import type { paths } from './public-api.generated.ts'

type AnswerTo<P extends keyof paths, M extends keyof paths[P]> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never
type Upload = AnswerTo<'/api/videos/upload-url', 'post'>
type StreamStatus = AnswerTo<'/api/videos/{id}/status', 'get'>
type AiStatusAnswer = AnswerTo<'/api/videos/{id}/ai-status', 'get'>

/** An error shown to the person at the shell as one line. */
export class ClientError extends Error {
  override name = 'ClientError'
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const sentenceOf = (text: string): string => {
  try {
    return JSON.parse(text).message ?? text
  } catch {
    return text // not one of our JSON errors, for example a proxy's page
  }
}

/** The JSON of a typed call. @throws ClientError with the server's message on any error */
export function answered<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data !== undefined) return data
  throw new ClientError(`${response.status} from ${response.url}: ${sentenceOf(JSON.stringify(error))}`)
}

/** A rider at the shell: the public API with a cookie jar, for `npm run ride`, benchmarks and tests. */
export class ApiClient {
  readonly base: string
  readonly #cookies = new Map<string, string>()

  readonly #token: string | undefined
  /** The calls of access tokens, with the types of the OpenAPI document. */
  readonly typed: Client<paths>

  /** @param token a personal access token, sent instead of cookies */
  constructor(base: string, token?: string) {
    this.base = base
    this.#token = token
    this.typed = createClient<paths>({
      baseUrl: base,
      fetch: async request =>
        this.call(request.url, {
          method: request.method,
          headers: request.headers,
          ...(request.body ? { body: await request.text() } : {}),
        }),
    })
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** One request, redirects not followed. @throws ClientError when no server answers */
  async call(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#token !== undefined) headers.set('authorization', `Bearer ${this.#token}`)
    else if (this.#cookies.size) headers.set('cookie', this.cookieHeader)
    let response: Response
    try {
      response = await fetch(new URL(address, this.base), { ...init, headers, redirect: 'manual' })
    } catch (cause) {
      throw new ClientError(`No server answers at ${this.base}: start one with npm start`, { cause })
    }
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name) this.#cookies.set(name, value ?? '')
    }
    return response
  }

  /** @throws ClientError with the server's message on any error */
  async json<T>(address: string, init?: RequestInit): Promise<T> {
    const response = await this.call(address, init)
    const text = await response.text()
    if (!response.ok) throw new ClientError(`${response.status} from ${address}: ${sentenceOf(text)}`)
    return JSON.parse(text) as T
  }

  post<T>(address: string, body: unknown): Promise<T> {
    return this.json(address, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  }

  /** Follows redirects like a browser. @returns the first answer that is no redirect, and its address */
  async follow(address: string): Promise<{ response: Response; url: string }> {
    let url = new URL(address, this.base).href
    for (let hops = 0; hops < 10; hops++) {
      const response = await this.call(url)
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || !location) return { response, url }
      url = new URL(location, url).href
    }
    throw new Error(`Too many redirects at ${url}`)
  }

  /**
   * Signs in at the sandbox's account chooser.
   * @throws ClientError when there is no chooser because the server uses a real identity provider
   */
  async signInAtChooser(email: string): Promise<void> {
    const { response, url } = await this.follow(api.login)
    if (!response.ok || !new URL(url).pathname.startsWith('/interaction/'))
      throw new ClientError(
        `${this.base} has no account chooser, so nobody can be signed in from here: start a server with npm start`,
      )
    const chosen = new URLSearchParams({ email, verified: 'on' })
    const answer = await this.call(url, { method: 'POST', body: chosen })
    await this.follow(new URL(answer.headers.get('location') ?? '', url).href)
    await this.json(api.user)
  }

  /** Signs up; for a known address, signs in with the mailed link from the sandbox's mailbox. */
  async signIn(email: string): Promise<void> {
    const asked = Date.now()
    const answer = await this.post<{ id?: string; linkSent?: true }>(api.simpleSignup, {
      email,
      displayName: email.split('@')[0],
    })
    if (answer.id) return
    for (let tries = 0; tries < 100; tries++) {
      const mails = await this.json<{ links: string[]; sentAt: string }[]>(
        `/sandbox/mailbox?to=${encodeURIComponent(email)}`,
        {
          headers: { accept: 'application/json' },
        },
      )
      // Mail dates have whole seconds.
      const link = mails
        .filter(mail => Date.parse(mail.sentAt) >= asked - 2000)
        .flatMap(mail => mail.links)
        .find(address => address.includes('/api/auth/link'))
      if (link) {
        const token = new URL(link).searchParams.get('token') ?? ''
        await this.call(api.mailedLink, { method: 'POST', body: new URLSearchParams({ token, email }) })
        return
      }
      await pause(100)
    }
    throw new ClientError(`No sign-in mail for ${email} arrived in the sandbox's mailbox`)
  }

  /** Opens an upload for a local file; the title defaults to the file name. */
  async requestUpload(file: string, title?: string): Promise<Upload & { size: number }> {
    const { size } = await stat(file).catch(() => {
      throw new ClientError(`There is no file ${file}`)
    })
    const body = { fileName: path.basename(file), fileSize: size, ...(title ? { title } : {}) }
    return { ...answered(await this.typed.POST('/api/videos/upload-url', { body })), size }
  }

  /** Sends the file over tus. Resolves when the server has received the last byte. */
  async sendFile(
    file: string,
    uploadUrl: string,
    size: number,
    onProgress: (sent: number) => void = () => undefined,
  ): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      new tus.Upload(createReadStream(file), {
        endpoint: new URL(uploadUrl, this.base).href,
        uploadSize: size,
        chunkSize: 8 * 1024 * 1024,
        retryDelays: [0, 1000, 3000, 5000],
        metadata: { filename: path.basename(file) },
        onProgress,
        onError: error => {
          const body = error instanceof tus.DetailedError ? error.originalResponse?.getBody() : undefined
          reject(new ClientError(body ? `The server refused the file: ${sentenceOf(body)}` : error.message))
        },
        onSuccess: () => resolve(),
      }).start()
    })
  }

  /** Polls, as the contract's screens do, until the answer is as expected. */
  async until<T>(ask: () => Promise<T>, wished: (answer: T) => boolean, everyMs = 200): Promise<T> {
    for (;;) {
      const answer = await ask()
      if (wished(answer)) return answer
      await pause(everyMs)
    }
  }

  async #statusOf(id: string): Promise<StreamStatus> {
    return answered(await this.typed.GET('/api/videos/{id}/status', { params: { path: { id } } }))
  }

  /** Waits until the video is playable. @throws ClientError when processing failed */
  untilPlayable(videoId: string, everyMs = 50): Promise<StreamStatus> {
    return this.until(
      () => this.#statusOf(videoId),
      status => {
        if (status.status === 'failed')
          throw new ClientError(`The video could not be used: ${status.processingError}`)
        return status.cfReadyToStream
      },
      everyMs,
    )
  }

  /** Waits until every rendition is there. */
  async untilLadder(videoId: string): Promise<void> {
    await this.until(
      () => this.#statusOf(videoId),
      status => status.ladderProgress === 100,
    )
  }

  /** Waits until the newest analysis is done. @throws ClientError when it failed */
  untilAnalyzed(
    videoId: string,
    onStatus: (status: AiStatusAnswer) => void = () => undefined,
  ): Promise<AiStatusAnswer> {
    return this.until(
      async () =>
        answered(await this.typed.GET('/api/videos/{id}/ai-status', { params: { path: { id: videoId } } })),
      status => {
        onStatus(status)
        if (status.aiProcessingStatus === 'failed')
          throw new ClientError(`The analysis failed: ${status.aiProcessingError}`)
        return status.completed
      },
      200,
    )
  }
}
