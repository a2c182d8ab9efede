import { expect, test } from 'vitest'
import { fingerprint } from '#contract/videos.ts'
import { fingerprintOf } from './fingerprint.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31) % 251)

test("the same content gives the same fingerprint in the contract's form, under any name", async () => {
  const first = await fingerprintOf(new File([bytes(2_000_000)], 'a.mp4'))
  expect(first).toBe(await fingerprintOf(new File([bytes(2_000_000)], 'b.mp4')))
  expect(fingerprint.safeParse(first).success).toBe(true)
})

test('a change at the start, in the middle, at the end or in the size changes it', async () => {
  const whole = bytes(2_000_000)
  const changedAt = (at: number) => {
    const copy = whole.slice()
    copy[at] = (copy[at] ?? 0) ^ 1
    return new Blob([copy])
  }
  const all = await Promise.all(
    [new Blob([whole]), changedAt(0), changedAt(1_000_000), changedAt(1_999_999), new Blob([whole, 'x'])].map(
      fingerprintOf,
    ),
  )
  expect(new Set(all).size).toBe(5)
})

test('files smaller than a piece have a fingerprint too', async () => {
  expect(await fingerprintOf(new Blob(['ride']))).toMatch(/^[0-9a-f]{64}$/)
})
