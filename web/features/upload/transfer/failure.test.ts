import { describe, expect, test } from 'vitest'
import { type Cause, failureOf, isRepeatable } from './failure.ts'

const mb = 1024 * 1024
const status = (code: number, sentence: string | null = null): Cause => ({
  kind: 'status',
  status: code,
  sentence,
})

describe('the list of upload failures', () => {
  test.each([
    [413, 'File is too large (620MB). Please reduce file size to under 500MB and try again.', false],
    [408, 'Upload timeout. Please try again with a smaller file or better connection.', true],
    [429, 'Too many upload attempts. Please wait a moment and try again.', true],
    [503, 'Upload failed with status 503', true],
    [415, 'Upload failed with status 415', false],
    [404, 'Upload failed with status 404', false],
  ])('status %i', (code, message, resumable) => {
    expect(failureOf(status(code), 620 * mb)).toMatchObject({ message, resumable })
  })

  test("shows the server's sentence beside the contract's", () => {
    expect(failureOf(status(415, 'This is not a video file.'), mb).detail).toBe('This is not a video file.')
  })

  test('keeps what was sent when the connection breaks, and resumes once it is back', () => {
    const failure = failureOf({ kind: 'network', online: false, otherOrigin: false, nothingSent: false }, mb)
    expect(failure.message).toBe(
      'Upload failed after multiple attempts. Please check your connection and try again.',
    )
    expect(failure).toMatchObject({ resumable: true, whenOnline: true })
  })

  test('does not retry automatically if the server fails to answer while online', () => {
    const failure = failureOf({ kind: 'network', online: true, otherOrigin: false, nothingSent: false }, mb)
    expect(failure).toMatchObject({ resumable: true, whenOnline: false })
  })

  test('distinguishes a refusal by the browser from a broken connection', () => {
    const blocked = failureOf({ kind: 'network', online: true, otherOrigin: true, nothingSent: true }, mb)
    const broken = failureOf({ kind: 'network', online: true, otherOrigin: true, nothingSent: false }, mb)
    expect(blocked.detail).toMatch(/couldn't send/)
    expect(broken.detail).not.toBe(blocked.detail)
  })

  test('asks to choose a missing file again, and keeps what was sent', () => {
    const failure = failureOf({ kind: 'file' }, mb)
    expect(failure.message).toBe('Your browser can no longer read this file.')
    expect(failure).toMatchObject({ resumable: false, kept: true, whenOnline: false })
  })

  test('ten silent minutes are a timeout', () => {
    expect(failureOf({ kind: 'silence' }, mb).message).toMatch(/^Upload timeout/)
  })
})

describe('isRepeatable', () => {
  test.each([
    [null, true],
    [500, true],
    [503, true],
    [409, true],
    [423, true],
    [400, false],
    [413, false],
    [415, false],
    [429, false],
  ])('%s: %s', (code, repeated) => {
    expect(isRepeatable(code)).toBe(repeated)
  })
})
