import { expect, test } from 'vitest'
import { damageOf } from './damage.ts'

const probe = (video: { fps?: number; seconds?: number; frames?: number } = {}, durationSeconds = 100) => ({
  durationSeconds,
  video: { fps: 30, ...video },
})

test.each<[string, ReturnType<typeof probe>, { seconds: number; frames: number | null }, number | null]>([
  ['a whole file', probe({ frames: 3000 }), { seconds: 100, frames: 3000 }, null],
  ['rounding, and a last second', probe({ frames: 3000 }), { seconds: 98.8, frames: 2964 }, null],
  ['an end that is missing', probe(), { seconds: 25, frames: null }, 25],
  ['a hole in the middle', probe({ frames: 3000 }), { seconds: 100, frames: 2100 }, 70],
  [
    'sound that is longer than the picture',
    probe({ seconds: 40, frames: 1200 }),
    { seconds: 40, frames: 1200 },
    null,
  ],
  [
    'frames that an edit leaves out',
    probe({ seconds: 300, frames: 9000 }),
    { seconds: 100, frames: 3000 },
    null,
  ],
])('%s', (_, promised, came, readable) => {
  expect(damageOf(promised, came)?.readableSeconds ?? null).toBe(readable)
})
