import { type SendDeps, sendDue } from './send-due.ts'

const lookEveryMs = 2000
/** A mail server that is slow with one mail must not delay the others. */
const atOnce = 5
const quitTimeoutMs = 3000

/** Sends due mails as long as the server runs. */
export class MailSender {
  readonly #deps: SendDeps
  readonly #going = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: SendDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
  }

  #look(): void {
    if (this.#going.size >= atOnce) return
    const work = sendDue(this.#deps)
      .then(() => undefined)
      .catch(error => this.#deps.log.error({ err: error }, 'mails could not be sent'))
      .finally(() => this.#going.delete(work))
    this.#going.add(work)
  }

  /** Ends soon: the next process looks at a mail that is still being sent. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    let impatience: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      impatience = setTimeout(resolve, quitTimeoutMs)
    })
    await Promise.race([Promise.all(this.#going), late])
    clearTimeout(impatience)
  }
}
