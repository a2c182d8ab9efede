import { expect, it } from 'vitest'
import { ride } from '#test/media/ride.ts'
import { measureStability } from './stable.ts'

it('finds the same in the same file, and in a copy that looks identical to viewers', async () => {
  const copy = 'louder, brighter, re-encoded'
  const { runs, results, copies } = await measureStability(await ride({ telemetry: true }), 2, () => {}, [
    copy,
  ])
  expect({ runs, results }).toEqual({ runs: 2, results: 1 })
  expect(copies).toEqual([
    {
      name: copy,
      withTelemetry: expect.objectContaining({ lost: [], added: [] }),
      without: expect.anything(),
    },
  ])
}, 240_000)
