import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GaugeChoice, GaugeRide } from '#contract/gauges/schemas.ts'
import type { Spans } from '#gauges/index.ts'
import type { GaugePlan } from './plan.ts'

const codeFolder = path.resolve(import.meta.dirname, '../../..')
const complaintsKept = 8000

/** The input of the drawing process: one line of JSON on its standard input. */
export interface Drawing {
  ride: GaugeRide
  choice: GaugeChoice
  picture: { width: number; height: number }
  spans: Spans
  plan: Pick<GaugePlan, 'sheet' | 'regions' | 'times'>
}

/**
 * Lets a process of its own draw the gauges of a clip straight into the pipe of another process.
 * @param into that pipe; this process lets go of it
 * @throws Error with what the process said when it failed; the signal's reason when aborted
 */
export async function drawInto(into: Socket, drawing: Drawing, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(
    process.execPath,
    [
      ...['--permission', '--allow-addons', `--allow-fs-read=${codeFolder}/*`],
      ...['--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'],
      fileURLToPath(new URL('./child.ts', import.meta.url)),
    ],
    { env: {}, stdio: ['pipe', into, 'pipe'] },
  )
  // Only the drawing process holds the pipe now, so its end is the end of the sheets.
  into.destroy()
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-complaintsKept)
  })
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  // One that died early has an exit code, which says more than the broken pipe.
  child.stdin?.on('error', () => undefined).end(JSON.stringify(drawing))
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exit, killedBy) => resolve(exit ?? killedBy ?? 'unknown'))
    })
    signal.throwIfAborted()
    if (code !== 0) throw new Error(`Drawing gauges ended with ${code}: ${complaints}`)
  } finally {
    signal.removeEventListener('abort', kill)
  }
}
