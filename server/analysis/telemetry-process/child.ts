/**
 * The process that reads one of a rider's files: `child.ts added|original FILE [NUMBERS]`. Prints one line of
 * JSON, an `Answer`, and writes the numbers of all series to NUMBERS, in order: the times (f64), then the
 * values. It is started with limits on memory and time, sees no environment and may read only the code and
 * FILE.
 */
import { closeSync, openSync, writeSync as write } from 'node:fs'
import { readAddedTelemetry, readTelemetry, TelemetryError } from '#telemetry/index.ts'
import { isSidecar, type Telemetry } from '#telemetry/types.ts'
import { rideOf, summarizeTelemetry } from '../telemetry-summary.ts'
import type { Answer } from './index.ts'

const [kind, input, numbers] = process.argv.slice(2)

function writeAll(file: number, { buffer, byteOffset, byteLength }: Float64Array | Float32Array): void {
  for (let done = 0; done < byteLength; )
    done += write(file, new Uint8Array(buffer, byteOffset + done, byteLength - done))
}

function keepNumbers(path: string, { series }: Telemetry): void {
  const file = openSync(path, 'w')
  for (const { times, values } of series.values()) {
    writeAll(file, times)
    writeAll(file, values)
  }
  closeSync(file)
}

const notes: string[] = []

async function answer(): Promise<Answer> {
  const telemetry =
    kind === 'added'
      ? await readAddedTelemetry(input as string)
      : await readTelemetry(input as string, reason => void notes.push(reason))
  if (telemetry && numbers) keepNumbers(numbers, telemetry)
  return {
    notes,
    summary: summarizeTelemetry(telemetry),
    ride: telemetry && isSidecar(telemetry.format) ? rideOf(telemetry) : null,
    telemetry: telemetry && {
      ...telemetry,
      series: [...telemetry.series.values()].map(({ times, values, ...about }) => ({
        ...about,
        rows: times.length,
        precise: values instanceof Float64Array,
      })),
    },
  }
}

const failure = (error: unknown): Answer => {
  if (error instanceof TelemetryError) return { refused: error.problem }
  // The only error V8 throws when a limit leaves no room for an array.
  if (error instanceof RangeError && /allocation failed/.test(error.message)) return { outOfMemory: true }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

process.stdout.write(`${JSON.stringify(await answer().catch(failure))}\n`)
