import path from 'node:path'
import { expect, test } from 'vitest'
import { storyboardTimes } from '#contract/thumbnails.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { type ClipOptions, makeClip, scratchFolder } from '#test/media/make.ts'
import { renderThumbnail, settle, storeStoryboard, thumbnailKey } from './thumbnail.ts'

async function storyboard(options: ClipOptions) {
  const folder = await scratchFolder()
  const file = await makeClip(path.join(folder, 'ride.mp4'), { seconds: 6, ...options })
  const probe = await probeFile(file, 'mov')
  const objects = new FolderStore(path.join(folder, 'objects'))
  const stored = await storeStoryboard(objects, { file, probe, streamId: 'ride' })
  const picture = async (seconds: number) => {
    const found = await objects.get(thumbnailKey('ride', settle({ seconds, height: 180 }, probe)))
    return found && Buffer.concat(await found.toArray())
  }
  return { file, probe, stored, picture }
}

test('the seek bar has the pictures at its times, from one pass over the key frames', async () => {
  const { file, probe, stored, picture } = await storyboard({})
  const times = storyboardTimes(probe.durationSeconds).slice(0, 6)
  expect(stored).toBe(6)
  for (const seconds of times)
    expect(await picture(seconds)).toEqual(await renderThumbnail(file, probe, { seconds, height: 180 }))
})

test('a time without a key frame of its own is left to be rendered exactly', async () => {
  const { stored, picture } = await storyboard({ extra: ['-g', '90', '-keyint_min', '90'] })
  expect(stored).toBe(2)
  expect(await Promise.all([0, 1, 3].map(async at => (await picture(at)) !== null))).toEqual([
    true,
    false,
    true,
  ])
})
