import { maxUploadBytes } from '#contract/constants.ts'
import type { Cutter } from '#telemetry/cut/cutter.ts'
import { storedUser } from '../../../lib/session/storage.ts'
import { keepAwake } from '../transfer/keep-awake.ts'
import { madeFile, newPlace } from '../transfer/made-files.ts'
import { encoderFor, type Hardware, hardwareFor, hasHardware } from './hardware.ts'
import type { Problem, Said, Task } from './messages.ts'
import { type Plan, planFor } from './smaller-rules.ts'
import workerUrl from './smaller-worker.ts?worker&url'

/** Why a film wasn't made smaller. */
export class SmallerError extends Error {
  readonly problem: Problem
  constructor(problem: Problem, cause: string) {
    super(cause)
    this.name = 'SmallerError'
    this.problem = problem
  }
}

/** What can be offered for a film. */
export type Offer = { kind: 'plan'; plan: Plan; hardware: Hardware } | { kind: 'noHardware' | 'tooLong' }

/** Gives the worker a task. @returns its last word; null when it was cancelled @throws SmallerError */
function run(
  task: Task,
  { onProgress, signal }: { onProgress?: (seconds: number) => void; signal?: AbortSignal } = {},
): Promise<Extract<Said, { kind: 'looked' | 'made' }> | null> {
  const worker = new Worker(workerUrl, { type: 'module' })
  signal?.addEventListener('abort', () => worker.postMessage({ kind: 'cancel' } satisfies Task))
  return new Promise<Extract<Said, { kind: 'looked' | 'made' }> | null>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new SmallerError('failed', message))
    worker.onmessage = ({ data: said }: MessageEvent<Said>) => {
      if (said.kind === 'progress') onProgress?.(said.seconds)
      else if (said.kind === 'refused') reject(new SmallerError(said.problem, said.cause))
      else resolve(said.kind === 'cancelled' ? null : said)
    }
    worker.postMessage(task)
  }).finally(() => worker.terminate())
}

/** What can be offered for a film. Reads its index. */
export async function offerFor(film: File, cutter: Cutter): Promise<Offer> {
  if (!(await hasHardware())) return { kind: 'noHardware' }
  const looked = await run({ kind: 'look', film })
  if (looked?.kind !== 'looked') throw new SmallerError('failed', 'The worker looked at nothing')
  const { picture, decoder } = looked
  const plan = planFor({ seconds: cutter.seconds, besides: cutter.besidesBytes }, picture)
  if (!plan) return { kind: 'tooLong' }
  const hardware = await hardwareFor({ decoder, encoder: encoderFor(plan) })
  return hardware ? { kind: 'plan', plan, hardware } : { kind: 'noHardware' }
}

/**
 * Makes a film smaller: 1080p, with sound, sensors and everything else as it was.
 * @param onProgress seconds of the film that are done
 * @returns the file, in the browser's private storage; null when it was cancelled
 * @throws SmallerError
 */
export async function makeSmaller(
  film: File,
  { plan, hardware }: Extract<Offer, { kind: 'plan' }>,
  events: { onProgress: (seconds: number) => void; signal: AbortSignal },
): Promise<File | null> {
  const userId = storedUser()
  if (!userId) return null
  const { quota, usage } = await navigator.storage.estimate()
  if (quota !== undefined && quota - (usage ?? 0) < plan.bytes) throw new SmallerError('noRoom', 'estimate')
  const path = newPlace(userId, film.name)
  keepAwake(true)
  try {
    const made = await run({ kind: 'make', film, plan, hardware, path, most: maxUploadBytes }, events)
    return made && (await madeFile(userId, path[1]!))
  } finally {
    keepAwake(false)
  }
}
