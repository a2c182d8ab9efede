import { expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { bringLatest } from './latest.ts'

test('drops an older answer that arrives late, and asks nothing inside a transaction', async () => {
  const { db } = await testDatabase()
  const applied: string[] = []
  const bring = (name: string, ask: () => Promise<void>) =>
    bringLatest(
      db,
      'sub_1',
      async () => {
        await ask()
        return name
      },
      async (_tx, answer) => void applied.push(answer),
    )
  // The first answer is in transit while the second is requested and applied: no lock is held in between.
  expect(await bring('older', async () => void (await bring('newer', async () => undefined)))).toBe('older')
  expect(applied).toEqual(['newer'])
  await bring('next', async () => undefined)
  expect(applied).toEqual(['newer', 'next'])
})

test('what could not be applied is applied by the next answer', async () => {
  const { db } = await testDatabase()
  const failing = bringLatest(
    db,
    'sub_1',
    async () => 1,
    async () => {
      throw new Error('no')
    },
  )
  await expect(failing).rejects.toThrow('no')
  const applied: number[] = []
  await bringLatest(
    db,
    'sub_1',
    async () => 2,
    async (_tx, answer) => void applied.push(answer),
  )
  expect(applied).toEqual([2])
})
