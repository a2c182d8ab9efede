import { describe, expect, test } from 'vitest'
import type { StreamStatus } from '../../../entities/video/stream-status.ts'
import { endOf, nextProgress } from './watch-processing.ts'

const status = (part: Partial<StreamStatus>): StreamStatus => ({
  status: 'processing',
  cfStreamId: null,
  cfProcessingStatus: 'inprogress',
  cfReadyToStream: false,
  processingError: null,
  ladderProgress: 0,
  renditions: [],
  ...part,
})

test('the bar advances by 5 and stops at 90', () => {
  expect(nextProgress(0)).toBe(5)
  expect(nextProgress(85)).toBe(90)
  expect(nextProgress(90)).toBe(90)
})

describe('endOf', () => {
  test('keeps waiting while in progress', () => {
    expect(endOf(status({}))).toBe(null)
    expect(endOf(status({ status: 'uploading', cfProcessingStatus: null }))).toBe(null)
  })
  test('is ready once it can be streamed, even while renditions are encoded', () => {
    expect(endOf(status({ cfReadyToStream: true, cfStreamId: 'abc' }))).toEqual({
      kind: 'ready',
      streamId: 'abc',
    })
    expect(endOf(status({ cfProcessingStatus: 'ready', cfStreamId: 'abc' }))).toEqual({
      kind: 'ready',
      streamId: 'abc',
    })
  })
  test('has failed by either status, with the message for its owner', () => {
    expect(endOf(status({ status: 'failed', processingError: 'The file is empty.' }))).toEqual({
      kind: 'failed',
      sentence: 'The file is empty.',
    })
    expect(endOf(status({ cfProcessingStatus: 'error' }))).toEqual({ kind: 'failed', sentence: null })
  })
})
