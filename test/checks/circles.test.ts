import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Groups of files that import each other in a cycle, by Tarjan's algorithm; type imports count too. */
function circlesAmong(files: readonly string[]): string[][] {
  const order = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    order.set(file, order.size)
    let low = order.size - 1
    open.push(file)
    for (const target of importsOf(file)) {
      if (!/\.tsx?$/.test(target) || !existsSync(path.join(root, target))) continue
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (open.includes(target)) low = Math.min(low, order.get(target) as number)
    }
    if (low === order.get(file)) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return low
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}

test('no file imports itself indirectly', () => {
  const files = ['server', 'web', 'contract', 'sandbox', 'telemetry', 'gauges', 'lab', 'bench'].flatMap(
    sources,
  )
  expect(circlesAmong(files.filter(file => !/(\.test\.tsx?|\/testing\.ts)$/.test(file)))).toEqual([])
})
