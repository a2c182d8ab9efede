import { expect, test } from 'vitest'
import { plainFailure } from './failure.ts'
import { uploadQueue } from './upload-queue.ts'
import { type QueuedUpload, waiting } from './upload-state.ts'

const named = (name: string): QueuedUpload =>
  waiting(new File(['x'], name), { title: name, description: '', category: 'utv' })

test('files are taken in the order they were added, skipping removed ones', () => {
  const [a, b, c] = [named('a'), named('b'), named('c')]
  uploadQueue.add([a, b])
  uploadQueue.add([c])
  uploadQueue.remove(b)
  expect([uploadQueue.take(), uploadQueue.take(), uploadQueue.take()]).toEqual([a, c, null])
})

test('a refused file stays listed and is not taken', () => {
  const refused = { ...named('a'), refused: plainFailure('Too large', null) }
  uploadQueue.add([refused, named('b')])
  expect(uploadQueue.take()?.fields.title).toBe('b')
  expect(uploadQueue.hasNext()).toBe(false)
  expect(uploadQueue.take()).toBeNull()
  uploadQueue.remove(refused)
})
