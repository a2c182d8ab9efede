import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Truth } from './types.ts'

const seconds = z.number().min(0)

/**
 * A truth file for a video, written by a person or the ride simulator. docs/evaluation.md explains each
 * field.
 */
const truthFile = z.object({
  durationSeconds: z.number().positive().optional(),
  events: z.array(
    z
      .object({
        type: z.string().min(1),
        start: seconds,
        end: seconds,
        core: seconds.optional(),
        intensity: z.number().min(0).max(1).nullable().optional(),
        value: z.number().nullable().optional(),
      })
      .refine(event => event.end > event.start, 'a moment ends after it starts'),
  ),
  cuts: z.array(z.object({ time: seconds, start: seconds.optional(), end: seconds.optional() })).default([]),
})

/**
 * Reads the ground truth of a video.
 * @param durationSeconds of the video, used when the file has no duration
 * @throws Error that names the file and the field when the format is wrong
 */
export async function readTruth(path: string, durationSeconds: number): Promise<Truth> {
  const parsed = truthFile.safeParse(JSON.parse(await readFile(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
  return {
    durationSeconds: parsed.data.durationSeconds ?? durationSeconds,
    events: parsed.data.events.map(event => ({
      ...event,
      core: event.core ?? (event.start + event.end) / 2,
      intensity: event.intensity ?? null,
      value: event.value ?? null,
    })),
    cuts: parsed.data.cuts.map(({ time, start, end }) => ({ time, start: start ?? time, end: end ?? time })),
  }
}
