import { expect, test } from 'vitest'
import { pageOf, readCursor, searchPatterns } from './page.ts'

const id = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'

test('a cursor is exactly what a page ended with; anything else is refused', () => {
  const rows = [1, 2, 3].map(i => ({ cursor_at: `2026-11-21T10:00:00.00000${i}Z`, id }))
  const { rows: shown, next } = pageOf(rows, 2)
  expect(shown).toHaveLength(2)
  expect(readCursor(next ?? '', 'uuid')).toEqual({ at: '2026-11-21T10:00:00.000002Z', id })
  expect(pageOf(rows, 3).next).toBeNull()
  expect(readCursor(undefined, 'uuid')).toBeNull()
  for (const wrong of [
    '',
    'x',
    id,
    `2026-02-31T10:00:00.000000Z_${id}`,
    `0000-01-01T10:00:00.000000Z_${id}`,
    `2026-11-21T25:00:00.000000Z_${id}`,
    '2026-11-21T10:00:00.000000Z_notanid',
    "2026-11-21T10:00:00.000000Z_' or 1=1",
  ])
    expect(() => readCursor(wrong, 'uuid'), wrong).toThrow('cursor')
  expect(readCursor('2026-11-21T10:00:00.000000Z_seed-1', 'text')).toMatchObject({ id: 'seed-1' })
})

test('short search texts match only where a trigram index can find them', () => {
  expect(searchPatterns('Mud')).toEqual(['%mud%'])
  expect(searchPatterns('mu')).toEqual(['mu%', '% mu%'])
  expect(searchPatterns('50%_')).toEqual(['%50\\%\\_%'])
})
