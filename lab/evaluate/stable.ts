import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { conclude } from '#server/analysis/analyze.ts'
import { measureSignals } from '#server/analysis/observe.ts'
import { readTelemetry } from '#telemetry/index.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { inputOf } from './judge.ts'
import { iou, type Span } from './match.ts'

const run = promisify(execFile)

/** Start and end of the same highlight may differ by this many seconds between copies of a video. */
export const steadySeconds = 0.3

export interface Comparison {
  /**
   * highlights of the original without a match in the copy that starts and ends within 0.3 s, and the reverse
   */
  lost: Span[]
  added: Span[]
  /** largest difference of a start or end among overlapping highlights, s */
  worstSeconds: number
}

/** Compares the highlights of a copy with those of the original. */
export function compareSpans(original: readonly Span[], copy: readonly Span[]): Comparison {
  const off = (a: Span, b: Span) => Math.max(Math.abs(a.start - b.start), Math.abs(a.end - b.end))
  // Sums of fractions may exceed the limit by rounding error.
  const same = (a: Span, b: Span) => off(a, b) <= steadySeconds + 1e-9
  const nearest = (a: Span) =>
    copy.filter(b => iou(a, b) > 0).reduce((least, b) => Math.min(least, off(a, b)), Infinity)
  const worst = original.map(nearest).filter(Number.isFinite)
  return {
    lost: original.filter(a => !copy.some(b => same(a, b))),
    added: copy.filter(b => !original.some(a => same(a, b))),
    worstSeconds: Math.max(0, ...worst),
  }
}

/** Copies of a video that look identical to viewers: ffmpeg arguments between input and output. */
const brighter = ['-vf', "lutyuv=y='clip(16+(val-16)*1.01,16,235)'"]
const louder = ['-af', 'volume=1dB']
const copies: Readonly<Record<string, readonly string[]>> = {
  're-encoded': [],
  '1 dB louder': louder,
  '1% brighter': brighter,
  'louder, brighter, re-encoded': [...louder, ...brighter],
}

export interface Stability {
  runs: number
  /** number of distinct results over the runs: 1 is right */
  results: number
  copies: { name: string; withTelemetry: Comparison; without: Comparison }[]
}

/**
 * Analyzes a video several times, and copies of it that look identical to viewers. The copies use the
 * original's telemetry, which they would have kept.
 * @param names of `copies`, all by default
 */
export async function measureStability(
  path: string,
  runs: number,
  say: (text: string) => void,
  names: readonly string[] = Object.keys(copies),
): Promise<Stability> {
  const telemetry = await readTelemetry(path)
  const analyze = async (file: string) => {
    const input = await inputOf(file)
    const signals = await measureSignals(input, telemetry, () => {})
    return (given: Telemetry | null) => conclude({ ...input, path }, signals, given)
  }
  const results = new Set<string>()
  const keep = (result: unknown) => createHash('sha256').update(JSON.stringify(result)).digest('hex')
  let original = await analyze(path)
  results.add(keep(original(telemetry)) + keep(original(null)))
  for (let count = 1; count < runs; count++) {
    say(`run ${count + 1} of ${runs}`)
    original = await analyze(path)
    results.add(keep(original(telemetry)) + keep(original(null)))
  }

  const folder = await mkdtemp(join(tmpdir(), 'tc-stable-'))
  try {
    const compared: Stability['copies'] = []
    for (const name of names) {
      say(`copy: ${name}`)
      const out = join(folder, 'copy.mp4')
      await run('ffmpeg', [
        ...['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file,pipe', '-i', `file:${path}`],
        ...['-map', '0:v:0', '-map', '0:a:0?', ...(copies[name] ?? []), '-pix_fmt', 'yuv420p'],
        ...[
          '-c:v',
          'libx264',
          '-preset',
          'veryfast',
          '-crf',
          '21',
          '-c:a',
          'aac',
          '-b:a',
          '128k',
          `file:${out}`,
        ],
      ])
      const copy = await analyze(out)
      const compare = (given: Telemetry | null) =>
        compareSpans(original(given).highlights, copy(given).highlights)
      compared.push({ name, withTelemetry: compare(telemetry), without: compare(null) })
    }
    return { runs, results: results.size, copies: compared }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
