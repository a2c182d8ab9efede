/**
 * Writes the README's figures from docs/figures.json. test/checks/figures.test.ts fails while the two differ.
 *   node bench/readme.ts
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readFigures } from './keep.ts'
import { readmeQuality, readmeTable } from './readme-table.ts'

const file = path.resolve(import.meta.dirname, '../README.md')
const figures = await readFigures()
const text = await readFile(file, 'utf8')
await writeFile(
  file,
  text
    .replace(/^\| What \| Result \|.*(\n\|.*)*/m, () => readmeTable(figures))
    .replace(/^On \d+ simulated rides that were never.*$/m, () => readmeQuality(figures)),
)
