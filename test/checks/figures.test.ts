import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFigures } from '../../bench/keep.ts'
import { readmeQuality, readmeTable } from '../../bench/readme-table.ts'

const root = path.resolve(import.meta.dirname, '../..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')

test('the README states what the benches kept in docs/figures.json', async () => {
  const figures = await readFigures()
  expect(readme, 'write it with: node bench/readme.ts').toContain(readmeTable(figures))
  expect(readme).toContain(readmeQuality(figures))
})

test('every kept figure names a bench that keeps it', async () => {
  for (const [name, { command }] of Object.entries(await readFigures())) {
    const script = name === 'evaluate' ? 'scripts/evaluate.ts' : `bench/${name}.ts`
    expect(existsSync(path.join(root, script)), script).toBe(true)
    if (name === 'evaluate') continue
    expect(command).toBe(`node ${script}`)
    expect(readFileSync(path.join(root, script), 'utf8')).toContain(`keepFigures('${name}'`)
  }
})
