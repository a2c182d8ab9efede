/**
 * What the analysis costs: CPU time compared with a bare decode of the same file, speed relative to real time
 * on 1080p30 at about 1 Mb/s, and node's peak memory for an hour of video with an hour of telemetry. A server analyzes one
 * video after the other, so what counts is the second analysis of a process; the first also compiles the code.
 *
 *   node bench/analysis.ts [FILE …]     other files instead of the first one made here
 *
 * Goals: at most 1.15 times the CPU of `ffmpeg -f null -`; 8 times real time or faster on two idle cores; at
 * most 200 MB for 60 minutes. Every run is a separate process, so that memory and CPU don't mix.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { inputOf } from '#lab/evaluate/judge.ts'
import { analyzeVideo } from '#server/analysis/analyze.ts'
import { median } from '#server/analysis/math.ts'
import type { AnalysisInput } from '#server/analysis/types.ts'
import { serverArgs, serverEnv } from '../scripts/setup.mjs'
import { keepFigures } from './keep.ts'
import { makeMinute } from './minute.ts'

const run = promisify(execFile)
const rounds = 7

interface Cost {
  wallSeconds: number
  cpuSeconds: number
  videoSeconds: number
  rssMegabytes: number
}

/** CPU seconds of this process and its ended children (proc(5): utime, stime, cutime, cstime). */
async function cpuSeconds(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

async function measure(
  work: (input: AnalysisInput) => Promise<unknown>,
  input: AnalysisInput,
): Promise<Cost> {
  const cpu = await cpuSeconds()
  const begun = performance.now()
  await work(input)
  return {
    wallSeconds: (performance.now() - begun) / 1000,
    cpuSeconds: (await cpuSeconds()) - cpu,
    videoSeconds: input.durationSeconds,
    rssMegabytes: process.resourceUsage().maxRSS / 1024,
  }
}

const works: Record<string, (input: AnalysisInput) => Promise<unknown>> = {
  analysis: input => analyzeVideo(input, () => {}),
  decode: input => run('ffmpeg', ['-nostdin', '-v', 'error', '-i', input.path, '-f', 'null', '-']),
}

/** As the product runs the analysis: with the server's options, and its compiled modules kept. */
const nodeOptions = serverArgs.filter(arg => arg.startsWith('--'))

/** The same work so many times in a process of its own. @returns the cost of each */
async function inOwnProcess(work: string, file: string, times: number): Promise<Cost[]> {
  const args = [...nodeOptions, import.meta.filename, '--measure', work, file, String(times)]
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...serverEnv } })
  return JSON.parse(stdout) as Cost[]
}

/** Runs of one round, one right after the other. */
type Round = Record<'decode' | 'first' | 'analysis', Cost>

/**
 * Decoding and analysis take turns, so that a machine that grows slower meanwhile slows both, and each round gives a
 * ratio of its own.
 */
async function paired(file: string): Promise<Round[]> {
  const done: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const [decode] = await inOwnProcess('decode', file, 1)
    const [first, analysis] = await inOwnProcess('analysis', file, 2)
    done.push({ decode: decode!, first: first!, analysis: analysis! })
  }
  return done
}

/** The run with the least CPU: other load on the machine only adds. */
const best = (costs: readonly Cost[]): Cost => costs.toSorted((a, b) => a.cpuSeconds - b.cpuSeconds)[0]!

async function makeHour(folder: string): Promise<string> {
  const hour = path.join(folder, 'hour.mp4')
  const seconds = 3600
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=8:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `anoisesrc=duration=${seconds}:amplitude=0.1:sample_rate=16000`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', hour],
  ])
  const { appendTelemetry } = await import('#lab/ride/mux.ts')
  const { sampleTelemetry } = await import('#lab/ride/sample-telemetry.ts')
  const { payloads, payloadDurations } = sampleTelemetry(seconds, { scenes: true })
  await appendTelemetry(hour, { payloads, payloadDurations, hiLights: [] })
  return hour
}

const [flag, work, measured, times] = process.argv.slice(2)
if (flag === '--measure') {
  const input = await inputOf(measured!)
  const costs: Cost[] = []
  while (costs.length < Number(times)) costs.push(await measure(works[work!]!, input))
  process.stdout.write(JSON.stringify(costs))
} else {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-'))
  try {
    const files = process.argv.length > 2 ? process.argv.slice(2) : [await makeMinute(folder)]
    for (const file of files) {
      const done = await paired(file)
      const decode = best(done.map(one => one.decode))
      const analysis = best(done.map(one => one.analysis))
      const ratioOf = (which: 'first' | 'analysis') =>
        median(done.map(one => one[which].cpuSeconds / one.decode.cpuSeconds))
      const [ratio, first] = [ratioOf('analysis'), ratioOf('first')]
      if (process.argv.length === 2)
        await keepFigures('analysis', {
          timesRealTime: Math.round(analysis.videoSeconds / analysis.wallSeconds),
          decodeTimesRealTime: Math.round(decode.videoSeconds / decode.wallSeconds),
          cpuRatio: Number(ratio.toFixed(2)),
          firstCpuRatio: Number(first.toFixed(2)),
        })
      console.log(
        [
          `${path.basename(file)}: ${analysis.videoSeconds.toFixed(0)} s of video`,
          `  decode    ${decode.cpuSeconds.toFixed(2)} s CPU, ${decode.wallSeconds.toFixed(2)} s`,
          `  analysis  ${analysis.cpuSeconds.toFixed(2)} s CPU, ${analysis.wallSeconds.toFixed(2)} s`,
          `  ratio     ${ratio.toFixed(2)}, the median of ${rounds} rounds (goal 1.15); ${first.toFixed(2)} for the first analysis of a process`,
          `  speed     ${(analysis.videoSeconds / analysis.wallSeconds).toFixed(1)}x real time (goal 8 on two idle cores; load ${os.loadavg()[0]!.toFixed(1)})`,
        ].join('\n'),
      )
    }
    if (process.argv.length === 2) {
      const [hour] = await inOwnProcess('analysis', await makeHour(folder), 1)
      await keepFigures('analysis', { hourMegabytes: Math.round(hour!.rssMegabytes) })
      console.log(
        `hour.mp4: ${hour!.videoSeconds.toFixed(0)} s of video with telemetry\n  peak memory of node ${hour!.rssMegabytes.toFixed(0)} MB (goal 200), ${hour!.wallSeconds.toFixed(0)} s`,
      )
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
