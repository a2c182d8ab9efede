import path from 'node:path'
import { expect, test } from 'vitest'
import { probeFile } from '#server/core/media/probe.ts'
import { runMedia } from '#server/core/media/process.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import { canShareCopy, shareCommand } from './commands.ts'

test.each([
  [15, 30],
  [30, 30],
  [120, 60],
])('a whole video with %d frames a second is posted with %d', async (fps, posted) => {
  const folder = await scratchFolder()
  const file = await makeClip(path.join(folder, 'ride.mp4'), { fps })
  const probe = await probeFile(file, 'mov')
  const copy = canShareCopy(probe)
  expect(copy).toBe(fps === posted)
  await runMedia(shareCommand({ file, probe, folder, name: 'video.mp4', copy }), { timeoutMs: 60_000 })
  const { video, durationSeconds } = await probeFile(path.join(folder, 'video.mp4'), 'mov')
  expect([video.fps, durationSeconds]).toEqual([posted, expect.closeTo(2, 1)])
})
