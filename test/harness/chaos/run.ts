import { setTimeout as pause } from 'node:timers/promises'
import { type Platform, platforms } from '#contract/publishing/publications.ts'
import { checkLedger } from '#server/ledger/index.ts'
import { clip } from '../../media/clip.ts'
import { random } from '../random.ts'
import { type ChaosCluster, cutConnections, type Machine, startCluster } from './cluster.ts'
import {
  type Answered,
  earnAndAsk,
  fileFrom,
  insist,
  join,
  newAdmin,
  Person,
  publish,
  type Sent,
  stripeOf,
  untilReady,
  upload,
  view,
} from './crowd.ts'

export interface ChaosOrder {
  seconds: number
  uploads: number
  riders: number
  viewers: number
  webs: number
  workers: number
  /** how many of the uploads are published, and how many riders ask for their money */
  publications: number
  payouts: number
  /** seconds between two faults, on average */
  faultEverySeconds: number
  seed: number
  say: (line: string) => void
}

/** Seconds in which answers may fail, and why. */
interface BadTime {
  from: number
  to: number
  why: string
}

export interface ChaosReport {
  uploads: number
  /** what was found wrong, as sentences; none is right */
  wrong: string[]
  answers: number
  /** 5xx and broken connections in the seconds of faults, where they may be */
  failedInBadTimes: number
  faults: Record<string, number>
  refusedByStore: number
  /** the highest resident memory of a process by role, megabytes, in both halves of the time */
  memory: Record<Machine['role'], [number, number]>
}

/** After a fault its last failed answers arrive within this time. */
const echoMs = 3000

class Faults {
  readonly badTimes: BadTime[] = []
  readonly counts: Record<string, number> = {}
  readonly #cluster: ChaosCluster
  readonly #below: (limit: number) => number
  readonly #say: (line: string) => void

  constructor(cluster: ChaosCluster, below: (limit: number) => number, say: (line: string) => void) {
    this.#cluster = cluster
    this.#below = below
    this.#say = say
  }

  async #during(why: string, work: () => Promise<unknown>): Promise<void> {
    this.#say(why)
    this.counts[why] = (this.counts[why] ?? 0) + 1
    const bad: BadTime = { from: Date.now() - 1000, to: Number.POSITIVE_INFINITY, why }
    this.badTimes.push(bad)
    try {
      await work()
    } finally {
      bad.to = Date.now() + echoMs
    }
  }

  /** Every web server says that it is ready. */
  async #ready(): Promise<void> {
    for (const { running, role } of this.#cluster.machines)
      if (running && role === 'web')
        await insist(async () => ((await fetch(`${running.url}/readyz`)).ok ? true : undefined))
  }

  /** Ends a process of this role and starts it again, or of any. Only one is down at a time. */
  async restart(role?: Machine['role']): Promise<void> {
    const machines = this.#cluster.machines.filter(one => !role || one.role === role)
    const machine = machines[this.#below(machines.length)] as Machine
    const how = this.#below(2) === 0 ? 'kill' : 'stop'
    const rest = this.#below(2000)
    await this.#during(`${how} a ${machine.role}`, () => machine.end(how))
    await pause(rest)
    await machine.start()
  }

  cut(): Promise<void> {
    return this.#during('cut connections', () =>
      insist(() => cutConnections(this.#cluster.db, this.#below)).then(() => this.#ready()),
    )
  }

  restartDatabase(): Promise<void> {
    const { database } = this.#cluster
    return this.#during('restart the database', async () => {
      await database.stop()
      await pause(2000)
      await database.start()
      await this.#ready()
    })
  }

  /** One fault after another until the end, the database's two restarts among them. */
  async until(end: number, everySeconds: number): Promise<void> {
    const begun = Date.now()
    const restarts = [1 / 3, 2 / 3].map(part => begun + part * (end - begun))
    // Each kind at least once, however slow the machine is.
    const first = [() => this.restart('web'), () => this.cut(), () => this.restart('worker')]
    while (Date.now() < end || first.length || restarts.length) {
      await pause((0.5 + this.#below(1000) / 1000) * everySeconds * 1000)
      const [due = Number.POSITIVE_INFINITY] = restarts
      if (Date.now() > due) {
        restarts.shift()
        await this.restartDatabase()
      } else if (first.length) await first.shift()?.()
      else if (this.#below(4) === 0) await this.cut()
      else await this.restart()
    }
  }
}

/** Work for several at a time, in this order. */
async function inTurn<T>(all: readonly T[], atOnce: number, work: (one: T, n: number) => Promise<unknown>) {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < all.length) {
        const n = next++
        await work(all[n] as T, n)
      }
    }),
  )
}

/** What lies in the database and at the vendors, against what people did. */
async function findings(
  { db, vendors }: ChaosCluster,
  { sent, published, paid }: { sent: Sent[]; published: number; paid: number },
): Promise<string[]> {
  const wrong: string[] = []
  const expectSame = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
  }
  const videos = await db
    .selectFrom('videos')
    .select(['id', 'original_sha256', 'status', 'ai_status'])
    .execute()
  const byId = new Map(videos.map(video => [video.id, video]))
  for (const { videoId, sha256 } of sent)
    expectSame(`the original of ${videoId}`, byId.get(videoId)?.original_sha256, sha256)
  // An answer that was lost leaves a video without bytes.
  const arrived = videos.filter(({ status }) => status !== 'uploading')
  expectSame('videos', arrived.length, sent.length)
  expectSame('videos that failed', arrived.filter(({ status }) => status === 'failed').length, 0)
  expectSame('videos not analyzed', arrived.filter(one => one.ai_status !== 'completed').length, 0)

  const publications = await db
    .selectFrom('publications')
    .select(['state', 'post_id', 'platform', 'attempts', 'note', 'failure_kind', 'failure_sentence'])
    .execute()
  expectSame('publications', publications.length, published)
  expectSame(
    'publications not published',
    publications.filter(p => p.state !== 'published'),
    [],
  )
  const posts = Object.values(vendors.social).flatMap(({ platform }) =>
    platform.posts.all().map(({ id }) => id),
  )
  expectSame('posts', posts.sort(), publications.map(p => p.post_id).sort())

  const payouts = await db.selectFrom('payouts').select(['id', 'status', 'user_id']).execute()
  expectSame('payouts', payouts.length, paid)
  expectSame('payouts not completed', payouts.filter(p => p.status !== 'completed').length, 0)
  const transfers = vendors.stripe?.control.state.all('transfer') ?? []
  expectSame(
    'transfers',
    transfers.map(one => one.transfer_group).sort(),
    payouts.map(({ id }) => `payout:${id}`).sort(),
  )
  const { findings: faults } = await checkLedger(db)
  expectSame('faults of the ledger', faults, [])
  return wrong
}

/** The highest memory of each role in both halves of the time. */
function watchMemory({ machines }: ChaosCluster, middle: number) {
  const memory: ChaosReport['memory'] = { web: [0, 0], worker: [0, 0] }
  const timer = setInterval(async () => {
    for (const { running, role } of machines) {
      const megabytes = Math.round(((await running?.residentBytes().catch(() => 0)) ?? 0) / 1e6)
      const half = Date.now() < middle ? 0 : 1
      memory[role][half] = Math.max(memory[role][half], megabytes)
    }
  }, 1000)
  return { memory, stop: () => clearInterval(timer) }
}

/** The whole product among faults: everybody does what they came for, and in the end nothing is lost or there twice. */
export async function runChaos(order: ChaosOrder): Promise<ChaosReport> {
  const { say } = order
  const below = random(order.seed)
  const cluster = await startCluster({ ...order, refusedShare: 0.05, below: random(order.seed + 1) })
  const stopping = new AbortController()
  try {
    const answers: Answered[] = []
    const note = (answer: Answered) => void answers.push(answer)
    const admin = newAdmin(cluster.url, note)
    await join(cluster, admin)
    const riders: Person[] = []
    for (let n = 1; n <= order.riders; n++) {
      const rider = new Person(cluster.url, `rider.${n}@riders.example`, note, n)
      await join(cluster, rider)
      riders.push(rider)
    }
    say(`${riders.length} riders are there`)
    const clips = await Promise.all(
      // Facebook takes reels from three seconds on.
      [4, 5, 6].map(seconds => clip('ride.mp4', { seconds, size: seconds === 5 ? '640x360' : '426x240' })),
    )
    const begun = Date.now()
    const end = begun + order.seconds * 1000
    const { memory, stop } = watchMemory(cluster, (begun + end) / 2)
    const faults = new Faults(cluster, below, say)
    const raging = faults.until(end, order.faultEverySeconds)
    const sent: Sent[] = []

    const numbers = Array.from({ length: order.uploads }, (_, n) => n)
    const uploading = inTurn(numbers, 4, async (n, place) => {
      // Spread over the time, which the last of them may not need.
      await pause(Math.max(0, begun + (place / order.uploads) * order.seconds * 900 - Date.now()))
      const file = await fileFrom(clips[n % clips.length] as string, n % 2 ? 50_000 : 9_000_000)
      sent.push(await upload(riders[n % riders.length] as Person, file, n % 3 === 2 ? 'form' : 'tus', n))
    })
    const viewing = Array.from({ length: order.viewers }, async (_, n) => {
      while (!stopping.signal.aborted) {
        const seen = sent[(n * 7 + answers.length) % Math.max(1, sent.length)]
        if (seen) await view(seen).catch(() => undefined)
        await pause(1000, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    })
    const stripe = stripeOf(cluster)
    const paying = inTurn(riders.slice(0, order.payouts), 2, async (rider, n) => {
      await pause(Math.max(0, begun + (n / order.payouts) * order.seconds * 800 - Date.now()))
      await earnAndAsk(cluster, rider, stripe)
    })
    const publishing = inTurn(numbers.slice(0, order.publications), 2, async n => {
      const one = await insist(async () => sent[n], order.seconds + 300)
      await untilReady(one, order.seconds + 300)
      await publish(admin, one, platforms[n % platforms.length] as Platform)
    })
    await Promise.all([raging, uploading, paying, publishing])
    say(`${sent.length} uploads are there; now everything has to end`)
    for (const one of sent) await untilReady(one, 300)
    await insist(async () => {
      const { db } = cluster
      const states = await db.selectFrom('publications').select('state').execute()
      const payouts = await db.selectFrom('payouts').select('status').execute()
      const ended =
        states.every(({ state }) => state === 'published') && payouts.every(one => one.status === 'completed')
      return ended ? true : undefined
    }, 120).catch(error => say(String(error)))
    stopping.abort()
    await Promise.all(viewing)
    stop()

    const bad = answers.filter(({ status }) => status === 0 || status >= 500)
    const excused = bad.filter(({ at }) => faults.badTimes.some(({ from, to }) => at >= from && at <= to))
    const wrong = await findings(cluster, { sent, published: order.publications, paid: order.payouts })
    for (const one of bad.filter(answer => !excused.includes(answer)))
      wrong.push(
        `${one.status} from ${one.what}, ${((one.at - begun) / 1000).toFixed(1)} s after the start: ${one.body ?? 'no answer'}`,
      )
    return {
      ...{ uploads: sent.length, wrong, answers: answers.length, failedInBadTimes: excused.length, memory },
      ...{ faults: faults.counts, refusedByStore: cluster.refusedByStore() },
    }
  } finally {
    stopping.abort()
    await cluster.close()
  }
}
