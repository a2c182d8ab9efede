import { expect, test } from 'vitest'
import { publishingWorld } from '#test/harness/publishing/world.ts'

const media = { source: 'FILE_UPLOAD', video_size: 9, chunk_size: 9, total_chunk_count: 1 }
const post = { privacy_level: 'SELF_ONLY', title: 'Mud day' }

test.each([
  [
    'a field that the reference does not name',
    { post_info: { ...post, mood: 'good' }, source_info: media },
    /mood/,
  ],
  ['a missing field', { post_info: { title: 'Mud day' }, source_info: media }, /privacy_level/],
  ['a wrong type', { post_info: post, source_info: { ...media, video_size: '9' } }, /video_size/],
])('TikTok refuses %s and records it', async (_what, body, record) => {
  const { tiktok } = await publishingWorld()
  const answer = await fetch(`${tiktok.url}/v2/post/publish/video/init/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ error: expect.objectContaining({ code: 'invalid_params' }) }),
  ])
  // Taken off the record, because any recorded misfit fails a test.
  expect(tiktok.platform.misfits.splice(0)).toEqual([expect.stringMatching(record)])
})

test.each([
  ['part=status&id=x&mood=good', /mood/],
  ['id=x', /part/],
  ['part=status&id=x&maxResults=many', /maxResults/],
  ['part=moods&id=x', /no such part/],
])('YouTube refuses videos?%s and records it', async (query, record) => {
  const { youtube } = await publishingWorld()
  const answer = await fetch(`${youtube.url}/youtube/v3/videos?${query}`)
  expect(answer.status).toBe(400)
  expect(youtube.platform.misfits.splice(0)).toEqual([expect.stringMatching(record)])
})
