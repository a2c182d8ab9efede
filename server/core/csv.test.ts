import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a CSV field is one field, and never a formula', () => {
  expect(csvLine([null, -1, '-1+2', 'a,b\n"c"', '@SUM(A1)'])).toBe(`,-1,'-1+2,"a,b\n""c""",'@SUM(A1)\r\n`)
  expect(csvLine(['=1'], ['-2.50'])).toBe("'=1,-2.50\r\n")
})
