import { expect, test } from 'vitest'
import { answerProblems, requestProblems } from './check.ts'

test('reports an unknown, a missing and a malformed parameter', () => {
  expect(requestProblems('videos.insert', { mood: 'good', notifySubscribers: 'maybe' }, undefined)).toEqual([
    'part: missing',
    'mood: no such parameter',
    'notifySubscribers: not a boolean',
  ])
})

test('reports an unknown field, a wrong type and an unknown value in a body', () => {
  const body = { snippet: { title: 1, mood: 'good' }, status: { privacyStatus: 'secret' } }
  expect(requestProblems('videos.insert', { part: 'snippet,status' }, body)).toEqual([
    'body.snippet.title: number is the wrong type',
    'body.snippet.mood: no such field',
    "body.status.privacyStatus: no such value 'secret'",
  ])
})

test('reports what an answer should not contain', () => {
  const item = { statistics: { viewCount: 12, likeCount: '1.5' }, mood: 'good' }
  expect(answerProblems('videos.list', { kind: 'youtube#videoListResponse', items: [item] })).toEqual([
    'VideoListResponse.items[0].statistics.viewCount: number is the wrong type',
    'VideoListResponse.items[0].statistics.likeCount: not a whole number as text',
    'VideoListResponse.items[0].mood: no such field',
  ])
})

test('knows what is newer than the document', () => {
  const status = { containsSyntheticMedia: true }
  expect(requestProblems('videos.insert', { part: 'status' }, { status })).toEqual([])
  expect(requestProblems('videos.batchGetStats', { part: 'statistics', id: 'x' }, undefined)).toEqual([])
  expect(() => requestProblems('videos.sing', {}, undefined)).toThrow('not among the published methods')
})
