/**
 * In the place of our code that reads a rider's file: tries to open the files named, to write to the first and to start
 * a program. Prints what it could do and what environment it has.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'

const files = process.argv.slice(2)

const can = (name: string, attempt: () => unknown): string[] => {
  try {
    attempt()
    return [name]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ACCESS_DENIED') throw error
    return []
  }
}

const could = [
  ...files.flatMap(file => can(`read ${file}`, () => readFileSync(file))),
  ...can('write', () => appendFileSync(files[0] as string, 'more')),
  ...can('start', () => spawnSync('ls')),
]
process.stdout.write(`${JSON.stringify({ could, environment: Object.keys(process.env) })}\n`)
