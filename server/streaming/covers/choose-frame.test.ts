import path from 'node:path'
import { expect, test } from 'vitest'
import { probeFile } from '#server/core/media/probe.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import { chooseFrame } from './choose-frame.ts'

const never = new AbortController().signal

/** Twelve seconds: black until 3, blurred until 6, sharp from then on. */
async function ride(filter: string) {
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), {
    seconds: 12,
    extra: ['-vf', filter],
  })
  return { file, probe: await probeFile(file, 'mov') }
}
const blackThenBlurred = "gblur=sigma=40:enable='lt(t,6)',eq=brightness=-1:enable='lt(t,3)'"

test('before an analysis the cover is a frame that is neither black nor blurred', async () => {
  const { file, probe } = await ride(blackThenBlurred)
  expect(await chooseFrame(file, probe, [], never)).toBeGreaterThanOrEqual(6)
})

test('the cover is a frame at the peak of the best highlight', async () => {
  const { file, probe } = await ride('null')
  const chosen = await chooseFrame(
    file,
    probe,
    [
      { at: 8.3, start: 7, end: 9 },
      { at: 2, start: 1, end: 3 },
    ],
    never,
  )
  expect(Math.abs((chosen ?? 0) - 8.3)).toBeLessThanOrEqual(0.65)
})

test("if the peak's own frame is black, uses the nearest good one", async () => {
  const { file, probe } = await ride("eq=brightness=-1:enable='between(t,7.85,8.45)'")
  const chosen = await chooseFrame(file, probe, [{ at: 8.3, start: 7, end: 9 }], never)
  expect(chosen).toBeGreaterThan(8.45)
  expect(chosen).toBeLessThanOrEqual(9)
})

test('if the best highlight shows nothing, the next one provides the cover', async () => {
  const { file, probe } = await ride(blackThenBlurred)
  const moments = [
    { at: 1.5, start: 0.5, end: 2.5 },
    { at: 9, start: 8, end: 10 },
  ]
  expect(Math.abs(((await chooseFrame(file, probe, moments, never)) ?? 0) - 9)).toBeLessThanOrEqual(0.65)
})

test('a video in which no frame shows anything has no cover', async () => {
  const { file, probe } = await ride('eq=brightness=-1')
  expect(await chooseFrame(file, probe, [], never)).toBeNull()
})
