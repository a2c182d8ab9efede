import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inVisualOrder, linesOf, printable } from './lettering.ts'

const widthOf = (text: string) => text.length

test('emoji and control characters are removed, letters stay', () => {
  expect(printable('🔥 Big jump 👨‍👩‍👧 at 3️⃣ Peaks 🇩🇪\n(R1)')).toBe('Big jump at 3 Peaks (R1)')
  expect(printable('Прыжок 🏍️')).toBe('Прыжок')
  expect(printable('🔥🔥')).toBe('')
})

test('lines break between words and within overlong words, and end in an ellipsis', () => {
  const at = (width: number, most: number) => ({ width, most, widthOf })
  expect(linesOf('one two three', at(7, 2))).toEqual(['one two', 'three'])
  expect(linesOf('one two three four', at(7, 2))).toEqual(['one two', 'three…'])
  expect(linesOf('abcdefghij', at(4, 3))).toEqual(['abcd', 'efgh', 'ij'])
  expect(linesOf('', at(4, 2))).toEqual([''])
})

test('right-to-left words are drawn right to left; numbers and Latin words among them left to right', () => {
  expect(inVisualOrder('קפיצה גדולה')).toEqual(['גדולה', ' ', 'קפיצה'])
  expect(inVisualOrder('Moab קפיצה גדולה 2026')).toEqual(['Moab ', '2026', ' ', 'גדולה', ' ', 'קפיצה'])
  // The font reverses the letters, so the brackets are swapped beforehand.
  expect(inVisualOrder('(קפיצה)')).toEqual([')קפיצה('])
})

test('no title breaks a line: nothing is lost, nothing is wider than the column', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), title => {
      const text = printable(title)
      const lines = linesOf(text, { width: 12, most: 2, widthOf })
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines)
        if (![...line].some(letter => letter.length > 12)) {
          expect(inVisualOrder(line).join('')).toHaveLength(line.length)
        }
    }),
  )
})
