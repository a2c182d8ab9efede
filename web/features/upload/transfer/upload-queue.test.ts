import { expect, test } from 'vitest'
import { uploadQueue } from './upload-queue.ts'
import type { QueuedUpload } from './upload-state.ts'

const waiting = (name: string): QueuedUpload => ({
  file: new File(['x'], name),
  fields: { title: name, description: '', category: 'utv' },
})

test('files are taken in the order they were added, skipping removed ones', () => {
  const [a, b, c] = [waiting('a'), waiting('b'), waiting('c')]
  uploadQueue.add([a, b])
  uploadQueue.add([c])
  uploadQueue.remove(b)
  expect([uploadQueue.take(), uploadQueue.take(), uploadQueue.take()]).toEqual([a, c, null])
})

test('a cleared queue is empty', () => {
  uploadQueue.add([waiting('a')])
  uploadQueue.clear()
  expect(uploadQueue.take()).toBeNull()
})
