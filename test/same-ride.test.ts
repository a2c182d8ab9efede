import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { SameRideAnswer } from '#contract/ride-data.ts'
import { proved } from './harness/review.ts'
import { startTestServer } from './harness/server.ts'
import { scratchFolder } from './media/make.ts'
import { ride } from './media/ride.ts'

const run = promisify(execFile)

/** The middle of a ride, with its video re-encoded and its sensor data copied unchanged. */
async function excerptOf(original: string): Promise<string> {
  const file = path.join(await scratchFolder(), 'excerpt.mp4')
  const [cut, copied] = [
    ['-ss', '3', '-t', '14'],
    ['-map', '0', '-c', 'copy', '-copy_unknown', '-tag:d', 'gpmd'],
  ]
  await run('ffmpeg', [
    '-v',
    'error',
    ...cut,
    '-i',
    original,
    ...copied,
    '-c:v',
    'libx264',
    '-crf',
    '35',
    file,
  ])
  return file
}

test("a rider is notified about the same file and a trimmed copy; staff also about another rider's", async () => {
  const server = await startTestServer()
  const [first, second, staff] = [
    await server.person('same.ride@trailcut.example'),
    await server.person('copied.ride@trailcut.example'),
    (await proved(server, 'moderator@trailcut.example')).client,
  ]
  const original = await ride({ telemetry: true })
  const upload = async (person: typeof first, file: string) => {
    const { video, uploadUrl, size } = await person.requestUpload(file)
    await person.sendFile(file, uploadUrl, size)
    await person.untilPlayable(video.id)
    await person.untilAnalyzed(video.id)
    return video.id
  }
  const whole = await upload(first, original)
  const alike = async (person: typeof first, id: string) => {
    const { videos } = await person.json<SameRideAnswer>(api.sameRide(id))
    return videos.map(({ id, by, sameRider }) => [id, by, sameRider])
  }
  expect(await alike(first, whole)).toEqual([])

  const excerpt = await upload(first, await excerptOf(original))
  const plain = await upload(first, await ride({ telemetry: false }))
  const stolen = await upload(second, original)

  expect(await alike(first, whole)).toEqual([[excerpt, 'telemetry', true]])
  expect(await alike(first, excerpt)).toEqual([[whole, 'telemetry', true]])
  expect(await alike(first, plain)).toEqual([])
  expect(await alike(second, stolen)).toEqual([])
  expect(await alike(staff, stolen)).toEqual([
    [excerpt, 'telemetry', false],
    [whole, 'file', false],
  ])
  expect((await second.call(api.sameRide(whole))).status).toBe(404)
})
