import { describe, expect, test } from 'vitest'
import { ApiError, isUnauthorized, sentenceOf } from './api.ts'

const refusal = JSON.stringify({
  code: 'too_large',
  message: 'The file is larger than 500 MB.',
  field: 'file',
})

describe('ApiError', () => {
  test('its message is the status and the body, as the contract says', () => {
    expect(new ApiError(413, refusal, 'Payload Too Large').message).toBe(`413: ${refusal}`)
    expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway')
  })
  test('contains the message for users', () => {
    expect(sentenceOf(new ApiError(413, refusal, ''), 'other words')).toBe('The file is larger than 500 MB.')
    expect(sentenceOf(new ApiError(503, 'Closed for the night.\n', ''), 'other words')).toBe(
      'Closed for the night.',
    )
    expect(sentenceOf(new ApiError(500, 'at line '.repeat(50), ''), 'other words')).toBe('other words')
    expect(sentenceOf(new ApiError(502, '<html>Bad gateway</html>', ''), 'other words')).toBe('other words')
    expect(sentenceOf(new TypeError('Failed to fetch'), 'other words')).toBe('other words')
  })
})

test('a lost session is a 401 that says so', () => {
  expect(isUnauthorized(new ApiError(401, '{"code":"unauthorized","message":"Unauthorized"}', ''))).toBe(true)
  expect(isUnauthorized(new ApiError(401, '', 'Unauthorized'))).toBe(true)
  expect(isUnauthorized(new ApiError(403, '{"message":"Unauthorized"}', ''))).toBe(false)
  expect(isUnauthorized(new TypeError('Failed to fetch'))).toBe(false)
})
