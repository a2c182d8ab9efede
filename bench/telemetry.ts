/**
 * Reads an hour of synthetic telemetry (ACCL and GYRO 200 Hz, GPS5 18 Hz, GRAV 30 Hz; 3600 payloads) and
 * prints time, peak memory of the reading process and the ratio to plain reading of the same bytes.
 *
 *   node bench/telemetry.ts [seconds of ride, 3600]
 *
 * Two layouts: adjacent payloads, and payloads spread through a sparse file of several gigabytes, as in
 * camera files.
 */
import { openFileSource, type RandomAccessSource, readTelemetry } from '#telemetry/index.ts'

const REPEATS = 5

interface Measured {
  firstMs: number
  medianMs: number
  plainMs: number
  reads: number
  bytes: number
  samples: number
  idleRss: number
  peakRss: number
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
const peakRss = (): number => process.resourceUsage().maxRSS * 1024

/** In a separate process, so that writing the file doesn't count as memory for reading it. */
async function measure(path: string): Promise<Measured> {
  const idleRss = process.memoryUsage.rss()
  const times: number[] = []
  let samples = 0
  let peak = 0
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const start = performance.now()
    const telemetry = await readTelemetry(path)
    times.push(performance.now() - start)
    if (repeat === 0) peak = peakRss()
    samples = [...telemetry!.series.values()].reduce((sum, { times: all }) => sum + all.length, 0)
  }

  const spans: [offset: number, length: number][] = []
  await using source = await openFileSource(path)
  const noting: RandomAccessSource = {
    size: source.size,
    read: (offset, length) => {
      spans.push([offset, length])
      return source.read(offset, length)
    },
  }
  await readTelemetry(noting)
  const plain: number[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const start = performance.now()
    for (let index = 0; index < spans.length; index += 4)
      await Promise.all(spans.slice(index, index + 4).map(([offset, length]) => source.read(offset, length)))
    plain.push(performance.now() - start)
  }
  return {
    firstMs: times[0]!,
    medianMs: median(times),
    plainMs: median(plain),
    reads: spans.length,
    bytes: spans.reduce((sum, [, length]) => sum + length, 0),
    samples,
    idleRss,
    peakRss: peak,
  }
}

async function main(seconds: number): Promise<void> {
  // Imported here so that the measured process contains only the reader.
  const { execFile } = await import('node:child_process')
  const { copyFile, mkdtemp, rm, stat } = await import('node:fs/promises')
  const { tmpdir } = await import('node:os')
  const { join } = await import('node:path')
  const { promisify } = await import('node:util')
  const { appendTelemetry } = await import('#lab/ride/mux.ts')
  const { keepFigures } = await import('./keep.ts')
  const { sampleTelemetry } = await import('#lab/ride/sample-telemetry.ts')
  const run = promisify(execFile)
  const folder = await mkdtemp(join(tmpdir(), 'bench-telemetry-'))
  try {
    const plain = join(folder, 'plain.mp4')
    await run('ffmpeg', [
      ...['-v', 'error', '-nostdin', '-protocol_whitelist', 'file,pipe', '-f', 'lavfi'],
      ...['-i', `color=c=black:s=16x16:r=1:d=${seconds}`, '-map', '0:v', '-c:v', 'mpeg4', plain],
    ])
    const { payloads, payloadDurations } = sampleTelemetry(seconds)
    const rows = []
    for (const [layout, spacing] of [
      ['side by side', 0],
      ['spread', 1_000_000],
    ] as const) {
      const path = join(folder, `${spacing}.mp4`)
      await copyFile(plain, path)
      await appendTelemetry(path, { payloads, payloadDurations, hiLights: [1, 2, 3], spacing })
      const { stdout } = await run(process.execPath, [import.meta.filename, '--measure', path])
      const result = JSON.parse(stdout) as Measured
      rows.push({
        layout,
        'file MB': Math.round((await stat(path)).size / 1e6),
        'read MB': (result.bytes / 1e6).toFixed(1),
        reads: result.reads,
        samples: result.samples,
        'first s': (result.firstMs / 1000).toFixed(3),
        'median s': (result.medianMs / 1000).toFixed(3),
        'plain read s': (result.plainMs / 1000).toFixed(3),
        ratio: (result.medianMs / result.plainMs).toFixed(1),
        'peak RSS MB': Math.round(result.peakRss / 1e6),
        'idle RSS MB': Math.round(result.idleRss / 1e6),
      })
    }
    console.table(rows)
    // The layout of a camera's own files, which takes longer to read.
    const spread = rows.at(-1)
    if (spread && seconds === 3600)
      await keepFigures('telemetry', {
        firstSeconds: Number(spread['first s']),
        peakMegabytes: Math.max(...rows.map(row => row['peak RSS MB'])),
        plainSeconds: Number(spread['plain read s']),
      })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[2] === '--measure') console.log(JSON.stringify(await measure(process.argv[3]!)))
else await main(Number(process.argv[2] ?? 3600))
